// Shows a wall of boards, on which many knights walk at once.

import { colour, sharpen, still } from "./board.js";
import { gpu, inTurn, onCpu, time, wasm, words as wordsOf } from "./engine.js";
import * as relay from "./relay.js";
import * as work from "./work.js";

const $ = (id) => document.getElementById(id);

let walked;
let drawn = 0;
let frame;
/// The index of the board selected with the keyboard.
let chosen = 0;

export function start() {
  for (const rule of wasm.rules()) if (rule !== "squirrel-cull") $("wall-rule").append(new Option(rule));
  $("wall-rule").value = "random";
  $("wall-asked").addEventListener("submit", (event) => {
    event.preventDefault();
    walk();
  });
  const canvas = $("wall-canvas");
  canvas.addEventListener("click", (event) => {
    const { across, step } = layout();
    chosen = Math.floor(event.offsetY / step) * across + Math.floor(event.offsetX / step);
    enlarge();
  });
  canvas.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -layout().across, ArrowDown: layout().across }[event.key];
    if (event.key === "Enter") enlarge();
    else if (by) choose(chosen + by);
    else return;
    event.preventDefault();
  });
  canvas.addEventListener("focus", () => choose(chosen));
  canvas.addEventListener("blur", redraw);
  relay.start();
  // The knights start when the wall becomes visible.
  const sight = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    sight.disconnect();
    if (!walked) walk();
  });
  sight.observe($("wall-says"));
}

/// Returns the width of the wall, the number of boards per row, and the distance between boards. Lengths are in pixels.
function layout() {
  const width = $("wall-canvas").clientWidth;
  const across = Math.max(4, Math.min(16, Math.floor(width / 74)));
  return { width, across, step: width / across };
}

function choose(knight) {
  if (!walked?.paths[knight]) return;
  chosen = knight;
  $("wall-chosen").textContent = `${fate(knight)} Enter shows it large.`;
  redraw();
}

const isClosed = (knight) => Boolean(walked.words[knight] >>> 31);
const isComplete = (knight) => (walked.words[knight] & 0x7fffffff) === walked.side ** 2;

/// Describes the result of a knight in one sentence.
function fate(knight) {
  const end = isClosed(knight) ? "a closed tour" : isComplete(knight) ? "an open tour" : `stuck after ${walked.paths[knight].length} squares`;
  return `Knight ${knight + 1}: ${end}.`;
}

/// Shows the selected board enlarged and with its visit numbers.
function enlarge() {
  if (!walked?.paths[chosen]) return;
  $("enlarged-says").textContent = fate(chosen);
  $("enlarged").showModal();
  const canvas = $("enlarged-board");
  const size = Math.min(canvas.parentElement.clientWidth, innerHeight - 150, 720);
  canvas.style.width = `${size}px`;
  const at = sharpen(canvas, size, size);
  board(at, chosen, 0, 0, size, 1);
  const square = size / walked.side;
  at.fillStyle = colour("ink");
  at.font = `${square * 0.22}px system-ui, "DejaVu Sans", sans-serif`;
  walked.paths[chosen].forEach((index, move) => at.fillText(String(move + 1), ((index % walked.side) + 0.06) * square, (Math.floor(index / walked.side) + 0.26) * square));
}

export function redraw() {
  relay.redraw();
  if (!walked) return;
  drawn = 1;
  draw();
}

/// Starts the knights again after the GPU was lost.
export function again() {
  relay.again();
  walk();
}

async function walk() {
  const asked = {
    side: Number($("wall-side").value), rule: $("wall-rule").value, seed: Number($("wall-seed").value),
    knights: Number($("wall-knights").value), drawn: innerWidth < 700 ? 12 : 144,
  };
  $("wall-says").textContent = "The knights are on their way …";
  chosen = 0;
  try {
    const result = gpu.name ? await inTurn(() => work.wall(wasm, true, asked)) : await onCpu("wall", asked);
    walked = { ...asked, ...result };
    const many = (count, word) => `${count.toLocaleString("en")} ${word}`;
    $("wall-says").innerHTML = `${many(asked.knights, "knights")}: ${many(result.complete, "complete")}, ${many(result.closed, "of them closed")}. ` +
      `${gpu.name ? "GPU" : "CPU"}: ${time(result.took)}. The first ${result.paths.length} are drawn: <b class="closed">closed</b>, <b class="g">complete</b>, <b class="stuck">stuck</b> in a frame.`;
    drawn = still.matches ? 1 : 0;
    cancelAnimationFrame(frame);
    let begun;
    const next = (now) => {
      if ($("wall").hidden) return;
      begun ??= now;
      drawn = Math.max(drawn, Math.min(1, (now - begun) / 2500));
      draw();
      if (drawn < 1) frame = requestAnimationFrame(next);
    };
    frame = requestAnimationFrame(next);
  } catch (error) {
    $("wall-says").textContent = wordsOf(error);
  }
}

/// Draws every board with the visible part of its path.
function draw() {
  const canvas = $("wall-canvas");
  const { width, across, step } = layout();
  const at = sharpen(canvas, width, Math.ceil(walked.paths.length / across) * step);
  const corner = (knight) => [(knight % across) * step + 4, Math.floor(knight / across) * step + 4];
  for (const knight of walked.paths.keys()) board(at, knight, ...corner(knight), step - 8, drawn);
  if (document.activeElement === canvas) {
    at.strokeStyle = colour("ink");
    at.lineWidth = 3;
    at.strokeRect(...corner(chosen), step - 8, step - 8);
  }
}

/// Draws a board of `size` pixels with the fraction `part` of its path.
function board(at, knight, left, top, size, part) {
  const { side, paths } = walked;
  const path = paths[knight];
  const square = size / side;
  at.fillStyle = colour("light");
  at.fillRect(left, top, size, size);
  at.fillStyle = colour("dark");
  for (let index = 0; index < side * side; index++) {
    if ((Math.floor(index / side) + index % side) % 2) at.fillRect(left + (index % side) * square, top + Math.floor(index / side) * square, square, square);
  }
  at.strokeStyle = colour(isClosed(knight) ? "accent" : isComplete(knight) ? "g" : "wrong");
  at.lineWidth = Math.max(1.3, square * 0.07);
  at.lineJoin = "round";
  const middle = (index) => [left + (index % side + 0.5) * square, top + (Math.floor(index / side) + 0.5) * square];
  const shown = Math.max(1, Math.round(path.length * part));
  at.beginPath();
  path.subarray(0, shown).forEach((index, move) => (move ? at.lineTo(...middle(index)) : at.moveTo(...middle(index))));
  if (isClosed(knight) && shown === path.length) at.closePath();
  at.stroke();
  const [x, y] = middle(path[shown - 1]);
  at.fillStyle = at.strokeStyle;
  at.beginPath();
  at.arc(x, y, Math.max(2, square * 0.28), 0, 7);
  at.fill();
  if (!isComplete(knight) && part === 1) at.strokeRect(left, top, size, size);
}
