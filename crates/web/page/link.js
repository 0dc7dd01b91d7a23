// Reads and writes the fragment of the page's address, after the character `#`. The fragment contains the board, the
// holes, the start, the rule, the schedule, the seed, the pass, the edited shaders and the step of the guide.

/// Returns the letters of a column, such as a, z, aa or ab.
export function file(col) {
  const rest = Math.floor(col / 26);
  return (rest ? file(rest - 1) : "") + String.fromCharCode(97 + (col % 26));
}

/// Returns the name of a square. Letters count columns from the left, and numbers count rows from the bottom.
export function nameOf(square, { rows, cols }) {
  return file(square % cols) + (rows - Math.floor(square / cols));
}

function indexOf(name, { rows, cols }) {
  const [, letters, number] = /^([a-z]{1,2})(\d{1,3})$/.exec(name) ?? [];
  if (!letters) return undefined;
  const col = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
  const row = rows - Number(number);
  return row >= 0 && row < rows && col < cols ? row * cols + col : undefined;
}

function whole(text, least, most) {
  const value = Number(text);
  return text !== null && text !== "" && Number.isInteger(value) && value >= least && value <= most ? value : undefined;
}

/// Reads the settings in an address. If a setting is missing or invalid, its value in `asked` is kept.
export function read(fragment, asked, { rules, schedules }) {
  const values = new URLSearchParams(fragment.replace(/^#/, ""));
  const [, rows, cols] = /^(\d+)x(\d+)$/.exec(values.get("board") ?? "") ?? [];
  const found = { ...asked, holes: new Set(asked.holes) };
  if (whole(rows ?? null, 1, 64) && whole(cols ?? null, 1, 64)) {
    [found.rows, found.cols] = [Number(rows), Number(cols)];
    found.holes = new Set();
    found.start = 0;
  }
  const squares = (values.get("holes") ?? "").split(",").map((name) => indexOf(name, found));
  for (const hole of squares) if (hole !== undefined) found.holes.add(hole);
  found.start = indexOf(values.get("start") ?? "", found) ?? found.start;
  found.holes.delete(found.start);
  if (rules.includes(values.get("rule"))) found.rule = values.get("rule");
  if (schedules.includes(values.get("schedule"))) found.schedule = values.get("schedule");
  found.seed = whole(values.get("seed"), 0, 0xffffffff) ?? found.seed;
  const edits = [0, 1, 2].map((edited) => values.get(`edit${edited}`));
  return { asked: found, pass: whole(values.get("pass"), 0, 3 * 64 * 64 + 3) ?? 0, edits, guide: whole(values.get("guide"), 1, 9) };
}

/// Returns the fragment of a link, beginning with the character `#`. The link shows a run after `pass` passes. `asked`
/// describes the run. The fragment contains the encoded texts of edited passes and, if the guide is open, the current
/// step.
export function write(asked, pass, edits, guide) {
  const values = [["board", `${asked.rows}x${asked.cols}`], ["start", nameOf(asked.start, asked)]];
  if (asked.holes.size) values.push(["holes", [...asked.holes].map((hole) => nameOf(hole, asked)).join(",")]);
  values.push(["rule", asked.rule], ["schedule", asked.schedule]);
  if (asked.seed) values.push(["seed", asked.seed]);
  values.push(["pass", pass]);
  for (const [edited, packed] of edits) values.push([`edit${edited}`, packed]);
  if (guide) values.push(["guide", guide]);
  return "#" + values.map(([name, value]) => `${name}=${value}`).join("&");
}

const MAX_TEXT = 1 << 16;

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/// Compresses a text and encodes the result in characters that an address can contain: letters, digits, - and _.
export async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/// Decodes a result of `pack`. Returns `undefined` if `packed` is invalid.
export async function unpack(packed) {
  try {
    if (!packed || packed.length > MAX_TEXT) return undefined;
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
    return text.length <= MAX_TEXT ? text : undefined;
  } catch {
    return undefined;
  }
}
