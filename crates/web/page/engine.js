// The engine: the WebAssembly module on this page, and a second copy in a worker for long work of the CPU.

import init, * as wasm from "./courser_web.js";

export { wasm };

/// The GPU's name as it was opened, or the reason for which it is missing.
export const gpu = { name: "", missing: "", device: undefined };

/// After this time without an answer the page says so and offers to start again.
const PATIENCE = 5000;

/// Called with a sentence when the GPU or the worker is lost or does not answer, and without one when it answers again.
let report = () => {};

export function onTrouble(tell) {
  report = tell;
}

/// Loads the module, starts the worker and opens the GPU, if there is one. Everything that the page uses is loaded here, so
/// that it works without a network from then on.
export async function load() {
  const module = await WebAssembly.compileStreaming(fetch(new URL("./courser_web_bg.wasm", import.meta.url)));
  await init({ module_or_path: module });
  startWorker(module);
  await openGpu();
}

/// Opens the GPU, also after it was lost.
export async function openGpu() {
  gpu.name = "";
  if (new URLSearchParams(location.search).has("cpu")) {
    gpu.missing = "this address asks for the CPU";
  } else if (!navigator.gpu) {
    gpu.missing = "this browser has no WebGPU here";
  } else {
    try {
      const info = await within(opened(), 2 * PATIENCE);
      // A GPU at work on an endless loop opens, and does not answer.
      const probe = new wasm.RunRequest(3, 4, new Uint32Array(), 0);
      (await within(wasm.Run.begin(probe, true), 2 * PATIENCE)).free();
      gpu.name = info.description || [info.vendor, info.architecture, info.device].filter(Boolean).join(" ") || "a GPU without a name";
    } catch (error) {
      gpu.missing = String(error.message ?? error).split("\n")[0];
    }
  }
}

/// Opens the device and returns its adapter's description. The module asks the browser for a device; that one is kept here,
/// to learn when it is lost.
async function opened() {
  const request = GPUAdapter.prototype.requestDevice;
  let info;
  GPUAdapter.prototype.requestDevice = async function (...wanted) {
    const device = await request.apply(this, wanted);
    [gpu.device, info] = [device, this.info];
    device.lost.then(({ message }) => device === gpu.device && lose(`The GPU was lost${message ? `: ${message.replace(/\.+$/, "")}` : ""}.`));
    return device;
  };
  try {
    await wasm.open();
  } finally {
    GPUAdapter.prototype.requestDevice = request;
  }
  return info ?? {};
}

/// The promise, or an error if it takes longer than `time` milliseconds.
function within(promise, time) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("the GPU does not answer")), time));
  return Promise.race([promise, late]);
}

let before = Promise.resolve();

/// Runs `work` after all earlier work: the engine must not be called while it waits for the GPU. Long work calls its
/// argument now and then, which shows that the GPU answers.
export function inTurn(work) {
  const mine = before.then(() => watched(work, "The GPU"));
  before = mine.catch(() => {});
  return mine;
}

/// Reports `work` that does not answer for long, and takes the report back when it does after all.
async function watched(work, who) {
  let timer;
  const alive = () => {
    clearTimeout(timer);
    if (!isLost) report();
    timer = setTimeout(() => report(`${who} has not answered for ${PATIENCE / 1000} seconds.`), PATIENCE);
  };
  alive();
  try {
    return await work(alive);
  } finally {
    clearTimeout(timer);
    if (!isLost) report();
  }
}

/// Set from the loss of the GPU or the worker until a new start: its report stays.
let isLost = false;

function lose(sentence) {
  isLost = true;
  report(sentence);
}

/// Opens the GPU again and forgets all work that waits for the one before.
export async function startAgain() {
  isLost = false;
  before = Promise.resolve();
  gpu.device?.destroy();
  gpu.device = undefined;
  startWorker(compiled);
  await openGpu();
}

let worker;
let compiled;
let calls = 0;
const waiting = new Map();

function startWorker(module) {
  worker?.terminate();
  for (const { reject } of waiting.values()) reject(new Error("started again"));
  waiting.clear();
  compiled = module;
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data: { id, progress, result, error } }) => {
    const { resolve, reject, tell } = waiting.get(id);
    if (progress !== undefined) return tell(progress);
    waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(error));
  };
  worker.onerror = (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || "the worker did not start"));
    waiting.clear();
    lose("The worker was lost.");
  };
  worker.postMessage({ module });
}

/// Lets the worker do something on the CPU: a call of work.js. `show` receives the progress of long work.
export function onCpu(call, asked, show = () => {}) {
  const answer = (alive) => new Promise((resolve, reject) => {
    calls += 1;
    const tell = (progress) => {
      alive();
      show(progress);
    };
    waiting.set(calls, { resolve, reject, tell });
    worker.postMessage({ id: calls, call, asked });
  });
  return watched(answer, "The worker");
}

/// The message of an error, and what to do about it.
export function words(error) {
  return String(error?.message ?? error).split("\n").join(": ");
}

/// Returns `true` if two arrays have the same numbers.
export function same(one, other) {
  return one.length === other.length && one.every((word, at) => word === other[at]);
}

/// A time for people.
export function time(milliseconds) {
  if (milliseconds >= 10000) return `${(milliseconds / 1000).toFixed(0)} s`;
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}
