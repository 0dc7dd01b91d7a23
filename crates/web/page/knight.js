// Shows one knight, pass by pass.

import { HOLE, MOVES, PHASES, draw, squareAt, still } from "./board.js";
import * as dispatch from "./dispatch.js";
import { Editor } from "./editor.js";
import { gpu, inTurn, wasm, words } from "./engine.js";
import * as guide from "./guide.js";
import * as lessons from "./lessons.js";
import { nameOf, pack, read, unpack, write } from "./link.js";
import { save } from "./store.js";
import { explain } from "./terms.js";

const $ = (id) => document.getElementById(id);

/// Descriptions of the passes. Each description names the components of the squares' states (R, G, B or A) that the
/// pass reads and writes.
const SAYS = [
  { short: "count the ways on", long: "Every square counts its unvisited neighbours. The knight's square sees that it has been acknowledged.",
    reads: "its own R and G, and R of its neighbours", writes: "its own B, and G of the knight's square" },
  { short: "pick the fewest", long: "Every square picks the neighbour with the fewest ways on. Only the knight's pick is followed.",
    reads: "its own R and G, and R and B of its neighbours", writes: "its own A, and G of the knight's square" },
  { short: "pull the knight over", long: "No square can alter another. So the square that the knight has picked pulls the knight onto itself.",
    reads: "its own R and G, and R, G and A of the squares a move before it", writes: "its own R and G" },
];
const WORDS = [["R", "visit", "r"], ["G", "phase", "g"], ["B", "rank", "b"], ["A", "next", "a"]];

const FIRST = { rows: 8, cols: 8, holes: new Set(), start: 20, rule: "warnsdorff", schedule: "whole", seed: 0 };
let asked = FIRST;
let run;
let state = new Uint32Array(4 * 64);
/// The state before the last pass.
let before = state;
/// For each square, a mask with one bit per word of the square's state. The bit is set if the last pass changed the
/// word.
let changed = [];
/// The square of each invocation of the last dispatch, and the number of invocations per workgroup.
let sent = { invoked: [], lanes: 1 };
/// The possible targets of the knight after the pass *decide*, in the order of the moves.
let ways = [];
/// The square chosen by the knight.
let chosen;
let looked;
/// The squares used by the shader line under the pointer: `own`, `near` or `all`.
let reading;
let wrong = new Set();
let shown = 0;
let playing = false;
let passesShown = 0;
let zoom = 1;
/// True if the board shows the path, and false if the board shows the values of the squares' states. The path is shown,
/// for example, at the end of a tour.
let isTour = false;
let isClosed = false;
let wasDone = false;
/// The id of the requested animation frame while the board moves from one state to the next.
let motion;
let editor;
/// The edited shader texts that are in use, indexed by pass.
const edits = new Map();
/// The texts in `edits`, encoded for the page's address.
const packed = new Map();
/// The edited shader texts that have not been run, indexed by pass.
const drafts = new Map();

export function start() {
  editor = new Editor();
  wasm.passes().forEach((name, pass) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.innerHTML = `<b>${name}</b><small>${SAYS[pass].short}</small>`;
    button.addEventListener("click", () => showPass(pass));
    item.append(button);
    $("passes").append(item);
  });
  for (const rule of wasm.rules()) $("rule").append(new Option(rule));
  $("play").addEventListener("click", () => setPlaying(!playing));
  $("step").addEventListener("click", () => act(() => goTo(run.passes() + 1)));
  $("back").addEventListener("click", () => act(() => goTo(stopBefore(run.passes()))));
  $("first").addEventListener("click", () => act(() => goTo(0)));
  $("last").addEventListener("click", () => act(toEnd));
  for (const id of ["rows", "cols", "rule", "schedule", "seed"]) $(id).addEventListener("change", fromForm);
  $("asked").addEventListener("submit", (event) => event.preventDefault());
  for (const id of ["as-words", "as-tour"]) $(id).addEventListener("click", () => setTour(id === "as-tour"));
  new ResizeObserver(redraw).observe($("frame"));
  const board = $("board");
  board.addEventListener("mousemove", (event) => look(squareAt(board, { ...asked, zoom }, event.offsetX, event.offsetY)));
  board.addEventListener("click", (event) => {
    const square = squareAt(board, { ...asked, zoom }, event.offsetX, event.offsetY);
    if (square !== undefined) {
      looked = undefined;
      look(square);
      click(square);
    }
  });
  board.addEventListener("keydown", boardKey);
  $("dispatch").addEventListener("mousemove", (event) => {
    const square = sent.invoked[dispatch.invocationAt($("dispatch"), sent, event.offsetX, event.offsetY)];
    if (square < asked.rows * asked.cols) look(square);
  });
  addEventListener("keydown", pageKey);
  addEventListener("hashchange", fromLink);
  $("compile").addEventListener("click", () => act(compile));
  $("restore").addEventListener("click", () => act(restore));
  editor.onLine = (part) => {
    if (part === reading) return;
    reading = part;
    redraw();
  };
  $("wgsl").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && gpu.name) act(compile);
  });
  editor.onEdit = () => {
    if (editor.text() === running(shown)) drafts.delete(shown);
    else drafts.set(shown, editor.text());
    editing();
  };
  for (const [id, by] of [["closer", 2], ["farther", 0.5]]) $(id).addEventListener("click", () => setZoom(zoom * by));
  guide.start({ show: showStep, leave: remember, play: () => setPlaying(true) });
  lessons.start(tryLesson, () => act(compile));
  for (const ending of ["svg", "png"]) $(ending).addEventListener("click", () => picture(ending));
  $("link").addEventListener("click", copyLink);
  opened();
  if (!gpu.name) editor.readOnly("The shaders run on a GPU only; here their mirrors in Rust run.");
  showPass(0);
  fromLink();
}

/// Makes the frame as high as the board if the window has enough space, and redraws the board.
export function redraw() {
  cancelAnimationFrame(motion);
  if (!run || isWaiting) return;
  $("frame").style.flexBasis = `${($("frame").clientWidth * asked.rows) / asked.cols}px`;
  paint(1, ways.length);
}

/// Draws the board at a moment of the motion between two states. `part` is the completed fraction of the motion, 0 to
/// 1. `tried` is the number of the knight's possible targets that are drawn, beginning with the first.
function paint(part, tried) {
  const neighbours = looked === undefined ? [] : run.neighbours(looked);
  const focus = looked ?? run.knight()[0];
  const lit = { own: [focus], near: run.neighbours(focus), all: sent.invoked }[reading] ?? [];
  const on = (squares) => [...squares].filter((square) => square < asked.rows * asked.cols);
  draw($("board"), {
    rows: asked.rows, cols: asked.cols, zoom, state, before, part, passes: run.passes(), changed, looked, neighbours, wrong, isTour,
    isClosed, invoked: on(sent.invoked), lit: on(lit), ways: isTour ? [] : ways.slice(0, tried), chosen: tried < ways.length || isTour ? undefined : chosen,
  });
  dispatch.draw($("dispatch"), { ...sent, changed, looked });
}

/// Animates the changes of the last pass for `time` milliseconds: the knight moves, arrows grow, numbers change. Then
/// the possible targets of the knight appear one after another, except during playback.
function move(time) {
  if (still.matches || time < 40 || isTour || !changed.length) return redraw();
  cancelAnimationFrame(motion);
  const each = playing ? 0 : 350;
  const begun = performance.now();
  const next = (now) => {
    if (!run || isWaiting) return;
    const done = now - begun;
    if (done >= time + each * ways.length) return redraw();
    paint(Math.max(0, Math.min(1, done / time)), each ? Math.max(0, Math.ceil((done - time) / each)) : ways.length);
    motion = requestAnimationFrame(next);
  };
  next(begun);
}

function setTour(on) {
  isTour = on;
  $("as-tour").setAttribute("aria-pressed", String(on));
  $("as-words").setAttribute("aria-pressed", String(!on));
  redraw();
}

/// Begins the run again after the GPU was lost or did not answer. Since an edited shader is a possible cause, the edits
/// stay in the editor but do not run.
export function again() {
  for (const [pass, text] of edits) drafts.set(pass, text);
  edits.clear();
  packed.clear();
  // No function of the old run is called, since the call may never return.
  const pass = passesShown;
  run = undefined;
  isWaiting = false;
  playing = false;
  opened();
  showPass(shown);
  return act(() => begin(pass));
}

function opened() {
  $("compile").disabled = !gpu.name;
  lessons.setEnabled(Boolean(gpu.name));
}

function setZoom(wanted) {
  zoom = Math.max(1, Math.min(8, wanted));
  $("farther").disabled = zoom === 1;
  $("closer").disabled = zoom === 8;
  $("frame").classList.toggle("zoomed", zoom > 1);
  redraw();
  const frame = $("frame");
  const [row, col] = [Math.floor((looked ?? asked.start) / asked.cols), (looked ?? asked.start) % asked.cols];
  frame.scrollTo(((col + 0.5) / asked.cols) * frame.scrollWidth - frame.clientWidth / 2, ((row + 0.5) / asked.rows) * frame.scrollHeight - frame.clientHeight / 2);
}

const isDark = () => document.documentElement.dataset.theme === "dark";

/// Runs `work` after all earlier work has ended. If `work` fails, shows the error.
function act(work) {
  return inTurn(async () => {
    try {
      await work();
    } catch (error) {
      setPlaying(false);
      say(words(error));
      redraw();
    }
  });
}

/// Shows the text of an error. An empty text hides the previous error.
function say(text) {
  $("wrong").hidden = !text;
  $("wrong").textContent = text ?? "";
  explain($("wrong"));
}

// The following functions start and control the run.

function fromLink() {
  const lists = { rules: wasm.rules(), schedules: wasm.schedules() };
  const found = read(location.hash, asked, lists);
  asked = found.asked;
  return act(async () => {
    for (const [pass, code] of found.edits.entries()) {
      const text = await unpack(code);
      if (text === undefined || !gpu.name) continue;
      edits.set(pass, text);
      packed.set(pass, code);
      drafts.delete(pass);
    }
    showPass(shown);
    await begin(found.pass);
    if (found.guide) guide.open(found.guide);
  });
}

/// Writes the current settings and the number of passes into the URL of the page.
function remember() {
  if (run) history.replaceState(null, "", write(asked, passesShown, packed, guide.at()));
}

/// Shows a step of the guide: the board `FIRST` after `pass` passes. If `square` is true, also selects the knight's
/// square, so that the page shows the state of this square.
function showStep(pass, square) {
  // The zoom is reset now and not when the step is shown, since the visitor can enlarge the board in the meantime.
  setZoom(1);
  return act(async () => {
    asked = FIRST;
    edits.clear();
    packed.clear();
    looked = undefined;
    await begin(pass);
    if (square) look(run.knight()[pass ? 1 : 0]);
  });
}

function fromForm() {
  if (!$("asked").reportValidity()) return;
  const [rows, cols] = [Number($("rows").value), Number($("cols").value)];
  const isNew = rows !== asked.rows || cols !== asked.cols;
  asked = { ...asked, rows, cols, rule: $("rule").value, schedule: $("schedule").value, seed: Number($("seed").value) };
  if (isNew) {
    asked.holes = new Set();
    asked.start = 0;
    looked = undefined;
    setZoom(1);
  }
  act(() => begin(0));
}

async function begin(pass) {
  setPlaying(false);
  const made = new wasm.RunRequest(asked.rows, asked.cols, Uint32Array.from(asked.holes), asked.start)
    .by(asked.rule, asked.seed).laid(asked.schedule);
  const next = await wasm.Run.begin(made, Boolean(gpu.name));
  run?.free();
  run = next;
  for (const [id, value] of Object.entries({ rows: asked.rows, cols: asked.cols, rule: asked.rule, schedule: asked.schedule, seed: asked.seed })) $(id).value = value;
  $("seed-label").hidden = asked.rule !== "random";
  for (const [edited, text] of edits) run.edit(edited, text);
  // To find the last pass, the mirror runs to the end. This is only necessary if the link contains a pass.
  await goTo(pass && Math.min(pass, run.last()));
}

/// True if the run waits for the GPU. In this case, the functions of the run must not be called.
let isWaiting = false;

async function advance(passes) {
  isWaiting = true;
  try {
    await run.go_to(passes);
  } finally {
    isWaiting = false;
  }
}

/// Goes to the state after `passes` passes, and records the words that the last pass changed.
async function goTo(passes) {
  let earlier = state;
  if (passes === 0) earlier = undefined;
  else if (passes !== run.passes() + 1) {
    await advance(stopBefore(passes));
    earlier = run.state();
  }
  await advance(passes);
  state = run.state();
  before = earlier?.length === state.length ? earlier : state;
  changed = [];
  for (let word = 0; word < state.length; word++) {
    if (state[word] !== before[word]) changed[word >> 2] |= 1 << (word & 3);
  }
  after();
}

async function toEnd() {
  setPlaying(false);
  await goTo(run.last());
}

/// Returns the largest stopping point below `passes`, or 0 if no stopping point is below `passes`. A stopping point is
/// a number of passes after which the schedule can stop.
function stopBefore(passes) {
  if (asked.schedule === "fused") return Math.max(0, 3 * Math.ceil(passes / 3) - 3);
  if (asked.schedule !== "resident") return Math.max(0, passes - 1);
  return passes <= 2 ? 0 : Math.max(2, passes - 3);
}

/// Shows the current state of the run.
function after() {
  const [passes, word] = [run.passes(), run.word()];
  passesShown = passes;
  const last = passes % 3 === 0 ? 2 : (passes % 3) - 1;
  [...$("passes").children].forEach((item, pass) => {
    item.classList.toggle("done", passes > 0 && pass === last);
    item.classList.toggle("edited", edits.has(pass));
  });
  // The editor shows the shader of the last pass, unless a shader is being edited.
  if (!playing && passes > 0 && $("compile").hidden) showPass(last);
  const visits = state.filter((value, at) => at % 4 === 0 && value !== 0 && value !== HOLE).length;
  const all = asked.rows * asked.cols - asked.holes.size;
  sent = { invoked: run.invoked(), lanes: run.lanes() };
  const [at, to] = run.knight();
  const isPicked = last === 1 && passes > 0 && to !== at && word === "running";
  chosen = isPicked ? to : undefined;
  ways = isPicked ? MOVES.slice(1).map((move) => target(at, move)).filter((square) => state[4 * square] === 0) : [];
  wrong = new Set(run.differences().filter((_, at) => at % 4 === 0));
  $("invoked").textContent = dispatch.says(sent);
  explain($("invoked"));
  let where = `${passes ? `Pass ${passes}, ` : ""}${run.caption()}. ${visits} of ${all} squares visited.`;
  const difference = run.difference();
  const isDone = !difference && word === "done";
  where = upper(where);
  if (isDone) where = `Done: ${article(run.judged())}, checked. ${visits} squares.`;
  isClosed = isDone && run.judged().startsWith("closed");
  if (isDone !== wasDone) setTour((wasDone = isDone));
  if (!difference && word === "stuck") where = `Stuck after ${visits} of ${all} squares: no unvisited neighbour is left.`;
  $("where").textContent = where;
  say(difference && `The GPU and the mirror on the CPU differ. ${upper(difference)}.`);
  showDifferences();
  if (difference || word !== "running") setPlaying(false);
  $("back").disabled = $("first").disabled = passes === 0;
  $("step").disabled = $("play").disabled = $("last").disabled = word !== "running" || Boolean(difference);
  // Browsers limit the rate of changes to the address, so the address is not updated during playback.
  if (!playing) remember();
  describe();
  move(playing ? pause() : 450);
}

/// Returns the square reached from `square` by the move [`down`, `right`], or -1 if that square is not on the board.
function target(square, [down, right]) {
  const [row, col] = [Math.floor(square / asked.cols) + down, (square % asked.cols) + right];
  return row >= 0 && col >= 0 && row < asked.rows && col < asked.cols ? row * asked.cols + col : -1;
}

/// Lists the state words in which the GPU differs from the mirror, square by square.
function showDifferences() {
  const found = run.differences();
  const body = $("differences").tBodies[0];
  body.replaceChildren();
  for (let at = 0; at < Math.min(found.length, 4 * 12); at += 4) {
    const [square, word, here, there] = found.subarray(at, at + 4);
    const row = body.insertRow();
    for (const text of [run.name(square), WORDS[word].slice(0, 2).join(" "), here, there]) row.insertCell().textContent = text;
  }
  if (found.length > 4 * 12) body.insertRow().insertCell().textContent = `… ${found.length / 4 - 12} more`;
  $("differing").hidden = !found.length;
  $("differing").firstElementChild.textContent = found.length === 4 ? "The word that differs" : `The ${found.length / 4} words that differ`;
}

const article = (text) => `${/^[aeiou]/.test(text) ? "an" : "a"} ${text}`;
const upper = (text) => text[0].toUpperCase() + text.slice(1);

// The following functions control the playback.

async function setPlaying(on) {
  const was = playing;
  playing = on;
  const [shape, name] = on ? ["M3 2h4v12H3zM9 2h4v12H9z", "Pause"] : ["M3 2v12l11-6z", "Play"];
  $("play").innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${shape}"/></svg> ${name}`;
  $("play").setAttribute("aria-label", on ? "Pause" : "Play");
  if (was && !on) remember();
  if (!on || was) return;
  while (playing) {
    await act(() => playing && goTo(run.passes() + 1));
    await new Promise((resolve) => setTimeout(resolve, pause()));
  }
}

/// Returns the time between two passes of the playback, in milliseconds.
function pause() {
  const pace = Number($("pace").value);
  return pace >= 10 ? 0 : 900 / 1.9 ** pace;
}

// The following functions show the selected square.

function look(square) {
  if (square === looked) return;
  looked = square;
  describe();
  redraw();
}

function describe() {
  if (!run || isWaiting) return;
  const text = $("square");
  if (looked === undefined || looked >= asked.rows * asked.cols) {
    const list = ways.map((square) => `${run.name(square)} (rank ${state[4 * square + 2]})`).join(", ");
    text.innerHTML = ways.length ? `The knight can go to ${list}. It picks <b>${run.name(chosen)}</b>.`
      : "Point at a square, or touch it, to see its four words, and what its invocation reads and writes.";
    explain(text);
    return;
  }
  const cell = state.subarray(4 * looked, 4 * looked + 4);
  const name = run.name(looked);
  if (cell[0] === HOLE) {
    text.innerHTML = `<b>${name}</b> is a hole: it is never visited, and its words never change.`;
    return;
  }
  const to = cell[3] && cell[3] <= 8 ? ` to ${nameOf(target(looked, MOVES[cell[3]]), asked)}` : "";
  const values = [cell[0] || "not yet", PHASES[cell[1]] ?? cell[1], cell[2], cell[3] ? `move ${cell[3]}${to}` : "none"];
  const list = WORDS.map(([letter, meaning, tint], at) => `<span class="word"><b class="${tint}">${letter}</b> ${meaning} <b>${values[at]}</b></span>`);
  const { reads, writes } = SAYS[shown];
  text.innerHTML = `<b>${name}</b> &ensp; ${list.join(" · ")}<br>In <b>${wasm.passes()[shown]}</b> the invocation of ${name} reads ${reads} (the ${run.neighbours(looked).length} dashed ones); it writes ${writes}.`;
  explain(text);
}

function click(square) {
  const what = document.querySelector("input[name=click]:checked").value;
  if (what === "start" && !asked.holes.has(square)) asked = { ...asked, start: square };
  else if (what === "hole" && square !== asked.start) {
    const holes = new Set(asked.holes);
    if (!holes.delete(square)) holes.add(square);
    asked = { ...asked, holes };
  } else return;
  act(() => begin(0));
}

function boardKey(event) {
  const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  if (by) {
    const from = looked ?? asked.start;
    const [row, col] = [Math.floor(from / asked.cols) + by[0], (from % asked.cols) + by[1]];
    if (row >= 0 && col >= 0 && row < asked.rows && col < asked.cols) look(looked === undefined ? from : row * asked.cols + col);
  } else if (event.key === "Enter" && looked !== undefined) click(looked);
  else return;
  event.preventDefault();
}

function pageKey(event) {
  if ($("knight").hidden || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (event.key === " " && event.target.tagName === "BUTTON") return;
  const id = { " ": "play", ".": "step", ",": "back", Home: "first", End: "last" }[event.key];
  if (!id) return;
  event.preventDefault();
  if (!$(id).disabled) $(id).click();
}

// The following functions show and run the shaders of the passes.

/// Returns the current source of a pass: the edited source if it exists, otherwise the original.
const running = (pass) => edits.get(pass) ?? wasm.own_wgsl(pass);

function showPass(pass) {
  shown = pass;
  [...$("passes").children].forEach((item, at) => {
    item.classList.toggle("shown", at === pass);
    item.firstChild.setAttribute("aria-pressed", String(at === pass));
  });
  $("pass-title").textContent = `${wasm.passes()[pass]}.wgsl`;
  $("pass-says").textContent = SAYS[pass].long;
  $("shared").textContent = wasm.shared_wgsl(pass);
  editor.show(drafts.get(pass) ?? running(pass), wasm.own_wgsl(pass));
  editing();
  describe();
}

/// Shows the buttons that apply to the text in the editor.
function editing() {
  $("compile").hidden = editor.text() === running(shown);
  $("restore").hidden = editor.text() === wasm.own_wgsl(shown) && !edits.has(shown);
}

/// Compiles the text in the editor. Runs the result from the beginning to the current pass or, during a lesson, to the
/// end.
async function compile() {
  setPlaying(false);
  const text = editor.text();
  const said = await wasm.messages(shown, text);
  editor.report(said);
  if (said.length) return;
  await runEdited(shown, text, lessons.isOpen() ? Infinity : Math.max(3, run.passes()));
}

async function restore() {
  const own = wasm.own_wgsl(shown);
  editor.show(own, own);
  await runEdited(shown, own, 0, false);
}

/// Runs `text` as the shader of `pass`. Stops after `passes` passes or at the end of the run. Stops earlier if the GPU
/// and the mirror differ in a word of a square.
async function runEdited(pass, text, passes, isMended = true) {
  drafts.delete(pass);
  if (text === wasm.own_wgsl(pass)) {
    edits.delete(pass);
    packed.delete(pass);
  } else {
    edits.set(pass, text);
    packed.set(pass, await pack(text));
  }
  // An edited pass needs a schedule that dispatches each pass. A resident run dispatches separate passes only before
  // its first move, and a fused run never does.
  if (edits.size && ["fused", "resident"].includes(asked.schedule)) asked = { ...asked, schedule: "whole" };
  await begin(0);
  while (run.passes() < Math.min(passes, run.last()) && !run.difference() && run.word() === "running") await goTo(run.passes() + 1);
  lessons.ran(run.difference() && (run.differences()[1] ?? 0), isMended);
  editing();
}

/// Applies the function `change` of a lesson to the shader text of a pass. The changed text breaks a rule of the
/// decision cycle. Shows the changed text in the editor, but does not run it yet. The board shows the state before the
/// first pass.
function tryLesson(pass, change) {
  return act(async () => {
    const text = await change(wasm.own_wgsl(pass));
    asked = FIRST;
    for (const kept of [edits, packed, drafts]) kept.clear();
    drafts.set(pass, text);
    await begin(0);
    showPass(pass);
    $("code").scrollIntoView();
  });
}

// The following functions save pictures.

function picture(ending) {
  return act(async () => {
    const name = `tour-${asked.rows}x${asked.cols}-${nameOf(asked.start, asked)}.${ending}`;
    const svg = new Blob([run.svg(isDark())], { type: "image/svg+xml" });
    save(name, ending === "png" ? await painted(svg) : svg);
    $("saved").textContent = `Saved ${name}.`;
  });
}

/// Converts an SVG drawing to a PNG. The width and the height of the PNG are twice those of the drawing.
async function painted(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  await image.decode();
  URL.revokeObjectURL(image.src);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    $("saved").textContent = "The link is copied.";
  } catch {
    $("saved").textContent = "The link is the address of this page.";
  }
}
