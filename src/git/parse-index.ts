/** One entry of the index, as `git ls-files -z -v -s --debug` tells it. */
export interface IndexEntry {
  /** `H`; lower-case where git was told not to look at the file, `S` where it need not be there. */
  readonly tag: string;
  /** Tells links (120000) and submodules from files. */
  readonly mode: string;
  readonly blobId: string;
  readonly stage: string;
  readonly path: string;
  /** Of the file when git last saw that it is the blob; bytes. Undefined where git does not tell. */
  size: number | undefined;
}

/** The answer of git, entry by entry. Cut by hand: there may be a hundred thousand of them. */
export function parseIndex(output: string): readonly IndexEntry[] {
  const entries: IndexEntry[] = [];
  for (let start = 0; start < output.length; ) {
    const end = endOf(output, "\0", start);
    const entry = parseEntry(output, start, end);
    entries.push(entry);
    start = end + 1;
    // What git knows of the file: lines that begin with two spaces, as no entry does.
    for (; output.startsWith("  ", start); start = endOf(output, "\n", start) + 1)
      if (output.startsWith(SIZE, start))
        entry.size = Number.parseInt(output.slice(start + SIZE.length, start + 30), 10);
  }
  return entries;
}

/** `  size: 12<tab>flags: 0`, on a line of its own. */
const SIZE = "  size: ";

/** `H 100644 <blob id> 0<tab>path`. */
function parseEntry(output: string, start: number, end: number): IndexEntry {
  const tab = output.indexOf("\t", start);
  return {
    tag: output.charAt(start),
    mode: output.slice(start + 2, start + 8),
    blobId: output.slice(start + 9, tab - 2),
    stage: output.charAt(tab - 1),
    path: output.slice(tab + 1, end),
    size: undefined,
  };
}

/** Where the next such character is, or the end. */
function endOf(output: string, character: string, start: number): number {
  const found = output.indexOf(character, start);
  return found === -1 ? output.length : found;
}
