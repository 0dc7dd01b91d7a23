// The guide: the first minute, one sentence per step, each with an address.

import { keep, kept } from "./store.js";

const $ = (id) => document.getElementById(id);

/// The sentence, the pass after which the board is shown, the element that the sentence speaks of, and the square.
const STEPS = [
  ["A knight stands on an empty board. It must visit all 64 squares, each of them once.", 0, "frame"],
  ["Every square holds four numbers, R, G, B and A. The GPU runs one small program for every square, all at the same time.", 0, "legend", 20],
  ["rank: every square counts the unvisited squares that a knight could go to from it. The blue number is that rank.", 1, "passes", 5],
  ["decide: every square picks its neighbour of lowest rank, and an arrow points there. Only the knight's pick counts.", 2, "passes", 20],
  ["pull: two squares must never write the same number, so no square writes into another. The picked square pulls the knight onto itself.", 3, "passes", 3],
  ["These three passes are one move, and 63 moves are a tour. Press Play.", 3, "play"],
];

let step = 0;
let show;
let leave;

export function start(calls) {
  ({ show, leave } = calls);
  $("guide-next").addEventListener("click", () => (step < STEPS.length ? open(step + 1) : close()));
  $("guide-back").addEventListener("click", () => open(step - 1));
  $("guide-skip").addEventListener("click", close);
  $("play").addEventListener("click", () => at() && close());
  $("guide-again").addEventListener("click", () => open(1));
  $("guide-again").disabled = false;
  addEventListener("keydown", (event) => event.key === "Escape" && at() && close());
}

/// The step that is shown, counted from 1; 0 if none is.
export const at = () => step;

/// Returns `true` on a visitor's first visit.
export const isNew = () => !kept("guided");

export function open(wanted) {
  step = Math.min(wanted, STEPS.length);
  const [says, pass, pointed, square] = STEPS[step - 1];
  $("tab-knight").click();
  $("knight").classList.add("guided");
  $("knight").classList.toggle("last", step === STEPS.length);
  $("guide").hidden = false;
  $("guide-says").textContent = says;
  $("guide-at").textContent = `${step} of ${STEPS.length}`;
  $("guide-back").disabled = step === 1;
  $("guide-next").textContent = step === STEPS.length ? "Done" : "Next";
  point(pointed);
  show(pass, square);
}

function close() {
  step = 0;
  keep("guided", "yes");
  $("knight").classList.remove("guided", "last");
  $("guide").hidden = true;
  point();
  leave();
}

function point(id) {
  for (const other of document.querySelectorAll(".pointed")) other.classList.remove("pointed");
  if (id) $(id).classList.add("pointed");
}
