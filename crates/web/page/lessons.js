// The lessons of "Break it". In each lesson, a changed shader breaks one rule of the decision cycle. The visitor
// guesses which component of a square's state will be the first to differ from the mirror. Then the GPU runs the
// shader, and the page explains the result.

import { keep, kept } from "./store.js";
import { explain } from "./terms.js";

const $ = (id) => document.getElementById(id);

/// Returns `text` with `by` in place of `old`. Throws an error if `text` does not contain `old`.
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

/// The source of the scatter shader, loaded with the page so that the lesson works offline.
const fetched = fetch(new URL("./scatter.wgsl", import.meta.url)).then((answer) => answer.text());

/// The possible answers. An answer consists of its text and a list of components of a square's state. The answer is
/// right if one of these components is the first component that differs from the mirror. The numbers 0 to 3 stand for
/// the components R, G, B and A. `undefined` stands for no difference.
const ANSWERS = [["a visit", [0, 1]], ["a rank", [2]], ["a pick", [3]], ["nothing", [undefined]]];

let current;
/// The answer of the visitor.
let answer;
/// True if a run in this lesson has already produced a word that differs from the mirror's word.
let seen = false;

/// Starts the lessons. `prepare` shows the broken pass of a lesson in the editor. `run` runs the text in the editor.
export function start(prepare, run) {
  LESSONS.forEach((lesson) => $("lesson-list").append(item(lesson.name, () => {
    [current, answer, seen] = [lesson, undefined, false];
    tell(`${lesson.look} Which word will differ from the mirror's first?`);
    $("lesson-answers").hidden = false;
    return prepare(lesson.pass, lesson.change);
  })));
  ANSWERS.forEach((given) => $("lesson-answers").append(item(given[0], () => {
    answer = given;
    run();
  })));
  $("lessons").addEventListener("toggle", () => !$("lessons").open && leave());
  tick();
}

function item(text, click) {
  const [item, button] = [document.createElement("li"), document.createElement("button")];
  [button.type, button.textContent] = ["button", text];
  button.addEventListener("click", click);
  item.append(button, " ");
  return item;
}

function tell(text) {
  $("lesson-says").textContent = text;
  explain($("lesson-says"));
}

export function setEnabled(on) {
  for (const button of document.querySelectorAll("#lesson-list button")) button.disabled = !on;
}

/// Returns whether a lesson is open.
export const isOpen = () => current !== undefined;

/// Ends the lesson.
export function leave() {
  current = undefined;
  tell("");
  $("lesson-answers").hidden = true;
}

/// Continues the lesson after an edited shader has run. `word` is the index of the first word that differs from the
/// mirror, or `undefined` if no word differs. `isMended` is true if the visitor edited the text.
export function ran(word, isMended) {
  if (!current) return;
  const found = ANSWERS.find(([, words]) => words.includes(word));
  const says = answer ? `You said ${answer[0]}, and it is ${found === answer ? "so" : found[0]}. ` : "";
  [answer, $("lesson-answers").hidden] = [undefined, true];
  if (word !== undefined) {
    seen = true;
    tell(`${says}${current.why} Mend the marked lines and run the shader.`);
  } else if (!seen) {
    tell(`${says}Nothing differs here on this GPU. ${current.why}`);
  } else if (isMended) {
    keep("lessons", [...new Set([...solved(), current.name])].join("\n"));
    const { name } = current;
    leave();
    tell(`Solved: ${name}. Your shader agrees with the mirror to the end.`);
    tick();
  } else {
    leave();
    tell("Restored. The lesson is solved by a text that you have mended yourself.");
  }
}

/// Returns the names of the solved lessons.
const solved = () => (kept("lessons") ?? "").split("\n");

function tick() {
  const names = solved();
  [...$("lesson-list").children].forEach((item, at) => {
    const isSolved = names.includes(LESSONS[at].name);
    item.classList.toggle("solved", isSolved);
    item.lastChild.textContent = isSolved ? " ✓ solved" : " ";
  });
}
