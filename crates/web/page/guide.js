// The guide for the user's first minute on the page: steps of one or two sentences. Each step has an address.

import { explain } from "./terms.js";

const $ = (id) => document.getElementById(id);

/// The steps. Each step has its sentences, a number of passes, and the id of the explained element. The page shows the
/// board as it is after this number of passes. If the step also has `knight`, the page shows R, G, B and A of the
/// knight's square.
const STEPS = [
  ["A knight stands on an empty board. It must visit all 64 squares, each of them once.", 0, "frame"],
  ["Every square holds four words: R, G, B and A. The GPU runs one small program for every square, an invocation, all at the same time.", 0, "legend", "knight"],
  ["rank: every square counts the unvisited squares that a knight could go to from it. The blue number is that rank.", 1, "frame"],
  ["decide: every square picks its neighbour of lowest rank, and an arrow points there. Only the knight's pick counts.", 2, "frame"],
  ["pull: two invocations must never write the same word, so none writes into another square. The picked square pulls the knight onto itself.", 3, "frame", "knight"],
  ["These three passes are one move, and 63 moves are a tour.", 3, "guide-next"],
];

let step = 0;
let calls;

/// Starts the guide. `given` contains three functions: `show` shows the pass and the square of a step, `leave` is
/// called when the guide closes, and `play` is called after the last step.
export function start(given) {
  calls = given;
  $("guide-next").addEventListener("click", () => {
    if (step < STEPS.length) return open(step + 1);
    close();
    calls.play();
  });
  $("guide-back").addEventListener("click", () => open(step - 1));
  $("guide-skip").addEventListener("click", close);
  addEventListener("keydown", (event) => event.key === "Escape" && at() && close());
}

/// Returns the number of the current step, counted from 1, or 0 if the guide is closed.
export const at = () => step;

export function open(wanted) {
  step = Math.min(wanted, STEPS.length);
  const [says, pass, pointed, square] = STEPS[step - 1];
  $("tab-knight").click();
  $("knight").classList.add("guided");
  $("guide").hidden = false;
  $("guide-says").textContent = says;
  explain($("guide-says"));
  $("guide-at").textContent = `${step} of ${STEPS.length}`;
  $("guide-back").disabled = step === 1;
  $("guide-next").textContent = step === STEPS.length ? "▶\uFE0E Play" : "Next";
  point(pointed);
  calls.show(pass, square);
  scrollTo(0, 0);
}

function close() {
  step = 0;
  $("knight").classList.remove("guided");
  $("guide").hidden = true;
  point();
  calls.leave();
}

function point(id) {
  for (const other of document.querySelectorAll(".pointed")) other.classList.remove("pointed");
  if (id) $(id).classList.add("pointed");
}
