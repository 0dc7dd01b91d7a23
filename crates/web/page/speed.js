// GPU against CPU: the same work, in this browser.

import { gpu, inTurn, onCpu, time, wasm, words } from "./engine.js";
import * as work from "./work.js";

const $ = (id) => document.getElementById(id);

/// The work that is timed, and the part of its result that must be equal on both devices.
const WORK = [
  ["one tour of 8x8, near the knight", "tour", { side: 8, schedule: "near" }, ({ state }) => state],
  ["one tour of 32x32, over the whole board", "tour", { side: 32, schedule: "whole" }, ({ state }) => state],
  ["16,384 knights on 8x8", "wall", { side: 8, rule: "random", seed: 1, knights: 16384, drawn: 0 }, ({ words }) => words],
  ["1024x1024 squares, numbered and proven", "large", { rows: 1024, cols: 1024, closed: true, method: "mosaic" }, ({ visits }) => visits],
];
const RUNS = 3;

export function start() {
  $("measure").addEventListener("click", measure);
  const who = gpu.name ? `GPU: ${gpu.name}. ` : `No GPU: ${gpu.missing}. `;
  $("speed-says").textContent = `${who}CPU: one core of this machine, WebAssembly.`;
}

export function redraw() {}

/// Makes a new measurement possible after the GPU was lost.
export function again() {
  $("measure").disabled = false;
}

async function measure() {
  $("measure").disabled = true;
  const body = $("speed-table").tBodies[0];
  body.replaceChildren();
  try {
    for (const [name, call, asked, result] of WORK) {
      const row = body.insertRow();
      for (const text of [name, "…", "…", ""]) row.insertCell().textContent = text;
      const cpu = await best(() => onCpu(call, asked));
      row.cells[2].textContent = time(cpu.took);
      if (!gpu.name) {
        row.cells[1].textContent = "none";
        continue;
      }
      const fast = await best(() => inTurn(() => work[call](wasm, true, asked)));
      if (!same(result(fast), result(cpu))) throw new Error(`GPU and CPU differ: ${name}`);
      row.cells[1].textContent = time(fast.took);
      const times = cpu.took / Math.max(fast.took, 0.05);
      row.cells[3].textContent = times >= 1 ? `${amount(times)}x faster` : `${amount(1 / times)}x slower`;
    }
  } catch (error) {
    $("speed-says").textContent = words(error);
  }
  $("measure").disabled = false;
}

const amount = (times) => (times < 10 ? times.toFixed(1) : times.toFixed(0));

/// The fastest of some runs; the first of all only warms up.
async function best(run) {
  let fastest;
  for (let number = 0; number <= RUNS; number++) {
    const result = await run();
    if (number && !(fastest?.took <= result.took)) fastest = result;
  }
  return fastest;
}

function same(one, other) {
  return one.length === other.length && one.every((word, at) => word === other[at]);
}
