// Draws the last dispatch. Every workgroup is a block, and every invocation is a cell in its block.

import { colour, sharpen } from "./board.js";

const ACROSS = 16;
const GAP = 4;

/// Returns six values: the number of workgroups, the number of cells per row of a block, the number of blocks per row,
/// the size of a cell, the distance from a block to the block on its right, and the distance from a block to the block
/// below it. Sizes and distances are in pixels.
function layout(canvas, { invoked, lanes }) {
  const [groups, row] = [invoked.length / lanes, Math.min(lanes, ACROSS)];
  const width = canvas.parentElement.clientWidth;
  const blocks = Math.max(1, Math.min(groups, 8));
  const cell = Math.max(2, Math.min(14, Math.floor((width / blocks - GAP) / row)));
  return { groups, row, blocks, cell, wide: row * cell + GAP, tall: (lanes / row) * cell + GAP };
}

/// Describes the dispatch in one sentence.
export function says({ invoked, lanes }) {
  if (!invoked.length) return "No pass has been dispatched yet.";
  const busy = invoked.filter((square) => square !== 0xffffffff).length;
  const groups = invoked.length / lanes;
  const first = `${busy.toLocaleString("en")} ${busy === 1 ? "invocation" : "invocations"} in ${groups === 1 ? "one workgroup" : `${groups} workgroups`}`;
  if (lanes === 1) return `${first} makes every move of the knight, one after another. A second dispatch brings the arrows up to date.`;
  return `${first} of ${lanes}${busy < invoked.length ? `; the other ${invoked.length - busy} have no square` : ""}.`;
}

/// Draws the dispatch. The cells of invocations that changed a word are bright, and the cells of invocations without a
/// square are hollow. A frame surrounds the cell of the square `view.looked`.
export function draw(canvas, view) {
  const { row, groups, blocks, cell, wide, tall } = layout(canvas, view);
  canvas.style.width = `${blocks * wide}px`;
  const at = sharpen(canvas, blocks * wide, Math.ceil(groups / blocks) * tall);
  const [on, off, bright, ink] = ["b", "edge", "lit", "ink"].map(colour);
  const inner = cell - (cell > 3 ? 2 : cell > 2 ? 1 : 0);
  view.invoked.forEach((square, index) => {
    const [group, lane] = [Math.floor(index / view.lanes), index % view.lanes];
    const x = (group % blocks) * wide + (lane % row) * cell;
    const y = Math.floor(group / blocks) * tall + Math.floor(lane / row) * cell;
    at.fillStyle = square === 0xffffffff ? off : view.changed[square] ? bright : on;
    at.fillRect(x + 1, y + 1, inner, inner);
    if (square !== view.looked) return;
    at.strokeStyle = ink;
    at.lineWidth = 2;
    at.strokeRect(x, y, cell, cell);
  });
}

/// Returns the index of the invocation at a position on the canvas, or `undefined` if no invocation is at this
/// position.
export function invocationAt(canvas, view, x, y) {
  const { row, blocks, cell, wide, tall } = layout(canvas, view);
  const [col, line] = [Math.floor((x % wide) / cell), Math.floor((y % tall) / cell)];
  const group = Math.floor(y / tall) * blocks + Math.floor(x / wide);
  return col < row && line < view.lanes / row ? group * view.lanes + line * row + col : undefined;
}
