// The shader beside the board: its lines, their explanations, and the messages of the compiler.

import { explain } from "./terms.js";

/// Patterns that match lines of the shader, each with an explanation. Each entry also names the squares used by the
/// line: `own` for the square of the invocation, `near` for the squares near this square, or `all`.
const MEANING = [
  [/^\s*\/\//, "A comment."],
  [/fn pass_at/, "What one invocation does for its own square.", "own"],
  [/@compute/, "An entry point: the GPU starts as many invocations as there are squares, all at once.", "all"],
  [/fn whole/, "Over the whole board: the number of the invocation is the number of its square.", "all"],
  [/fn near/, "Near the knight: at most 41 squares, the only ones that this move can change.", "all"],
  [/square_of_(whole|near)/, "Which square this invocation is.", "all"],
  [/NOWHERE/, "NOWHERE: off the board there is nothing to do."],
  [/let here = place/, "Row and column of the square.", "own"],
  [/for \(var m/, "One move after another, at most eight.", "near"],
  [/for \(var way/, "One way after another.", "near"],
  [/neighbour\(here, -jump/, "The square from which this move would lead here.", "near"],
  [/neighbour\(/, "The square a move away.", "near"],
  [/rank \+= 1u/, "One more unvisited neighbour.", "near"],
  [/seen\(there\)\.r == 0u/, "Whether the knight has not been there yet: R is 0.", "near"],
  [/seen\(there\)/, "A neighbour's words, from the state before: nobody writes there now.", "near"],
  [/seen\(square\)/, "The square's own words, from the state before.", "own"],
  [/cell\.b = /, "B is the rank: how many ways on there are.", "own"],
  [/keep\(there/, "A write into a square of another invocation: this is the race.", "near"],
  [/keep\(square/, "The only write into the state: the square's own words.", "own"],
  [/other\.g == DEPARTING/, "Whether the knight is there, and has picked this very square.", "near"],
  [/g == DEPARTING/, "Whether the knight is here and has said where it goes.", "own"],
  [/cell\.r = after_visit/, "The knight's next visit number.", "own"],
  [/ranks_around/, "The ranks of all unvisited neighbours, four bits each.", "near"],
  [/choice\(/, "The knight asks the rule which way to take.", "own"],
  [/first_lowest/, "Every other square picks its first lowest-ranking neighbour; nobody follows it.", "near"],
  [/status\[\w+\]\.word/, "The end: done if every square is visited, else stuck."],
  [/enter\(/, "Whose square it is: with several knights, each has a region.", "own"],
  [/cleared\(|is_cleared/, "With several knights a stuck one starts its region again; a single knight never does."],
  [/status\[/, "What the host reads to see how the run stands."],
  [/cell\.a = /, "A is the move to take next.", "own"],
  [/g = (ACKNOWLEDGED|ARRIVED|DEPARTING|LEFT)/, "G is where the square stands in the cycle: arrived, acknowledged, departing, left.", "own"],
  [/HOLE/, "A hole is not a square."],
];

/// A pattern that matches the highlighted tokens of WGSL. Its groups are in the order of `KINDS`.
const PARTS = /(\/\/.*)|(@\w+|\b(?:fn|let|var|const|override|struct|if|else|for|while|loop|switch|case|default|return|break|continue|true|false)\b)|(\b(?:u32|i32|f32|bool|vec[234]|array|atomic|mat\dx\d)\b)|(\b(?:0x[\da-f]+|\d+)[uif]?\b)|([A-Za-z_]\w*(?=\())/gi;
const KINDS = ["comment", "keyword", "type", "number", "call"];

/// Returns the text as elements, with one span per line and one span per highlighted token. The span of a line has a
/// class if the compiler reports an error in the line, or if the original does not contain the line.
function coloured(text, bad, original) {
  return text.split("\n").flatMap((line, at) => {
    const parts = [];
    let done = 0;
    for (const match of line.matchAll(PARTS)) {
      const span = document.createElement("span");
      span.className = KINDS[match.slice(1).findIndex((part) => part !== undefined)];
      span.textContent = match[0];
      parts.push(line.slice(done, match.index), span);
      done = match.index + match[0].length;
    }
    parts.push(line.slice(done));
    const whole = document.createElement("span");
    whole.className = bad.has(at + 1) ? "bad" : isNew(line, original) ? "new" : "";
    whole.append(...parts);
    return [whole, "\n"];
  });
}

const isNew = (line, original) => line.trim() !== "" && !original.has(line);

export class Editor {
  onEdit = () => {};
  /// A function that is called when the pointer or the caret enters or leaves a line. The argument names the squares
  /// that the line uses: `own`, `near` or `all`. The argument is `undefined` if the line uses no squares. It is also
  /// `undefined` if the pointer or the caret has moved away from the line.
  onLine = () => {};
  /// Lines of the original pass, before any edit.
  #original = new Set();
  #area = document.getElementById("wgsl");
  #gutter = document.getElementById("gutter");
  #coloured = document.getElementById("coloured");
  #messages = document.getElementById("messages");
  #says = document.getElementById("line-says");
  #bad = new Set();

  constructor() {
    this.#area.addEventListener("input", () => {
      this.report([]);
      this.onEdit();
    });
    this.#area.addEventListener("scroll", () => this.#follow());
    for (const event of ["keyup", "click", "focus"]) this.#area.addEventListener(event, () => this.#explain(this.#caretLine()));
    for (const event of ["blur", "mouseleave"]) this.#area.addEventListener(event, () => this.onLine());
    this.#area.addEventListener("mousemove", (event) => {
      this.#explain(Math.floor((event.offsetY - 8 + this.#area.scrollTop) / 19.5));
    });
  }

  readOnly(why) {
    this.#area.readOnly = true;
    this.#says.textContent = why;
  }

  /// Shows a text. Scrolls to the first line of code that is not in `original`.
  show(text, original) {
    this.#original = new Set(original.split("\n"));
    this.#area.value = text;
    this.report([]);
    const line = text.split("\n").findIndex((line) => !/^\s*\/\//.test(line) && isNew(line, this.#original));
    this.#area.scrollTop = Math.max(0, (line - 5) * 19.5 + 8);
    this.#follow();
  }

  text() {
    return this.#area.value;
  }

  /// Shows the messages of the compiler, each as `line: text`, and marks the lines.
  report(messages) {
    this.#bad.clear();
    this.#messages.replaceChildren(...messages.map((message) => {
      const [, line, text] = /^(\d+): ([^]*)$/.exec(message);
      const item = document.createElement("li");
      if (line !== "0") {
        this.#bad.add(Number(line));
        const there = document.createElement("button");
        there.type = "button";
        there.textContent = `line ${line}`;
        there.addEventListener("click", () => this.#goTo(Number(line)));
        item.append(there);
      }
      // The first line is a summary. The other lines are shown on request.
      const [first, ...rest] = text.trim().split("\n");
      item.append(first);
      if (rest.join("").trim()) {
        const more = document.createElement("details");
        const summary = document.createElement("summary");
        summary.textContent = "more";
        more.append(summary, rest.join("\n").trim());
        item.append(more);
      }
      return item;
    }));
    const count = this.#area.value.split("\n").length;
    this.#gutter.innerHTML = Array.from({ length: count }, (_, at) => (this.#bad.has(at + 1) ? `<span class="bad">${at + 1}</span>` : at + 1)).join("\n");
    this.#coloured.replaceChildren(...coloured(this.#area.value, this.#bad, this.#original));
    this.#follow();
    if (this.#bad.size) this.#goTo(Math.min(...this.#bad));
  }

  #goTo(line) {
    const lines = this.#area.value.split("\n");
    const at = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.#area.setSelectionRange(at, at + (lines[line - 1] ?? "").length);
    this.#area.scrollTop = Math.max(0, (line - 6) * 19.5);
    this.#follow();
  }

  /// Scrolls the line numbers and the coloured text together with the edited text.
  #follow() {
    this.#gutter.scrollTop = this.#coloured.scrollTop = this.#area.scrollTop;
    this.#coloured.scrollLeft = this.#area.scrollLeft;
  }

  #caretLine() {
    return this.#area.value.slice(0, this.#area.selectionStart).split("\n").length - 1;
  }

  #explain(at) {
    const line = this.#area.value.split("\n")[at] ?? "";
    const [, meaning, squares] = MEANING.find(([pattern]) => pattern.test(line)) ?? [];
    this.onLine(squares);
    if (!meaning || meaning === MEANING[0][1]) return;
    this.#says.textContent = `Line ${at + 1}: ${meaning}`;
    explain(this.#says);
  }
}
