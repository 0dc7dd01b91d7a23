// Draws a state of the board.

import { wasm } from "./engine.js";
import { file } from "./link.js";

export const HOLE = 0xffffffff;
export const PHASES = ["empty", "arrived", "acknowledged", "departing", "left"];
/// The offsets of the move codes as rows down and columns right.
export const MOVES = [[0, 0], [2, 1], [-2, 1], [2, -1], [-2, -1], [1, 2], [-1, 2], [1, -2], [-1, -2]];

/// Width in pixels of the margin with the letters and numbers of the board.
const MARGIN = 18;
/// Minimum font size of a rank in pixels.
const LEGIBLE = 12;

/// A media query that matches if the operating system is set to reduce motion.
export const still = matchMedia("(prefers-reduced-motion: reduce)");

/// Returns a colour of the page by its name in style.css.
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/// Sets a canvas to the resolution of the screen. Returns the drawing context of the canvas, scaled to CSS pixels.
export function sharpen(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

/// Returns the side of a square, the width of the margin, the left edge of the board, and the size of the canvas. The
/// board fits an area that is `zoom` times as wide and as high as the parent element of the canvas. The margin contains
/// the letters and numbers of the board. Its width is 0 if the squares are too small for letters and numbers.
export function layout(canvas, { rows, cols, zoom = 1 }) {
  const frame = canvas.parentElement;
  const width = frame.clientWidth * zoom;
  const fitting = (margin) => Math.max(2, Math.min((width - margin) / cols, (frame.clientHeight * zoom - margin) / rows, 150));
  const margin = fitting(MARGIN) >= 15 ? MARGIN : 0;
  const side = fitting(margin);
  return { side, margin, left: margin + (width - margin - side * cols) / 2, width, height: side * rows + margin };
}

/// Returns the square at a position on the canvas, or `undefined` if no square is there.
export function squareAt(canvas, board, x, y) {
  const { side, left } = layout(canvas, board);
  const [row, col] = [Math.floor(y / side), Math.floor((x - left) / side)];
  return row >= 0 && col >= 0 && row < board.rows && col < board.cols ? row * board.cols + col : undefined;
}

/// Draws the path through the squares of `order` in the gradient colours of a tour. An unknown square (-1) leaves a
/// gap.
export function way(at, order, middle, wide, isClosed) {
  const tints = wasm.colours("light");
  // The dark theme omits the first colours, which would be too dark. The light theme omits the last colours, which
  // would be too light.
  const [least, most] = document.documentElement.dataset.theme === "dark" ? [70, 255] : [0, 235];
  at.lineWidth = wide;
  at.lineCap = "round";
  for (let visit = isClosed ? 0 : 1; visit < order.length; visit++) {
    const [from, to] = [order.at(visit - 1), order[visit]];
    if (!(from >= 0 && to >= 0)) continue;
    const tint = 3 * Math.floor(least + ((most - least) * visit) / order.length);
    at.strokeStyle = `rgb(${tints[tint]} ${tints[tint + 1]} ${tints[tint + 2]})`;
    at.beginPath();
    at.moveTo(...middle(from));
    at.lineTo(...middle(to));
    at.stroke();
  }
}

/// Returns the visited squares in visiting order: entry i is the square with the visit number i + 1, or -1 if no square
/// has this number.
export function orderOf(state) {
  const order = [];
  for (let square = 0; 4 * square < state.length; square++) {
    const visit = state[4 * square];
    if (visit && visit <= state.length / 4) order[visit - 1] = square;
  }
  return Array.from(order, (square) => square ?? -1);
}

/// Draws the board of `view`, which has these fields:
///
/// - `state` has four words per square. `before` is the state before the last pass.
/// - `part` is the completed fraction of the motion from `before` to `state`.
/// - `passes` is the number of completed passes.
/// - `changed` has one mask per square. The mask selects those words of the square that the last pass changed.
/// - `invoked` contains the squares with invocations.
/// - `lit` contains the squares that a line of the shader reads.
/// - `ways` contains the possible targets of the knight, and `chosen` is the knight's choice.
/// - `looked` is the selected square, and `neighbours` contains the neighbours of this square.
/// - `wrong` contains the squares that differ from the mirror.
/// - If `isTour` is true, only the path is drawn. If `isClosed` is also true, the path is drawn as a closed path.
export function draw(canvas, view) {
  const { rows, cols, state, before = state, part = 1, passes, changed, invoked = [], lit = [], ways = [], chosen, looked, neighbours, wrong } = view;
  const { side, margin, left, width, height } = layout(canvas, view);
  canvas.style.width = `${width}px`;
  const at = sharpen(canvas, width, height);
  const ink = Object.fromEntries(["ink", "quiet", "light", "dark", "hole", "lit", "shade", "read", "wrong", "accent", "r", "g", "b", "a", "panel"].map((name) => [name, colour(name)]));
  const middle = (square) => [left + ((square % cols) + 0.5) * side, (Math.floor(square / cols) + 0.5) * side];
  const font = (size, weight = 400) => `${weight} ${size}px system-ui, "DejaVu Sans", sans-serif`;
  const fill = (square, tint) => {
    const [x, y] = middle(square);
    at.fillStyle = tint;
    at.fillRect(x - side / 2, y - side / 2, side + 0.5, side + 0.5);
  };
  const frame = (square, tint, wide) => {
    const [x, y] = middle(square);
    at.strokeStyle = tint;
    at.lineWidth = wide;
    at.strokeRect(x - side / 2 + wide / 2, y - side / 2 + wide / 2, side - wide, side - wide);
  };
  at.clearRect(0, 0, width, height);

  for (let square = 0; square < rows * cols; square++) {
    const isHole = state[4 * square] === HOLE;
    fill(square, isHole ? ink.hole : (square % cols + Math.floor(square / cols)) % 2 ? ink.dark : ink.light);
  }
  if (!view.isTour) for (const square of invoked) fill(square, ink.shade);
  for (const square of lit) fill(square, ink.read);
  if (chosen !== undefined) fill(chosen, ink.panel);
  at.globalAlpha = 0.16;
  for (const square of wrong) fill(square, ink.wrong);
  at.globalAlpha = 1;

  at.textAlign = "center";
  at.textBaseline = "middle";
  const order = orderOf(state);
  if (view.isTour) {
    way(at, order, middle, Math.max(1.5, side * 0.13), view.isClosed);
    for (const [square, hollow] of [[order.at(-1), true], [order[0], false]]) {
      if (!(square >= 0)) continue;
      at.beginPath();
      at.arc(...middle(square), Math.max(3, side * 0.22), 0, 7);
      at.fillStyle = hollow ? ink.panel : ink.ink;
      [at.strokeStyle, at.lineWidth] = [ink.ink, Math.max(1.5, side * 0.05)];
      at.fill();
      at.stroke();
    }
  } else {
    words();
  }

  if (looked !== undefined && state[4 * looked] !== HOLE) {
    at.strokeStyle = ink.ink;
    at.lineWidth = 1.5;
    at.setLineDash([4, 3]);
    for (const there of neighbours) {
      // The line runs from the edge of one square to the edge of the other square, so that the text in both squares
      // stays readable.
      const [[x, y], [u, v]] = [middle(looked), middle(there)];
      const far = (0.42 * side) / Math.hypot(u - x, v - y);
      at.beginPath();
      at.moveTo(x + 1.4 * far * (u - x), y + 1.4 * far * (v - y));
      at.lineTo(u - far * (u - x), v - far * (v - y));
      at.stroke();
      at.beginPath();
      at.arc(u, v, Math.max(3, side * 0.42), 0, 7);
      at.stroke();
    }
    at.setLineDash([]);
  }
  for (const square of ways) {
    at.beginPath();
    at.arc(...middle(square), side * 0.4, 0, 7);
    [at.strokeStyle, at.lineWidth] = [ink.ink, square === (chosen ?? ways.at(-1)) ? 3 : 1.5];
    at.stroke();
  }
  if (chosen !== undefined) frame(chosen, ink.accent, 4);
  if (looked !== undefined) frame(looked, ink.ink, 2);
  for (const square of wrong) frame(square, ink.wrong, Math.min(4, side * 0.06));
  if (margin) {
    at.fillStyle = ink.quiet;
    at.font = font(LEGIBLE);
    for (let col = 0; col < cols; col++) at.fillText(file(col), left + (col + 0.5) * side, rows * side + margin / 2 + 1);
    for (let row = 0; row < rows; row++) at.fillText(String(rows - row), left - margin / 2, (row + 0.5) * side);
  }

  /// Draws the path so far and the knight, which can be between two squares. If the squares are large enough, also
  /// writes the values of the state of every square.
  function words() {
    const [from, to] = [4, 1].map((phase) => changed?.findIndex((mask, square) => mask & 2 && state[4 * square + 1] === phase));
    const isMoving = part < 1 && from >= 0 && to >= 0;
    const place = (square) => {
      if (!isMoving || square !== to) return middle(square);
      const [[x, y], [u, v]] = [middle(from), middle(to)];
      const eased = part * part * (3 - 2 * part);
      return [x + eased * (u - x), y + eased * (v - y)];
    };
    at.strokeStyle = ink.accent;
    at.globalAlpha = 0.45;
    at.lineWidth = Math.max(1, side * 0.045);
    at.lineJoin = "round";
    at.beginPath();
    order.forEach((square, index) => {
      if (square < 0) return;
      if (index === 0 || order[index - 1] < 0) at.moveTo(...place(square));
      else at.lineTo(...place(square));
    });
    at.stroke();
    at.globalAlpha = 1;

    let knight;
    for (let square = 0; square < rows * cols; square++) {
      // If a value of the state has changed, the new value appears in the middle of the motion.
      const [visit, phase, rank, next] = (part < 0.5 ? before : state).subarray(4 * square, 4 * square + 4);
      if (visit === HOLE) continue;
      const [x, y] = middle(square);
      const mask = changed?.[square] ?? 0;
      if (mask) frame(square, ink.lit, Math.max(1.5, side * 0.025));
      const word = (bit, text, tint, dx, dy, size) => {
        const weight = mask & bit ? 800 : 500;
        // If the last pass changed a value, the text of this value grows and shrinks again. A text that is too long for
        // the square is drawn smaller.
        if (mask & bit) size *= 1 + 0.5 * Math.sin(Math.PI * part);
        at.font = font(size, weight);
        const long = at.measureText(text).width / (side * 0.92);
        if (long > 1) at.font = font(size / long, weight);
        at.fillStyle = tint;
        at.fillText(text, x + dx * side, y + dy * side + side * 0.01);
      };
      const isKnight = phase >= 1 && phase <= 3;
      if (isKnight) knight = square;
      const [corner, small] = [isKnight ? 0.31 : 0, Math.max(LEGIBLE, side * 0.2)];
      if (visit && side >= (isKnight ? 40 : 22)) word(1, String(visit), ink.r, corner, -corner, isKnight ? small : side * (visit > 999 ? 0.28 : 0.36));
      // The rank of an unvisited square is drawn in the middle. The rank of a visited square is shown only if the rank
      // has changed.
      if (passes > 0 && (isKnight ? side >= 40 : visit === 0 && side >= LEGIBLE + 2)) {
        word(4, String(rank), ink.b, -corner, -corner, isKnight ? small : Math.max(LEGIBLE, side * 0.36));
      } else if (mask & 4 && visit && side >= 40) {
        word(4, String(rank), ink.b, -0.33, -0.33, small);
      }
      if (side >= 40 && (mask & 2 || isKnight)) word(2, side >= 74 ? PHASES[phase] ?? String(phase) : String(phase), ink.g, 0, 0.37, side >= 74 ? Math.max(11, side * 0.145) : small);
      if (side >= 30 && next >= 1 && next <= 8 && (visit === 0 || isKnight || mask & 8)) {
        arrow(at, x + side * 0.33, y + side * (isKnight ? 0.05 : 0.33), side, next, mask & 8 ? ink.lit : ink.a, mask & 8 || isKnight ? 1 : 0.6, mask & 8 ? part : 1);
      }
    }
    if (isMoving) knight = to;
    if (knight === undefined) return;
    const [x, y] = place(knight);
    at.font = font(side * 0.7);
    at.fillStyle = ink.ink;
    at.fillText("♞\uFE0E", x, y - (side >= 40 ? side * 0.02 : 0));
  }
}

/// Draws a short arrow in the direction of a move. `part` is the drawn fraction of the arrow's length.
function arrow(at, x, y, side, next, tint, strength, part) {
  const [down, right] = MOVES[next];
  const reach = side * 0.12;
  at.save();
  at.translate(x, y);
  at.rotate(Math.atan2(down, right));
  at.globalAlpha = strength;
  at.strokeStyle = tint;
  at.lineWidth = Math.max(1.2, side * 0.03);
  at.beginPath();
  at.moveTo(-reach, 0);
  at.lineTo((2 * part - 1) * reach, 0);
  at.moveTo((1.35 * part - 1) * reach, -reach * 0.55 * part);
  at.lineTo((2 * part - 1) * reach, 0);
  at.lineTo((1.35 * part - 1) * reach, reach * 0.55 * part);
  at.stroke();
  at.restore();
}
