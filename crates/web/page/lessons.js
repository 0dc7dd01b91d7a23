// "Break it": each lesson breaks one rule of the cycle in a shader, and the mirror shows what goes wrong.

import { keep, kept } from "./store.js";

const $ = (id) => document.getElementById(id);

/// The text with `old` replaced; an error if the shader does not contain it.
function swap(text, old, by) {
  if (!text.includes(old)) throw new Error(`the shader does not contain ${old}`);
  return text.replace(old, by);
}

const LESSONS = [
  { name: "Look beyond the edge", pass: 0,
    look: "rank no longer asks whether a neighbour is on the board. Look at the ranks along the edges.",
    why: "The index NOWHERE lies outside the state. WebGPU does not let a shader read there: it reads some other square instead, so the count includes squares that are no neighbours. Elsewhere such a read crashes a program or returns another program's data.",
    change: (text) => swap(text, "if there != NOWHERE {", "if true {") },
  { name: "Compare with <= instead of <", pass: 1,
    look: "The knight now takes the last of several lowest ranks instead of the first. Look at the first move with a tie.",
    why: "The tour may still be right, but it is another one. Where two programs must agree square by square, every tie needs a rule that both keep.",
    change: (text) => `${swap(text, "choice(here, cell.r, leg, ranks)", "lowest_way(ranks)")}
fn lowest_way(ranks: u32) -> u32 {
    var least = TAKEN - 1u;
    var best = NO_SLOT;
    for (var way = 0u; way < 8u; way += 1u) {
        let rank = (ranks >> (4u * way)) & TAKEN;
        if rank <= least {
            least = rank;
            best = way;
        }
    }
    return best;
}
` },
  { name: "Write only what has changed", pass: 1,
    look: "decide no longer writes squares whose pick stays the same. Look at the ranks around the knight's second square.",
    why: "There are two buffers: each pass reads the state before and writes the state after, and they take turns. A square that is not written keeps the state of two passes ago.",
    change: (text) => swap(text, "    keep(square, cell);", "    if any(cell != seen(square)) {\n        keep(square, cell);\n    }") },
  { name: "Read a neighbour's new state", pass: 2,
    look: "pull looks for the departing knight in the state that is being written. Look at the square that should receive the knight.",
    why: "Nothing orders the invocations of a pass. The knight's square may already have written that the knight has left, or the buffer still holds the state of two passes ago. Only the state before is safe to read.",
    change: (text) => swap(text, "let other = seen(there);", "let other = held(there);") },
  { name: "Write into another square", pass: 2,
    look: "The knight writes itself onto its target instead of being pulled: scatter instead of gather. Look at the target.",
    why: "Two invocations write one square, the knight's and the square's own, and nothing says whose write comes last. This is a race: the knight is lost on one GPU and not on another.",
    change: async () => (await fetched) },
];

/// Loaded with the page, so that the lesson works without a network.
const fetched = fetch(new URL("./scatter.wgsl", import.meta.url)).then((answer) => answer.text());

let current;
let seen = false;
let attempt;

export function start(tryLesson) {
  attempt = tryLesson;
  LESSONS.forEach((lesson) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = lesson.name;
    button.addEventListener("click", () => open(lesson));
    item.append(button, " ");
    $("lesson-list").append(item);
  });
  $("lessons").addEventListener("toggle", () => {
    if (!$("lessons").open) current = undefined;
  });
  tick();
}

export function setEnabled(on) {
  for (const button of document.querySelectorAll("#lesson-list button")) button.disabled = !on;
}

/// Returns `true` while a lesson is under way.
export const isOpen = () => current !== undefined;

async function open(lesson) {
  [current, seen] = [lesson, false];
  $("lesson-says").textContent = lesson.look;
  await attempt(lesson.pass, lesson.change);
}

/// Told after every run of an edited shader: whether the mirror differs, and whether any pass is still edited.
export function ran(differs, edited) {
  if (!current) return;
  if (differs) {
    seen = true;
    $("lesson-says").textContent = `${current.look} ${current.why} Mend the shader and run it, or restore it.`;
  } else if (seen) {
    keep("lessons", [...new Set([...solved(), current.name])].join("\n"));
    $("lesson-says").textContent = `Solved: ${current.name}. ${edited ? "Your shader" : "The original"} agrees with the mirror.`;
    current = undefined;
    tick();
  }
}

/// The names of the solved lessons.
const solved = () => (kept("lessons") ?? "").split("\n");

function tick() {
  const names = solved();
  [...$("lesson-list").children].forEach((item, at) => {
    const isSolved = names.includes(LESSONS[at].name);
    item.classList.toggle("solved", isSolved);
    item.lastChild.textContent = isSolved ? " ✓ solved" : " ";
  });
}
