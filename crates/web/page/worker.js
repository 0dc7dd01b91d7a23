// Long work of the CPU, away from the page, so that the page stays awake.

import init, * as wasm from "./courser_web.js";
import * as work from "./work.js";

const ready = init();

onmessage = async ({ data: { id, call, values } }) => {
  try {
    await ready;
    postMessage({ id, result: await work[call](wasm, false, ...values) });
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error) });
  }
};
