// Explains technical terms. The first use of a term in a text is underlined, and a sentence explains it.

const TERMS = {
  "R, G, B and A": "R, G, B and A are the channels of a pixel. Here they hold numbers and no colours: visit, phase, rank and next move.",
  words: "A word is a number of 32 bits. Every square has four of them.",
  mirror: "The mirror is the same pass in Rust, run on the CPU. The page compares every word of every square with it.",
  invocation: "An invocation is one run of a shader's program. The GPU starts one for every square, all at the same time.",
  workgroup: "A workgroup is a number of invocations that the GPU starts together, on one of its cores.",
  NOWHERE: "NOWHERE is the index that a shader gives to a square beyond the edge of the board.",
  rank: "The rank of a square is the number of unvisited squares that a knight could go to from it.",
  phase: "The phase says where a square stands: empty, arrived, acknowledged, departing or left.",
  relay: "In a relay the board is cut into regions. Each has a knight of its own, and their ways join to one tour.",
  grown: "A grown tour begins as many small cycles, made by all squares at once. They are joined until one is left.",
  mosaic: "A mosaic is put together of tiles that are toured one after another.",
};
const PATTERN = new RegExp(`\\b(${Object.keys(TERMS).join("|")})\\b`, "g");

const tip = document.getElementById("term");

/// Turns the first occurrence of each term in `root` into an underlined button. The button shows the explanation of the
/// term.
export function explain(root) {
  const done = new Set();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const match = [...text.data.matchAll(PATTERN)].find(([term]) => !done.has(term));
    if (!match || text.parentElement.closest("button")) continue;
    done.add(match[0]);
    const button = document.createElement("button");
    [button.type, button.className, button.textContent] = ["button", "term", match[0]];
    const rest = text.splitText(match.index);
    rest.data = rest.data.slice(match[0].length);
    rest.before(button);
  }
}

/// Shows the explanation of a term in a box below the term. The box stays within the window.
function show(button) {
  tip.textContent = TERMS[button.textContent];
  if (!tip.matches(":popover-open")) tip.showPopover();
  const box = button.getBoundingClientRect();
  tip.style.left = `${Math.max(8, Math.min(box.left, innerWidth - tip.offsetWidth - 8))}px`;
  tip.style.top = `${box.bottom + 6 + tip.offsetHeight > innerHeight ? box.top - 6 - tip.offsetHeight : box.bottom + 6}px`;
}

for (const event of ["click", "pointerover"]) {
  document.addEventListener(event, ({ target }) => target.classList?.contains("term") && show(target));
}
document.addEventListener("pointerout", ({ target, pointerType }) => {
  if (target.classList?.contains("term") && pointerType === "mouse") tip.hidePopover();
});
for (const text of document.querySelectorAll("[data-terms]")) explain(text);
