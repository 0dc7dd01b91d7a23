// Many knights at once: a wall of their boards.

import { colour, sharpen } from "./board.js";
import { gpu, inTurn, onCpu, time, wasm, words as wordsOf } from "./engine.js";
import * as work from "./work.js";

const $ = (id) => document.getElementById(id);

let walked;
let drawn = 0;
let frame;

export function start() {
  for (const rule of wasm.rules()) if (rule !== "squirrel-cull") $("wall-rule").append(new Option(rule));
  $("wall-rule").value = "random";
  $("wall-asked").addEventListener("submit", (event) => {
    event.preventDefault();
    walk();
  });
  walk();
}

export function redraw() {
  if (!walked) return;
  drawn = 1;
  draw();
}

/// Lets the knights walk again after the GPU was lost.
export const again = () => walk();

async function walk() {
  const asked = {
    side: Number($("wall-side").value), rule: $("wall-rule").value, seed: Number($("wall-seed").value),
    knights: Number($("wall-knights").value), drawn: innerWidth < 700 ? 48 : 144,
  };
  $("wall-says").textContent = "The knights are on their way …";
  try {
    const result = gpu.name ? await inTurn(() => work.wall(wasm, true, asked)) : await onCpu("wall", asked);
    walked = { ...asked, ...result };
    const many = (count, word) => `${count.toLocaleString("en")} ${word}`;
    $("wall-says").innerHTML = `${many(asked.knights, "knights")}: ${many(result.complete, "complete")}, ${many(result.closed, "of them closed")}. ` +
      `${gpu.name ? "GPU" : "CPU"}: ${time(result.took)}. The first ${result.paths.length} are drawn: <b class="closed">closed</b>, <b class="g">complete</b>, <b class="stuck">stuck</b> in a frame.`;
    drawn = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1 : 0;
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

/// Every board with its knight's way, as far as it is drawn yet.
function draw() {
  const canvas = $("wall-canvas");
  const { side, paths, words } = walked;
  const width = canvas.clientWidth;
  const across = Math.max(4, Math.min(16, Math.floor(width / 74)));
  const step = width / across;
  const size = step - 8;
  const at = sharpen(canvas, width, Math.ceil(paths.length / across) * step);
  const tints = { ground: colour("light"), dark: colour("dark"), closed: colour("accent"), complete: colour("g"), stuck: colour("wrong") };
  paths.forEach((path, knight) => {
    const [left, top] = [(knight % across) * step + 4, Math.floor(knight / across) * step + 4];
    const square = size / side;
    at.fillStyle = tints.ground;
    at.fillRect(left, top, size, size);
    at.fillStyle = tints.dark;
    for (let index = 0; index < side * side; index++) {
      if ((Math.floor(index / side) + index % side) % 2) at.fillRect(left + (index % side) * square, top + Math.floor(index / side) * square, square, square);
    }
    const isClosed = words[knight] >>> 31;
    const isComplete = (words[knight] & 0x7fffffff) === side * side;
    at.strokeStyle = isClosed ? tints.closed : isComplete ? tints.complete : tints.stuck;
    at.lineWidth = 1.3;
    at.lineJoin = "round";
    const middle = (index) => [left + (index % side + 0.5) * square, top + (Math.floor(index / side) + 0.5) * square];
    const shown = Math.max(1, Math.round(path.length * drawn));
    at.beginPath();
    path.subarray(0, shown).forEach((index, move) => (move ? at.lineTo(...middle(index)) : at.moveTo(...middle(index))));
    if (isClosed && shown === path.length) at.closePath();
    at.stroke();
    const [x, y] = middle(path[shown - 1]);
    at.fillStyle = at.strokeStyle;
    at.beginPath();
    at.arc(x, y, Math.max(2, square * 0.28), 0, 7);
    at.fill();
    if (!isComplete && drawn === 1) {
      at.strokeRect(left, top, size, size);
    }
  });
}
