// A terminal in the page, and a WebSocket to a game of its own: bytes as binary messages, all else as JSON texts.
"use strict";

const SIZES = { wide: 18, narrow: 13 };
const narrow = Math.min(innerWidth, innerHeight) < 600;

const terminal = new Terminal({
  allowProposedApi: true,
  vtExtensions: { kittyKeyboard: true },
  fontFamily: "'DejaVu Sans Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  fontSize: narrow ? SIZES.narrow : SIZES.wide,
  scrollback: 0,
  theme: { background: "#0c0c10" },
});
const fit = new FitAddon.FitAddon();
terminal.loadAddon(fit);
terminal.open(document.getElementById("terminal"));
fit.fit();

// Games are kept under a name that only this browser knows.
function visitor() {
  let name = localStorage.getItem("piecement-visitor");
  if (!/^[0-9a-f]{32}$/.test(name ?? "")) {
    name = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    localStorage.setItem("piecement-visitor", name);
  }
  return name;
}

const address = new URL("play", location.href);
address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
const socket = new WebSocket(address);
socket.binaryType = "arraybuffer";
const encoder = new TextEncoder();
let playing = false;

const send = (data) => socket.readyState === WebSocket.OPEN && socket.send(data);
const size = () => ({ columns: terminal.cols, rows: terminal.rows });

socket.onopen = () => {
  playing = true;
  send(JSON.stringify({ visitor: visitor(), language: document.documentElement.lang, ...size() }));
  terminal.focus();
};
socket.onmessage = (event) => terminal.write(new Uint8Array(event.data));
socket.onclose = (event) => {
  playing = false;
  const over = document.getElementById("over");
  if (event.reason) over.querySelector("p").textContent = event.reason;
  over.showModal();
};
document.querySelector("#over button").onclick = () => location.reload();

terminal.onData((text) => send(encoder.encode(text)));
terminal.onBinary((text) => send(Uint8Array.from(text, (character) => character.charCodeAt(0))));
terminal.onResize(() => send(JSON.stringify(size())));
addEventListener("resize", () => fit.fit());
addEventListener("beforeunload", (event) => playing && event.preventDefault());

// The keys are those of the first style.
const CODES = { ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, " ": 32, Enter: 13, Escape: 27, c: 67, x: 88, z: 90 };
function strike(kind, key) {
  const code = key === " " ? "Space" : key.length === 1 ? `Key${key.toUpperCase()}` : key;
  terminal.textarea.dispatchEvent(new KeyboardEvent(kind, { key, code, keyCode: CODES[key], bubbles: true }));
}
function tap(key) {
  strike("keydown", key);
  strike("keyup", key);
}

// A finger on a button is a key that is held.
for (const button of document.querySelectorAll("#touch button")) {
  const striking = (kind) => (event) => {
    event.preventDefault();
    strike(kind, button.dataset.key);
  };
  button.onpointerdown = striking("keydown");
  button.onpointerup = button.onpointercancel = striking("keyup");
}

// A running game takes no mouse: there a finger on the screen is a gesture. Elsewhere it clicks, without the keyboard of
// the screen, and xterm.js may not see it, which would prevent the click.
if (matchMedia("(pointer: coarse)").matches) terminal.textarea.inputMode = "none";
const FLICK_MS = 200;
const field = document.getElementById("terminal");
let stroke = null;

function follow() {
  const cell = (2 * field.clientWidth) / terminal.cols;
  const across = () => stroke.toX - stroke.x;
  const down = stroke.toY - stroke.y;
  if (!stroke.way && Math.max(Math.abs(across()), Math.abs(down)) >= cell) {
    stroke.way = Math.abs(across()) > Math.abs(down) ? "sideways" : down > 0 ? "down" : "up";
  }
  if (stroke.way === "down" && performance.now() - stroke.since >= FLICK_MS) {
    stroke.way = "falling";
    strike("keydown", "ArrowDown");
  }
  if (stroke.way !== "sideways" && stroke.way !== "falling") return;
  for (; Math.abs(across()) >= cell; stroke.x += Math.sign(across()) * cell) tap(across() < 0 ? "ArrowLeft" : "ArrowRight");
}

function touched(kind, react) {
  const listener = (event) => {
    event.stopPropagation();
    if (kind === "touchstart" ? terminal.modes.mouseTrackingMode !== "none" : !stroke) return;
    event.preventDefault();
    react(event);
  };
  field.addEventListener(kind, listener, { capture: true, passive: false });
}

touched("touchstart", ({ targetTouches: [{ clientX, clientY }] }) => {
  if (stroke) return;
  const since = performance.now();
  stroke = { x: clientX, y: clientY, toX: clientX, toY: clientY, since, way: "", timer: setTimeout(follow, FLICK_MS) };
});
touched("touchmove", ({ targetTouches: [{ clientX, clientY }] }) => {
  [stroke.toX, stroke.toY] = [clientX, clientY];
  follow();
});
const lift = ({ type, targetTouches }) => {
  if (targetTouches.length) return;
  const { way, timer } = stroke;
  stroke = null;
  clearTimeout(timer);
  if (way === "falling") strike("keyup", "ArrowDown");
  else if (type === "touchend" && way !== "sideways") tap({ down: " ", up: "c" }[way] ?? "x");
};
touched("touchend", lift);
touched("touchcancel", lift);
