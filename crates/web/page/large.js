// Shows large boards as heat maps of the visit numbers, with zoom.

import { MOVES, colour, sharpen } from "./board.js";
import { gpu, inTurn, onCpu, same, time, wasm, words } from "./engine.js";
import * as work from "./work.js";

const $ = (id) => document.getElementById(id);

let tour;
/// The number of the latest request. The results of older requests are dropped.
let turn = 0;
/// The visible part of the board: the column and the row at the top left, and the side of a square in CSS pixels.
let view = { left: 0, top: 0, side: 0 };
/// True if the whole board is always shown, at any size of the window.
let isWhole = true;

export function start() {
  $("large-asked").addEventListener("submit", (event) => {
    event.preventDefault();
    make();
  });
  for (const palette of wasm.palettes()) if (palette !== "dark") $("large-palette").append(new Option(palette));
  $("large-palette").addEventListener("change", redraw);
  const canvas = $("large-canvas");
  canvas.addEventListener("wheel", (event) => {
    if (!tour) return;
    event.preventDefault();
    zoom(1.2 ** (-event.deltaY / 60), event.offsetX, event.offsetY);
  }, { passive: false });
  const fingers = new Map();
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
  });
  canvas.addEventListener("pointermove", (event) => {
    look(event.offsetX, event.offsetY);
    const before = fingers.get(event.pointerId);
    if (!before || !tour) return;
    const now = [event.offsetX, event.offsetY];
    const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    if (others.length === 1) {
      const [other] = others;
      const far = ([x, y]) => Math.hypot(x - other[0], y - other[1]) || 1;
      zoom(far(now) / far(before), ...other);
    } else if (!others.length) {
      move((before[0] - now[0]) / view.side, (before[1] - now[1]) / view.side);
    }
    fingers.set(event.pointerId, now);
  });
  for (const event of ["pointerup", "pointercancel"]) canvas.addEventListener(event, ({ pointerId }) => fingers.delete(pointerId));
  canvas.addEventListener("keydown", (event) => {
    const by = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (by) move((by[0] * 60) / view.side, (by[1] * 60) / view.side);
    else if (event.key === "+" || event.key === "=") zoomMiddle(1.5);
    else if (event.key === "-") zoomMiddle(1 / 1.5);
    else return;
    event.preventDefault();
  });
  $("zoom-in").addEventListener("click", () => zoomMiddle(2));
  $("zoom-out").addEventListener("click", () => zoomMiddle(0.5));
  $("zoom-all").addEventListener("click", () => {
    all();
    draw();
  });
  make();
}

export function redraw() {
  if (!tour) return;
  if (isWhole) all();
  move(0, 0);
}

/// Makes the tour again after the GPU was lost.
export const again = () => make();

async function make() {
  if (!$("large-asked").reportValidity()) return;
  const asked = {
    rows: Number($("large-rows").value), cols: Number($("large-cols").value), closed: $("large-closed").checked,
    seed: Number($("large-seed").value), method: $("large-method").value,
  };
  const mine = (turn += 1);
  $("large-says").textContent = "At work …";
  try {
    let says = `${(asked.rows * asked.cols).toLocaleString("en")} squares numbered and proven to be ${asked.closed ? "a closed" : "an open"} tour.`;
    for (const onGpu of gpu.name ? [true, false] : [false]) {
      const isFirst = onGpu || !gpu.name;
      const show = (progress) => {
        if (isFirst && mine === turn) $("large-says").textContent = `At work: ${progress} …`;
      };
      const told = (alive) => (progress) => {
        alive();
        show(progress);
      };
      const result = onGpu ? await inTurn((alive) => work.large(wasm, true, asked, told(alive))) : await onCpu("large", asked, show);
      if (mine !== turn) return;
      const at = (visit) => result.visits.indexOf(visit);
      if (isFirst) tour = { ...asked, visits: result.visits, ends: [at(1), at(asked.rows * asked.cols)] };
      else if (!same(tour.visits, result.visits)) throw new Error("the GPU and the CPU made different tours");
      const [numbers, proof] = asked.method === "grown" ? ["all passes", "proof and read-back"] : ["numbers", "proof"];
      says += ` ${onGpu ? "Your GPU" : "Your CPU, one core"}: ${numbers} ${time(result.numbers)}, ${proof} ${time(result.proof)}${isFirst ? "" : "; the same tour"}.`;
      $("large-says").textContent = says;
      if (isFirst) isWhole = true;
      if (!$("large").hidden) redraw();
      if (!isFirst) break;
    }
  } catch (error) {
    if (mine !== turn) return;
    $("large-says").textContent = words(error);
  }
}

/// Returns the width and the height of the canvas in CSS pixels.
function extent() {
  const width = $("large-canvas").clientWidth;
  const whole = (width * tour.rows) / tour.cols;
  // The zoom buttons must stay inside the window.
  const room = innerHeight - $("large-canvas").getBoundingClientRect().top - scrollY - 60;
  return [width, Math.max(240, Math.min(whole, room))];
}

function least() {
  const [width, height] = extent();
  return Math.min(width / tour.cols, height / tour.rows);
}

function all() {
  const [width, height] = extent();
  const side = least();
  isWhole = true;
  view = { side, left: (tour.cols - width / side) / 2, top: (tour.rows - height / side) / 2 };
}

function zoomMiddle(by) {
  if (!tour) return;
  const [width, height] = extent();
  zoom(by, width / 2, height / 2);
}

function zoom(by, x, y) {
  const side = Math.max(least(), Math.min(64, view.side * by));
  isWhole = side === least();
  view = { side, left: view.left + x / view.side - x / side, top: view.top + y / view.side - y / side };
  move(0, 0);
}

/// Moves the view by `cols` columns and `rows` rows. The view stays within the board.
function move(cols, rows) {
  if (!tour) return;
  const [width, height] = extent();
  view.side = Math.max(view.side, least());
  const bound = (at, seen, there) => (seen >= there ? (there - seen) / 2 : Math.max(0, Math.min(at, there - seen)));
  view.left = bound(view.left + cols, width / view.side, tour.cols);
  view.top = bound(view.top + rows, height / view.side, tour.rows);
  draw();
}

function look(x, y) {
  if (!tour) return;
  const [col, row] = [Math.floor(view.left + x / view.side), Math.floor(view.top + y / view.side)];
  const isOn = row >= 0 && col >= 0 && row < tour.rows && col < tour.cols;
  $("large-square").textContent = isOn ? `row ${row}, column ${col}: visit ${tour.visits[row * tour.cols + col].toLocaleString("en")}` : "";
}

function draw() {
  const canvas = $("large-canvas");
  const { rows, cols, visits } = tour;
  const [width, height] = extent();
  const at = sharpen(canvas, width, height);
  const colours = wasm.colours($("large-palette").value);
  const ratio = canvas.width / width;
  const [wide, tall] = [canvas.width, canvas.height];
  const image = at.createImageData(wide, tall);
  const scale = 256 / (rows * cols);
  // The colours of a mosaic are a smooth gradient, which does not show the tiles. Therefore the squares are also shaded
  // in two ways. Both ways are chosen for 8x8 tiles, the most common size. In the first shading, the squares become
  // lighter and then darker again over every 8 * rows visits, the number of squares in a column of tiles. In the second
  // shading, the squares become lighter over every 64 visits, the number of squares in a tile. The second shading is
  // weaker if the squares are smaller than 9 pixels.
  const [far, near] = tour.method === "mosaic" ? [0.5, 0.6 * Math.min(1, view.side / 9)] : [0, 0];
  for (let y = 0; y < tall; y++) {
    const row = Math.floor(view.top + y / ratio / view.side);
    if (row < 0 || row >= rows) continue;
    for (let x = 0; x < wide; x++) {
      const col = Math.floor(view.left + x / ratio / view.side);
      if (col < 0 || col >= cols) continue;
      const visit = visits[row * cols + col] - 1;
      const tint = 3 * Math.min(255, Math.floor(visit * scale));
      const to = 4 * (y * wide + x);
      const light = (1 - far * Math.abs(2 * ((visit / (8 * rows)) % 1) - 1)) * (1 - near * (1 - (visit & 63) / 63));
      for (let part = 0; part < 3; part++) image.data[to + part] = colours[tint + part] * light;
      image.data[to + 3] = 255;
    }
  }
  at.putImageData(image, 0, 0);
  if (view.side >= 9) line(at, width, height);
  ends(at, width, height);
  legend(colours);
}

/// Marks the first and the last square of the tour.
function ends(at, width, height) {
  at.font = "600 13px system-ui, \"DejaVu Sans\", sans-serif";
  at.textBaseline = "middle";
  for (const [end, name] of ["start", "end"].entries()) {
    const square = tour.ends[end];
    const [x, y] = [((square % tour.cols) + 0.5 - view.left) * view.side, (Math.floor(square / tour.cols) + 0.5 - view.top) * view.side];
    if (x < 0 || y < 0 || x > width || y > height) continue;
    const wide = at.measureText(name).width;
    // One label is above its square and the other label is below its square, so that the labels do not overlap.
    const isBelow = y < 34 || (end === 1 && y < height - 34);
    const [left, top] = [Math.max(4, Math.min(x - wide / 2, width - wide - 4)), y + (isBelow ? 22 : -22)];
    for (const [tint, thick] of [[colour("panel"), 5], [colour("ink"), 2]]) {
      [at.strokeStyle, at.lineWidth] = [tint, thick];
      at.beginPath();
      at.arc(x, y, Math.max(6, view.side * 0.35), 0, 7);
      at.stroke();
    }
    at.fillStyle = colour("panel");
    at.fillRect(left - 4, top - 10, wide + 8, 20);
    at.fillStyle = colour("ink");
    at.fillText(name, left, top);
  }
}

/// Draws the colour scale and the ruler.
function legend(colours) {
  const canvas = $("large-colours");
  const at = canvas.getContext("2d");
  for (let x = 0; x < canvas.width; x++) {
    const tint = 3 * Math.floor((x * 256) / canvas.width);
    at.fillStyle = `rgb(${colours[tint]} ${colours[tint + 1]} ${colours[tint + 2]})`;
    at.fillRect(x, 0, 1, canvas.height);
  }
  $("large-last").textContent = `visit ${(tour.rows * tour.cols).toLocaleString("en")}`;
  // The largest round number of squares whose total width is at most 120 pixels.
  const round = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 4000].filter((squares) => squares * view.side <= 120);
  const squares = round.at(-1) ?? 1;
  $("large-ruler").style.width = `${squares * view.side}px`;
  $("large-scale").textContent = squares === 1 ? "1 square" : `${squares} squares`;
}

/// Draws the path as a line from each visible square to the next square.
function line(at, width, height) {
  const { rows, cols, visits, closed } = tour;
  const [top, left] = [Math.max(0, Math.floor(view.top) - 2), Math.max(0, Math.floor(view.left) - 2)];
  const [bottom, right] = [Math.min(rows, view.top + height / view.side + 2), Math.min(cols, view.left + width / view.side + 2)];
  const place = (row, col) => [(col + 0.5 - view.left) * view.side, (row + 0.5 - view.top) * view.side];
  for (const [tint, wide] of [[colour("panel"), view.side * 0.2], [colour("ink"), view.side * 0.1]]) {
    at.strokeStyle = tint;
    at.lineWidth = wide;
    at.lineCap = "round";
    at.beginPath();
    for (let row = top; row < bottom; row++) {
      for (let col = left; col < right; col++) {
        const visit = visits[row * cols + col];
        const wanted = visit < rows * cols ? visit + 1 : closed ? 1 : 0;
        for (const [down, over] of MOVES.slice(1)) {
          const [to, too] = [row + down, col + over];
          if (to >= 0 && too >= 0 && to < rows && too < cols && visits[to * cols + too] === wanted) {
            at.moveTo(...place(row, col));
            at.lineTo(...place(to, too));
          }
        }
      }
    }
    at.stroke();
  }
}
