// Shows many knights on one board: a relay with one knight per region. Also compares the number of passes for a tour
// with few and with many knights.

import { colour, orderOf, sharpen, still, way } from "./board.js";
import { gpu, inTurn, onCpu, wasm, words } from "./engine.js";
import { explain } from "./terms.js";
import { knights as many, relay } from "./work.js";

const $ = (id) => document.getElementById(id);

/// Maximum number of passes per second.
const PACE = 100;
/// Maximum number of passes per frame.
const A_FRAME = 24;
const REGIONS = [12, 11, 10, 9, 8, 7, 6];

/// The positions of the slider. Each position has the side of the regions and the number of knights. The side is 0 for
/// one knight on the whole board.
let choices = [];
let run;
/// The drawn state of the board, and the number of squares per side of the board.
let shown;
/// The total number of passes of a run, indexed by the number of knights.
const known = new Map();
/// The number of the latest request. Older requests stop.
let wish = 0;
/// The number of the latest playback. Older playbacks stop.
let turn = 0;
/// True if a playback was interrupted because another view was opened.
let isLeft = false;

export function start() {
  $("relay-side").addEventListener("change", choose);
  $("relay-seed").addEventListener("change", choose);
  $("relay-at").addEventListener("input", reset);
  $("relay-asked").addEventListener("submit", (event) => {
    event.preventDefault();
    if ($("relay-asked").reportValidity()) play(true);
  });
  $("relay-end").addEventListener("click", () => play(false));
  new ResizeObserver(() => shown && draw()).observe($("relay-frame"));
  choose();
  play(true);
}

/// Redraws the board, and continues an interrupted playback.
export function redraw() {
  if (shown) draw();
  if (isLeft) play(true);
}

/// Resets the relay after the GPU was lost.
export function again() {
  run = undefined;
  reset();
}

const asked = () => ({
  side: Number($("relay-side").value), seed: Number($("relay-seed").value), region: choices[$("relay-at").value].region,
});

function choose() {
  if (!$("relay-asked").reportValidity()) return;
  const side = Number($("relay-side").value);
  const by = new Map([[1, 0]]);
  for (const region of REGIONS) by.set(many(wasm, { side, seed: 1, region }), region);
  choices = [...by].sort(([one], [other]) => one - other).map(([knights, region]) => ({ knights, region }));
  known.clear();
  $("relay-at").max = choices.length - 1;
  $("relay-at").value = choices.findIndex(({ knights }) => knights >= (side / 8) ** 2);
  reset();
}

/// Shows the state of the board before the first pass. Then finds how many passes the relay takes and, for comparison,
/// how many passes one knight takes.
async function reset() {
  const mine = (wish += 1);
  turn += 1;
  const wanted = asked();
  const { knights } = choices[$("relay-at").value];
  const text = knights === 1 ? "1 knight" : `${knights} knights`;
  $("relay-knights").textContent = text;
  $("relay-at").setAttribute("aria-valuetext", text);
  tell(knights === 1
    ? "One knight has the whole board. Every pass waits for its last move."
    : `A relay: the board is cut into ${knights} regions, with one knight each. The exit of a region is one move from the entry of the next.`);
  try {
    await inTurn(async () => {
      if (mine !== wish) return;
      run?.free();
      run = undefined;
      run = await wasm.Run.begin(relay(wasm, wanted), Boolean(gpu.name));
      show();
    });
    for (const [number, region] of [[knights, wanted.region], [1, 0]]) {
      if (mine !== wish || known.has(number)) continue;
      const passes = await onCpu("passes", { ...wanted, region });
      if (mine !== wish) return;
      known.set(number, passes);
      list();
    }
  } catch (error) {
    tell(words(error));
  }
}

/// Shows one bar for each number of knights in `known`. The length of the bar is the number of passes that a relay with
/// this number of knights takes.
function list() {
  const most = Math.max(...known.values());
  $("relay-passes").replaceChildren(...[...known].sort(([one], [other]) => one - other).map(([knights, passes]) => {
    const item = document.createElement("li");
    const bar = document.createElement("meter");
    [bar.max, bar.value] = [most, passes];
    const text = `${knights === 1 ? "1 knight" : `${knights} knights`}: ${passes.toLocaleString("en")} passes`;
    bar.setAttribute("aria-label", text);
    item.append(text, bar);
    return item;
  }));
}

/// Runs from the current state to the end, or from the beginning if the run has ended. If `isShown` is true, every
/// frame is shown, otherwise only the last frame.
async function play(isShown) {
  const mine = (turn += 1);
  let last = performance.now();
  const step = async () => {
    if (mine !== turn || !run) return false;
    if ((isLeft = $("wall").hidden)) return false;
    if (run.word() !== "running") await run.go_to(0);
    const now = performance.now();
    const passes = Math.max(1, Math.min(A_FRAME, Math.round(((now - last) * PACE) / 1000)));
    last = now;
    if (!isShown || still.matches) await run.finish();
    else await run.go_to(run.passes() + passes);
    show();
    return run.word() === "running" && run.difference() === undefined;
  };
  try {
    while (await inTurn(step)) await new Promise(requestAnimationFrame);
  } catch (error) {
    tell(words(error));
  }
}

function tell(text) {
  $("relay-says").textContent = text;
  explain($("relay-says"));
}

function show() {
  const state = run.state();
  const side = Math.sqrt(state.length / 4);
  shown = { side, state };
  const squares = (side * side).toLocaleString("en");
  const { knights } = choices[$("relay-at").value];
  const visited = shown.state.filter((word, at) => at % 4 === 0 && word).length.toLocaleString("en");
  const difference = run.difference();
  if (difference !== undefined) tell(`The GPU and the mirror on the CPU differ. ${difference}.`);
  else if (run.word() === "done") {
    const passes = (known.get(knights) ?? run.last()).toLocaleString("en");
    const instead = knights > 1 && known.has(1) ? `, restarts included, instead of ${known.get(1).toLocaleString("en")}` : "";
    tell(`Done after ${passes} passes${instead}: a ${run.judged()}, checked. ${squares} squares.`);
  } else if (run.passes()) {
    const [first, ...rest] = run.caption();
    tell(`${first.toUpperCase()}${rest.join("")}, ${visited} of ${squares} squares visited.`);
  }
  if (!$("wall").hidden) draw();
}

/// Draws the knights and their paths, in the gradient of the tour.
function draw() {
  const canvas = $("relay-board");
  const { side, state } = shown;
  const frame = canvas.parentElement;
  const size = Math.max(200, Math.min(frame.clientWidth, innerHeight - frame.getBoundingClientRect().top - scrollY - 12));
  const square = size / side;
  canvas.style.width = `${size}px`;
  const at = sharpen(canvas, size, size);
  at.fillStyle = colour("light");
  at.fillRect(0, 0, size, size);
  at.fillStyle = colour("dark");
  for (let index = 0; index < side * side; index++) {
    if ((Math.floor(index / side) + index) % 2) at.fillRect((index % side) * square, Math.floor(index / side) * square, square, square);
  }
  const middle = (index) => [((index % side) + 0.5) * square, (Math.floor(index / side) + 0.5) * square];
  way(at, orderOf(state), middle, Math.max(1, square * 0.18), false);
  at.fillStyle = colour("lit");
  for (let index = 0; index < side * side; index++) {
    const phase = state[4 * index + 1];
    if (phase < 1 || phase > 3) continue;
    at.beginPath();
    at.arc(...middle(index), Math.max(3, square * 0.4), 0, 7);
    at.fill();
  }
}
