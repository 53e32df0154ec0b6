/** One entry of the index, as `git ls-files -z -v -s --debug` tells it. */
export interface IndexEntry {
  readonly path: string;
  /** The object id. */
  readonly blobId: string;
  readonly kind: "file" | "link" | "submodule";
  /** It is not unmerged, and git was not told to look away from the file. */
  readonly isCompared: boolean;
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

/**
 * `H 100644 <blob id> 0<tab>path`: the tag is `H` of a file that is compared with the work tree; then the
 * mode, and the stage, which is 0 unless the file is unmerged.
 */
function parseEntry(output: string, start: number, end: number): IndexEntry {
  const tab = output.indexOf("\t", start);
  return {
    path: output.slice(tab + 1, end),
    blobId: output.slice(start + 9, tab - 2),
    kind: kindAt(output, start + 2),
    isCompared: output.charAt(start) === "H" && output.charAt(tab - 1) === "0",
    size: undefined,
  };
}

/** 100644 and 100755 are files, 120000 links, 160000 submodules. */
function kindAt(output: string, start: number): IndexEntry["kind"] {
  if (output.startsWith("160", start)) return "submodule";
  return output.startsWith("100", start) ? "file" : "link";
}

/** Where the next such character is, or the end. */
function endOf(output: string, character: string, start: number): number {
  const found = output.indexOf(character, start);
  return found === -1 ? output.length : found;
}
