/**
 * The most braces that may be open at one place of a text. The parser of JavaScript merges its readings of `{a:{a:…`
 * by recursion, and ends the process: at 18,000 braces on a thread of the engine, at 60,000 on the main one.
 */
const MOST_OPEN = 8_000;

/**
 * Returns what a text has too much of: its parser would end the process. Undefined for other texts. Reads the text
 * once, which takes far less time than to parse it.
 */
export function nestingFault(text: string, language: string): string | undefined {
  if (hasTooManyOpen(text)) return `more than ${MOST_OPEN} open braces`;
  if (hasTooManyBlocks(text, language))
    return `more than ${MOST_BLOCKS} blocks inside of each other`;
  return undefined;
}

/** False only for bytes of a text without a fault: they need not be decoded to look for one. */
export function mayBeNested(bytes: Uint8Array, language: string): boolean {
  if (OF_BLOCKS.includes(language)) return true;
  if (bytes.length <= MOST_OPEN) return false;
  const { buffer, byteOffset, length } = bytes;
  // No byte of another character is that of a brace, and a text of one byte a character is only copied.
  return hasMoreThan(MOST_OPEN, "{", Buffer.from(buffer, byteOffset, length).toString("latin1"));
}

/** True if a text has a character more than so many times; V8 finds it faster than a loop over all characters does. */
function hasMoreThan(most: number, character: string, text: string): boolean {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

/** Braces count in code and in texts. */
function hasTooManyOpen(text: string): boolean {
  if (!hasMoreThan(MOST_OPEN, "{", text)) return false;
  let open = 0;
  for (let at = 0; at < text.length && open <= MOST_OPEN; at += 1) {
    const code = text.charCodeAt(at);
    if (code === OPENS) open += 1;
    else if (code === CLOSES && open > 0) open -= 1;
  }
  return open > MOST_OPEN;
}

const OPENS = "{".charCodeAt(0);
const CLOSES = "}".charCodeAt(0);

/** The languages whose parsers keep open blocks by their columns: they end the process at 250 of them. */
const OF_BLOCKS: readonly string[] = ["markdown", "yaml"];

/** The most blocks inside of each other, by their columns: two may begin in one. */
const MOST_BLOCKS = 100;

/** The beginning of a block, or other words at the beginning of a line. */
const BLOCK = /[ \t]*(?:(>|[-*+?:](?=\s)|\d+[.)](?=\s)|[&!]\S*(?=\s))|\S)/y;

function hasTooManyBlocks(text: string, language: string): boolean {
  if (!OF_BLOCKS.includes(language)) return false;
  const columns: number[] = [];
  for (let line = 0; line !== -1; line = text.indexOf("\n", line) + 1 || -1) {
    BLOCK.lastIndex = line;
    for (let isOpen = true; isOpen; ) {
      const found = BLOCK.exec(text);
      if (found === null || found[0].includes("\n")) break;
      const [whole, marker] = found;
      const column = found.index + whole.length - (marker ?? "x").length - line;
      while ((columns.at(-1) ?? -1) >= column) columns.pop();
      columns.push(column);
      if (columns.length > MOST_BLOCKS) return true;
      isOpen = marker !== undefined;
    }
  }
  return false;
}
