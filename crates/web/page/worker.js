// The worker, which does long work on the CPU so that the page stays responsive.

import init, * as wasm from "./courser_web.js";
import * as work from "./work.js";

let ready;

onmessage = async ({ data: { module, id, call, asked } }) => {
  // The first message contains the module compiled by the page.
  if (module) {
    ready = init({ module_or_path: module });
    return;
  }
  try {
    await ready;
    const result = await work[call](wasm, false, asked, (progress) => postMessage({ id, progress }));
    // Large arrays are transferred instead of copied.
    postMessage({ id, result }, result.visits ? [result.visits.buffer] : []);
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error) });
  }
};
