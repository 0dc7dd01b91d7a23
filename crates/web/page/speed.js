// Compares the GPU with the CPU on the same work in this browser.

import { gpu, inTurn, onCpu, same, time, wasm, words } from "./engine.js";
import { save } from "./store.js";
import * as work from "./work.js";

const $ = (id) => document.getElementById(id);

/// The measured work. Each entry has a name, the function to call, its arguments, and the part of the result that must
/// be equal on the GPU and on the CPU. For the report in the format of `courser bench`, the entry also has the method,
/// the side of the board, and the number of squares visited per run.
const WORK = [
  ["one tour of 8x8, near the knight", "tour", { side: 8, schedule: "near" }, ({ state }) => state, "cycle near", 8, () => 64],
  ["one tour of 32x32, over the whole board", "tour", { side: 32, schedule: "whole" }, ({ state }) => state, "cycle whole", 32, () => 1024],
  ["16,384 knights on 8x8", "wall", { side: 8, rule: "random", seed: 1, knights: 16384, drawn: 0 }, ({ words }) => words, "batch", 8, ({ complete }) => 64 * complete],
  ["1024x1024 squares, numbered and proven", "large", { rows: 1024, cols: 1024, closed: true, seed: 1, method: "mosaic" }, ({ visits }) => visits, "mosaic", 1024, () => 1024 ** 2],
];
const RUNS = 3;

/// The cases of the last measurement. Each case has the format of `courser bench`.
let cases = [];

export function start() {
  $("measure").addEventListener("click", measure);
  $("speed-copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText($("speed-sentence").textContent);
      $("speed-saved").textContent = "The sentence is copied.";
    } catch {
      getSelection().selectAllChildren($("speed-sentence"));
      $("speed-saved").textContent = "This browser does not copy here; the sentence is selected.";
    }
  });
  $("speed-save").addEventListener("click", () => {
    save("courser-bench.json", new Blob([JSON.stringify(report())], { type: "application/json" }));
    $("speed-saved").textContent = "Saved courser-bench.json.";
  });
  const who = gpu.name ? `GPU: ${gpu.name}. ` : `No GPU: ${gpu.missing}. `;
  $("speed-says").textContent = `${who}CPU: one core of this machine, WebAssembly.`;
}

export function redraw() {}

/// Enables a new measurement after the GPU was lost.
export function again() {
  $("measure").disabled = false;
}

async function measure() {
  $("measure").disabled = true;
  $("speed-shared").hidden = true;
  const body = $("speed-table").tBodies[0];
  body.replaceChildren();
  cases = [];
  const ratios = [];
  try {
    for (const [name, call, asked, result, method, side, visits] of WORK) {
      const row = body.insertRow();
      for (const text of [name, ""]) row.insertCell().textContent = text;
      const bars = ["GPU", "CPU"].map((device) => bar(row.cells[0], device));
      const keep = (device, { first, took, last }) => cases.push({
        method, device, board: { rows: side, cols: side, leaper: [1, 2] }, visits: visits(last), tour: side * side, repeat: 1,
        first: first / 1e3, compute: took.map((one) => one / 1e3), upload: 0, read_back: 0, on_gpu: null,
      });
      const cpu = await timed(() => onCpu(call, asked));
      keep("cpu, 1 thread", cpu);
      const slow = Math.min(...cpu.took);
      bars[1](slow);
      if (!gpu.name) {
        ratios.push(`${name} in ${time(slow)}`);
        continue;
      }
      const card = await timed(() => inTurn(() => work[call](wasm, true, asked)));
      if (!same(result(card.last), result(cpu.last))) throw new Error(`GPU and CPU differ: ${name}`);
      keep("gpu", card);
      const fast = Math.min(...card.took);
      bars[0](fast);
      const times = slow / Math.max(fast, 0.05);
      row.cells[1].textContent = times >= 1 ? `${amount(times)}x faster` : `${amount(1 / times)}x slower`;
      ratios.push(`${name} in ${time(fast)}, ${row.cells[1].textContent} than one core`);
    }
    $("speed-sentence").textContent = `courser ${wasm.version()} in a browser on ${gpu.name || "one core of the CPU"}: ${ratios.join("; ")}.`;
    $("speed-shared").hidden = false;
  } catch (error) {
    $("speed-says").textContent = words(error);
  }
  $("measure").disabled = false;
}

/// Appends a bar with a label to a cell. Returns the function that sets the time of the bar. The scale is logarithmic,
/// from 0.1 milliseconds to 100 seconds.
function bar(cell, device) {
  const [line, label, track, fill] = ["div", "span", "span", "i"].map((name) => document.createElement(name));
  [line.className, label.textContent] = ["bar", `${device} ${device === "GPU" && !gpu.name ? "none" : "…"}`];
  track.append(fill);
  line.append(label, track);
  cell.append(line);
  return (milliseconds) => {
    fill.style.width = `${Math.max(0, Math.min(100, (100 / 6) * Math.log10(milliseconds / 0.1)))}%`;
    label.textContent = `${device} ${time(milliseconds)}`;
  };
}

const amount = (times) => (times < 10 ? times.toFixed(1) : times.toFixed(0));

/// Runs `run` several times. Returns the time of the first run (the warm-up) and of each later run, in milliseconds,
/// and the result of the last run.
async function timed(run) {
  const begun = performance.now();
  let last = await run();
  const first = performance.now() - begun;
  const took = [];
  for (let number = 0; number < RUNS; number++) {
    last = await run();
    took.push(last.took);
  }
  return { first, took, last };
}

/// Returns the measurement as a report of `courser bench`. The report does not contain the name of the processor, since
/// browsers do not provide it.
export function report() {
  const threads = navigator.hardwareConcurrency ?? 1;
  const device = (label, name, kind, backend, cores) => ({ label, name, kind, backend, driver: null, threads: cores });
  const devices = [device("cpu, 1 thread", null, "cpu", null, 1)];
  if (gpu.name) devices.push(device("gpu", gpu.name, "other", "WebGPU", null));
  return {
    report: "courser bench 1", version: wasm.version(), date: new Date().toISOString(), command: "Speed, on the page in a browser",
    machine: { cpu: "one core, WebAssembly", threads, memory: (navigator.deviceMemory ?? 0) * 2 ** 30, system: navigator.userAgent, load: 0 },
    devices, probes: [], complete: true, cases, failed: [], left_out: [],
  };
}
