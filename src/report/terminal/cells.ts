import { eastAsianWidth } from "get-east-asian-width";

/** Text of which each character takes one cell. */
const PLAIN = /^[ -~]*$/;
/** Characters that take no cell: they change the one before them, or are not shown. */
const NO_CELL = /^[\p{Mark}\p{Default_Ignorable_Code_Point}\p{Cc}]+$/u;
const EMOJI = /^\p{Emoji_Presentation}|\ufe0f/u;

/** Returns the cells of a terminal that a text takes: wide characters and emoji take two. */
export function cellsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return graphemesOf(text).reduce((sum, grapheme) => sum + cellsOfGrapheme(grapheme), 0);
}

function cellsOfGrapheme(grapheme: string): number {
  if (NO_CELL.test(grapheme)) return 0;
  return EMOJI.test(grapheme) ? 2 : eastAsianWidth(grapheme.codePointAt(0) ?? 0);
}

/** Returns a text with blanks after it, so that it takes `cells` cells; a longer text stays as it is. */
export function padCells(text: string, cells: number): string {
  return text + " ".repeat(Math.max(0, cells - cellsOf(text)));
}

/** Returns a text in so many cells, cut at its end if it takes more. */
export function fitEnd(text: string, cells: number): string {
  if (isShort(text, cells)) return text;
  return `${headOf(text, cells - 1)}…`;
}

/** Returns a path in so many cells: its name stays as long as possible, folders in its middle are left out. */
export function fitPath(path: string, cells: number): string {
  if (isShort(path, cells)) return path;
  const names = path.split("/");
  for (let left = names.length - 2; left >= 1; left -= 1) {
    const [head, tail] = [Math.floor(left / 2), Math.ceil(left / 2)];
    const short = [...names.slice(0, head), "…", ...names.slice(-tail)].join("/");
    if (cellsOf(short) <= cells) return short;
  }
  return `…${tailOf(names.at(-1) ?? "", cells - 1)}`;
}

function isShort(text: string, cells: number): boolean {
  return cells === Number.POSITIVE_INFINITY || cellsOf(text) <= cells;
}

/** Returns as much of the beginning of a text as so many cells take. */
function headOf(text: string, cells: number): string {
  let [head, taken] = ["", 0];
  for (const character of graphemesOf(text)) {
    taken += cellsOf(character);
    if (taken > cells) break;
    head += character;
  }
  return head;
}

function tailOf(text: string, cells: number): string {
  let [tail, taken] = ["", 0];
  for (const character of graphemesOf(text.slice(-4 * cells)).reverse()) {
    taken += cellsOf(character);
    if (taken > cells) break;
    tail = character + tail;
  }
  return tail;
}

function graphemesOf(text: string): string[] {
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
}
