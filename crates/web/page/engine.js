// The engine: the WebAssembly module on this page and, for long work of the CPU, once more in a worker.

import init, * as wasm from "./courser_web.js";

export { wasm };

/// The GPU's name as `open` returned it, or the reason for which it is missing.
export const gpu = { name: "", missing: "" };

/// Loads the module and opens the GPU, if there is one.
export async function load() {
  await init();
  if (new URLSearchParams(location.search).has("cpu")) {
    gpu.missing = "this address asks for the CPU";
  } else if (!navigator.gpu) {
    gpu.missing = "this browser has no WebGPU here";
  } else {
    try {
      await wasm.open();
      gpu.name = await adapterName();
    } catch (error) {
      gpu.missing = String(error.message ?? error).split("\n")[0];
    }
  }
}

async function adapterName() {
  const info = (await navigator.gpu.requestAdapter())?.info ?? {};
  return info.description || [info.vendor, info.architecture, info.device].filter(Boolean).join(" ") || "a GPU without a name";
}

let before = Promise.resolve();

/// Runs `work` after all earlier work: the engine must not be called while it waits for the GPU.
export function inTurn(work) {
  const mine = before.then(work);
  before = mine.catch(() => {});
  return mine;
}

let worker;
let calls = 0;
const waiting = new Map();

/// Lets the worker do something on the CPU: a call of worker.js.
export function onCpu(call, ...values) {
  if (!worker) {
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { id, result, error } }) => {
      const { resolve, reject } = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) resolve(result);
      else reject(new Error(error));
    };
    worker.onerror = (event) => {
      for (const { reject } of waiting.values()) reject(new Error(event.message || "the worker did not start"));
      waiting.clear();
    };
  }
  return new Promise((resolve, reject) => {
    calls += 1;
    waiting.set(calls, { resolve, reject });
    worker.postMessage({ id: calls, call, values });
  });
}

/// The message of an error, and what to do about it.
export function words(error) {
  return String(error?.message ?? error).split("\n").join(": ");
}

/// A time for people.
export function time(milliseconds) {
  if (milliseconds >= 10000) return `${(milliseconds / 1000).toFixed(0)} s`;
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}
