// Work that can be done on either device: the same calls on the page, with the GPU, and in the worker, with the CPU.
// Each gives plain data and how many milliseconds it took, without what came before and after.

/// Visit numbers of a large board, proven.
export async function large(wasm, onGpu, { rows, cols, closed, seed, method }) {
  const begun = performance.now();
  const visits = method === "grown"
    ? wasm.grown(rows, cols, closed, seed)
    : await wasm.mosaic(rows, cols, closed, seed, onGpu);
  return { visits, took: performance.now() - begun };
}

/// Many knights on a square board: a word each, and the ways of the first.
export async function wall(wasm, onGpu, { side, rule, seed, knights, drawn }) {
  const asked = new wasm.Asked(side, side, new Uint32Array(), 0).by(rule, seed);
  const begun = performance.now();
  const walked = await wasm.Wall.walk(asked, knights, drawn, onGpu);
  const took = performance.now() - begun;
  const paths = Array.from({ length: Math.min(drawn, knights) }, (_, knight) => walked.path(knight));
  const [complete, closed] = walked.tally();
  const words = walked.words();
  walked.free();
  return { words, paths, complete, closed, took };
}

/// One tour by the decision cycle: the last state.
export async function tour(wasm, onGpu, { side, schedule }) {
  const asked = new wasm.Asked(side, side, new Uint32Array(), 0).laid(schedule);
  const run = await wasm.Run.begin(asked, onGpu);
  const begun = performance.now();
  await run.finish();
  const took = performance.now() - begun;
  const [state, difference] = [run.state(), run.difference()];
  run.free();
  if (difference !== undefined) throw new Error(difference);
  return { state, took };
}
