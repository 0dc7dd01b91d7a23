// The board, drawn from the state that was read back.

import { file } from "./link.js";

export const HOLE = 0xffffffff;
export const PHASES = ["empty", "arrived", "acknowledged", "departing", "left"];
/// (rows down, columns right) of each move code.
export const MOVES = [[0, 0], [2, 1], [-2, 1], [2, -1], [-2, -1], [1, 2], [-1, 2], [1, -2], [-1, -2]];

/// Pixels of the margin with the board's letters and numbers.
const MARGIN = 18;

/// A colour of the page, by its name in style.css.
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/// Makes a canvas as sharp as the screen, and gives its context, scaled to CSS pixels.
export function sharpen(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

/// The side of a square, the board's place on the canvas, and the canvas's size. `zoom` times the size that fits; beside the
/// board, where squares are large enough to be named, is a margin for its letters and numbers.
export function layout(canvas, { rows, cols, zoom = 1 }) {
  const width = canvas.parentElement.clientWidth * zoom;
  const tallest = Math.max(200, window.innerHeight - (window.innerHeight < 480 ? 170 : 300)) * zoom;
  const fitting = (margin) => Math.max(3, Math.min((width - margin) / cols, (tallest - margin) / rows, 150));
  const margin = fitting(MARGIN) >= 15 ? MARGIN : 0;
  const side = fitting(margin);
  return { side, margin, left: margin + (width - margin - side * cols) / 2, width, height: side * rows + margin };
}

/// The square at a place on the canvas, if there is one.
export function squareAt(canvas, board, x, y) {
  const { side, left } = layout(canvas, board);
  const [row, col] = [Math.floor(y / side), Math.floor((x - left) / side)];
  return row >= 0 && col >= 0 && row < board.rows && col < board.cols ? row * board.cols + col : undefined;
}

/// Draws `view`: the board's rows and cols, its state (four words per square), the number of passes done, the words that the
/// last pass changed (a mask per square), the square that is looked at with its neighbours, and the ones that are wrong.
export function draw(canvas, view) {
  const { rows, cols, state, passes, changed, looked, neighbours, wrong } = view;
  const { side, margin, left, width, height } = layout(canvas, view);
  canvas.style.width = `${width}px`;
  const at = sharpen(canvas, width, height);
  const ink = Object.fromEntries(["ink", "quiet", "light", "dark", "hole", "lit", "wrong", "accent", "r", "g", "b", "a", "panel"].map((name) => [name, colour(name)]));
  const middle = (square) => [left + ((square % cols) + 0.5) * side, (Math.floor(square / cols) + 0.5) * side];
  const font = (size, weight = 400) => `${weight} ${Math.max(6, size)}px system-ui, "DejaVu Sans", sans-serif`;
  at.clearRect(0, 0, width, height);

  for (let square = 0; square < rows * cols; square++) {
    const [x, y] = [left + (square % cols) * side, Math.floor(square / cols) * side];
    const isHole = state[4 * square] === HOLE;
    at.fillStyle = isHole ? ink.hole : (square % cols + Math.floor(square / cols)) % 2 ? ink.dark : ink.light;
    at.fillRect(x, y, side + 0.5, side + 0.5);
  }

  // The way so far: a line through the visited squares in the order of their numbers.
  const order = [];
  for (let square = 0; square < rows * cols; square++) {
    const visit = state[4 * square];
    if (visit !== 0 && visit !== HOLE && visit <= rows * cols) order[visit - 1] = square;
  }
  at.strokeStyle = ink.accent;
  at.globalAlpha = 0.45;
  at.lineWidth = Math.max(1, side * 0.045);
  at.lineJoin = "round";
  at.beginPath();
  order.forEach((square, index) => {
    const [x, y] = middle(square);
    if (index === 0 || order[index - 1] === undefined) at.moveTo(x, y);
    else at.lineTo(x, y);
  });
  at.stroke();
  at.globalAlpha = 1;

  at.textAlign = "center";
  at.textBaseline = "middle";
  for (let square = 0; square < rows * cols; square++) {
    const [visit, phase, rank, next] = state.subarray(4 * square, 4 * square + 4);
    if (visit === HOLE) continue;
    const [x, y] = middle(square);
    const mask = changed?.[square] ?? 0;
    if (mask) {
      at.strokeStyle = ink.lit;
      at.lineWidth = Math.max(1.5, side * 0.04);
      const inset = at.lineWidth / 2 + 0.5;
      at.strokeRect(x - side / 2 + inset, y - side / 2 + inset, side - 2 * inset, side - 2 * inset);
    }
    const word = (bit, text, tint, dx, dy, size) => {
      at.font = font(side * size, mask & bit ? 800 : 500);
      // A long word is made to fit the square.
      const long = at.measureText(text).width / (side * 0.92);
      if (long > 1) at.font = font((side * size) / long, mask & bit ? 800 : 500);
      if (mask & bit) {
        const wide = at.measureText(text).width + side * 0.08;
        at.fillStyle = ink.panel;
        at.fillRect(x + dx * side - wide / 2, y + dy * side - side * size * 0.62, wide, side * size * 1.2);
      }
      at.fillStyle = tint;
      at.fillText(text, x + dx * side, y + dy * side + side * 0.01);
    };
    const isKnight = phase >= 1 && phase <= 3;
    if (isKnight) {
      at.font = font(side * 0.7);
      at.fillStyle = ink.ink;
      at.globalAlpha = side >= 30 ? 0.9 : 1;
      at.fillText("♞\uFE0E", x, y - (side >= 40 ? side * 0.02 : 0));
      at.globalAlpha = 1;
    }
    if (side >= 17 && visit && !(isKnight && side < 40)) {
      if (isKnight) word(1, String(visit), ink.r, 0.33, -0.33, 0.2);
      else word(1, String(visit), ink.r, 0, 0, visit > 999 ? 0.28 : 0.36);
    }
    if (side >= 20 && passes > 0 && (mask & 4 || visit === 0 || isKnight)) {
      const [at, size] = side >= 40 ? [-0.335, 0.2] : [-0.27, 0.36];
      word(4, String(rank), ink.b, at, at, size);
    }
    if (side >= 40) {
      if (mask & 2 || isKnight) word(2, side >= 62 ? PHASES[phase] ?? String(phase) : String(phase), ink.g, 0, 0.37, side >= 62 ? 0.145 : 0.2);
    }
    if (side >= 30 && next >= 1 && next <= 8 && (visit === 0 || isKnight || mask & 8)) {
      arrow(at, x, y, side, next, mask & 8 ? ink.lit : ink.a, mask & 8 || isKnight ? 1 : 0.5);
    }
  }

  if (looked !== undefined && state[4 * looked] !== HOLE) {
    at.strokeStyle = ink.ink;
    at.lineWidth = 1.5;
    at.setLineDash([4, 3]);
    for (const there of neighbours) {
      // From edge to edge, so that both squares can be read.
      const [[x, y], [u, v]] = [middle(looked), middle(there)];
      const far = (0.42 * side) / Math.hypot(u - x, v - y);
      at.beginPath();
      at.moveTo(x + far * (u - x), y + far * (v - y));
      at.lineTo(u - far * (u - x), v - far * (v - y));
      at.stroke();
      at.beginPath();
      at.arc(u, v, Math.max(3, side * 0.42), 0, 7);
      at.stroke();
    }
    at.setLineDash([]);
  }
  const frame = (square, tint, wide) => {
    const [x, y] = middle(square);
    at.strokeStyle = tint;
    at.lineWidth = wide;
    at.strokeRect(x - side / 2 + wide / 2, y - side / 2 + wide / 2, side - wide, side - wide);
  };
  if (looked !== undefined) frame(looked, ink.ink, 2);
  for (const square of wrong) {
    frame(square, ink.wrong, Math.min(4, side * 0.06));
    const [x, y] = middle(square);
    at.fillStyle = ink.wrong;
    at.globalAlpha = 0.2;
    at.fillRect(x - side / 2, y - side / 2, side, side);
    at.globalAlpha = 1;
  }
  if (margin) {
    at.fillStyle = ink.quiet;
    at.font = font(12);
    for (let col = 0; col < cols; col++) at.fillText(file(col), left + (col + 0.5) * side, rows * side + margin / 2 + 1);
    for (let row = 0; row < rows; row++) at.fillText(String(rows - row), left - margin / 2, (row + 0.5) * side);
  }
}

/// A short arrow towards where a move leads, at the lower right of a square.
function arrow(at, x, y, side, next, tint, strength) {
  const [down, right] = MOVES[next];
  const angle = Math.atan2(down, right);
  const reach = side * 0.12;
  const [cx, cy] = [x + side * 0.33, y + side * (side >= 40 ? 0.14 : 0.33)];
  at.save();
  at.translate(cx, cy);
  at.rotate(angle);
  at.globalAlpha = strength;
  at.strokeStyle = tint;
  at.lineWidth = Math.max(1.2, side * 0.03);
  at.beginPath();
  at.moveTo(-reach, 0);
  at.lineTo(reach, 0);
  at.moveTo(reach * 0.35, -reach * 0.55);
  at.lineTo(reach, 0);
  at.lineTo(reach * 0.35, reach * 0.55);
  at.stroke();
  at.restore();
}
