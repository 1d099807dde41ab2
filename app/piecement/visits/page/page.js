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

// A finger on a button is a key that is held: the keys are those of the first style.
const CODES = { ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, " ": 32, Enter: 13, Escape: 27, c: 67, x: 88, z: 90 };
for (const button of document.querySelectorAll("#touch button")) {
  const key = button.dataset.key;
  const code = key === " " ? "Space" : key.length === 1 ? `Key${key.toUpperCase()}` : key;
  const strike = (kind) => (event) => {
    event.preventDefault();
    terminal.textarea.dispatchEvent(new KeyboardEvent(kind, { key, code, keyCode: CODES[key], bubbles: true }));
  };
  button.onpointerdown = strike("keydown");
  button.onpointerup = button.onpointercancel = strike("keyup");
}
