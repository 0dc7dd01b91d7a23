// The engine: the WebAssembly module on this page, and a second instance in a worker for long work on the CPU.

import init, * as wasm from "./courser_web.js";

export { wasm };

/// The name of the open GPU, or the reason why no GPU is open.
export const gpu = { name: "", missing: "", device: undefined };

/// Maximum time to wait for an answer, in milliseconds. After this time, the page reports a problem and offers to start
/// again.
const PATIENCE = 5000;

/// Callback that reports problems. The argument is a sentence if the GPU or the worker is lost or does not answer. When
/// the GPU or the worker answers again, the callback is called without an argument.
let report = () => {};

export function onTrouble(tell) {
  report = tell;
}

/// Loads the module, starts the worker and opens the GPU if the browser has one. All files of the page are loaded here,
/// so that the page then works offline.
export async function load() {
  const module = await WebAssembly.compileStreaming(fetch(new URL("./courser_web_bg.wasm", import.meta.url)));
  await init({ module_or_path: module });
  startWorker(module);
  await openGpu();
}

/// Opens the GPU, either when the page is loaded or after the GPU was lost.
export async function openGpu() {
  gpu.name = "";
  if (new URLSearchParams(location.search).has("cpu")) {
    gpu.missing = "this address asks for the CPU";
  } else if (!navigator.gpu) {
    gpu.missing = "this browser has no WebGPU here";
  } else {
    try {
      const info = await within(opened(), 2 * PATIENCE);
      // A GPU in an endless loop can be opened, but does not answer. A short run detects such a GPU.
      const probe = new wasm.RunRequest(3, 4, new Uint32Array(), 0);
      (await within(wasm.Run.begin(probe, true), 2 * PATIENCE)).free();
      gpu.name = info.description || [info.vendor, info.architecture, info.device].filter(Boolean).join(" ") || "a GPU without a name";
    } catch (error) {
      gpu.missing = String(error.message ?? error).split("\n")[0];
    }
  }
}

/// Opens the device and returns the description of its adapter. The WebAssembly module requests the device from the
/// browser. This function intercepts the request and keeps a reference to the device, so that the loss of the device
/// can be detected.
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

/// Returns the result of a promise. Rejects if the promise takes longer than `time` milliseconds.
function within(promise, time) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("the GPU does not answer")), time));
  return Promise.race([promise, late]);
}

let before = Promise.resolve();

/// Runs `work` after all earlier work has ended, because the engine must not be called while it waits for the GPU.
/// `work` is called with a callback. Long work calls the callback from time to time to show that the GPU answers.
export function inTurn(work) {
  const mine = before.then(() => watched(work, "The GPU"));
  before = mine.catch(() => {});
  return mine;
}

/// Runs `work`. If the GPU or the worker does not answer for a long time, reports this. Withdraws the report at the
/// next answer, or when the work ends. `who` is the name in the report.
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

/// True if the GPU or the worker is lost. In this case, the report stays visible until a restart.
let isLost = false;

function lose(sentence) {
  isLost = true;
  report(sentence);
}

/// Opens the GPU again, and drops all work that waits for the lost GPU.
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

/// Calls a function of work.js in the worker, which uses the CPU. `show` receives the progress of long work.
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

/// Returns the message of an error and its hint in one line.
export function words(error) {
  return String(error?.message ?? error).split("\n").join(": ");
}

/// Returns whether two arrays contain the same numbers in the same order.
export function same(one, other) {
  return one.length === other.length && one.every((word, at) => word === other[at]);
}

/// Formats a duration with its unit.
export function time(milliseconds) {
  if (milliseconds >= 10000) return `${(milliseconds / 1000).toFixed(0)} s`;
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}
