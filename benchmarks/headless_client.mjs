// Plays games over the headless protocol: reads the placements of each piece, and plays the lowest one.
//
//     node benchmarks/headless_client.mjs DECISIONS [apart]
//
// Placements come with the reply to the piece before, or if `apart` is given with that to a request of their own.
//
// Requests go to standard output, replies come from standard input; at the end a line of figures goes to standard error.

import { createInterface } from "node:readline";

const decisions = Number(process.argv[2]);
const together = process.argv[3] !== "apart";
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function ask(request) {
  process.stdout.write(JSON.stringify(request) + "\n");
  const reply = JSON.parse((await lines.next()).value);
  if (reply.error) throw new Error(reply.error);
  return reply;
}

function cost({ cells, lines: cleared }) {
  let sum = -9 * cleared;
  for (const [, y] of cells) sum += y;
  return sum;
}

async function placementsOf(id) {
  return (await ask({ kind: "placements", game: id })).placements;
}

let game = 0;
let id, reply;
const started = process.hrtime.bigint();
for (let number = 0; number < decisions; number++) {
  if (!reply || reply.state.end) {
    if (id) await ask({ kind: "close", game: id });
    id = `${++game}`;
    reply = await ask({ kind: "open", game: id, mode: "guideline", seed: game, placements: together });
  }
  const placements = together ? reply.placements : await placementsOf(id);
  const best = placements.reduce((best, other) => (cost(other) < cost(best) ? other : best));
  reply = await ask({ kind: "place", game: id, placement: best.placement, placements: together });
}
const seconds = Number(process.hrtime.bigint() - started) / 1e9;
console.error(JSON.stringify({ decisions, games: game, seconds, client_cpu: process.cpuUsage() }));
process.exit();
