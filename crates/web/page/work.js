// Functions for the long computations of the page. The page calls them for the GPU, and the worker calls them for the
// CPU. `large`, `wall` and `tour` return plain data and the duration of the work in milliseconds. The duration does not
// include preparation and conversion.

/// Returns the checked visit numbers of a large board, the duration of their computation, and the duration of their
/// check. `tell` receives the progress.
export async function large(wasm, onGpu, { rows, cols, closed, seed, method }, tell = () => {}) {
  const heat = await wasm.Heat.new(rows, cols, closed, seed, method === "grown", onGpu, tell);
  const result = { visits: heat.visits(), numbers: heat.numbers(), proof: heat.proof() };
  heat.free();
  return { ...result, took: result.numbers + result.proof };
}

/// Runs many knights on a square board. Returns one word per knight, and the paths of the first `drawn` knights.
export async function wall(wasm, onGpu, { side, rule, seed, knights, drawn }) {
  const asked = new wasm.RunRequest(side, side, new Uint32Array(), 0).by(rule, seed);
  const begun = performance.now();
  const walked = await wasm.Wall.walk(asked, knights, drawn, onGpu);
  const took = performance.now() - begun;
  const paths = Array.from({ length: Math.min(drawn, knights) }, (_, knight) => walked.path(knight));
  const [complete, closed] = walked.tally();
  const words = walked.words();
  walked.free();
  return { words, paths, complete, closed, took };
}

/// Computes one tour by the decision cycle. Returns the last state.
export async function tour(wasm, onGpu, { side, schedule }) {
  const asked = new wasm.RunRequest(side, side, new Uint32Array(), 0).laid(schedule);
  const run = await wasm.Run.begin(asked, onGpu);
  const begun = performance.now();
  await run.finish();
  const took = performance.now() - begun;
  const [state, difference] = [run.state(), run.difference()];
  run.free();
  if (difference !== undefined) throw new Error(difference);
  return { state, took };
}

/// Requests a relay whose regions have about `region` squares per side. If `region` is 0, requests one knight on the
/// whole board. The rule of this knight, `squirrel-cull`, completes the tour for every side from 5 to 512 except 74.
export function relay(wasm, { side, seed, region }) {
  const asked = new wasm.RunRequest(side, side, new Uint32Array(), 0);
  return region ? asked.by("random", seed).in_regions(region) : asked.by("squirrel-cull", 0);
}

/// Returns the number of knights of a relay.
export function knights(wasm, asked) {
  const run = relay(wasm, asked);
  const count = run.knights();
  run.free();
  return count;
}

/// Returns the number of passes of a relay.
export async function passes(wasm, onGpu, asked) {
  const run = await wasm.Run.begin(relay(wasm, asked), onGpu);
  const last = run.last();
  run.free();
  return last;
}
