/** One entry of the index, as `git ls-files -z -v -s --debug` prints it. */
export interface IndexEntry {
  readonly path: string;
  /** The object id. */
  readonly blobId: string;
  readonly kind: "file" | "link" | "submodule";
  /** False for an unmerged file, and for one that git was configured not to compare. */
  readonly isCompared: boolean;
  /** Git was told not to look at the file: it is assumed to be unchanged, or is not to be in the work tree. */
  readonly hidden?: "assumed" | "skipped" | undefined;
  /** The size of the file when git last compared it with the blob; bytes. Undefined if git does not print it. */
  size: number | undefined;
}

/**
 * Parses the output of git, entry by entry. No regular expression or split: there may be a hundred thousand entries.
 */
export function parseIndex(output: string): readonly IndexEntry[] {
  const entries: IndexEntry[] = [];
  for (let start = 0; start < output.length; ) {
    const end = endOf(output, "\0", start);
    const entry = parseEntry(output, start, end);
    entries.push(entry);
    start = end + 1;
    // The debug lines of a file begin with two spaces, as no entry does.
    for (; output.startsWith("  ", start); start = endOf(output, "\n", start) + 1)
      if (output.startsWith(SIZE, start))
        entry.size = Number.parseInt(output.slice(start + SIZE.length, start + 30), 10);
  }
  return entries;
}

/** `  size: 12<tab>flags: 0`, on a line of its own. */
const SIZE = "  size: ";

/**
 * Parses `H 100644 <blob id> 0<tab>path`. The tag is `H` for a file that is compared with the work tree; then come the
 * mode, and the stage, which is 0 unless the file is unmerged.
 */
function parseEntry(output: string, start: number, end: number): IndexEntry {
  const tab = output.indexOf("\t", start);
  return {
    path: output.slice(tab + 1, end),
    blobId: output.slice(start + 9, tab - 2),
    kind: kindAt(output, start + 2),
    isCompared: output.charAt(start) === "H" && output.charAt(tab - 1) === "0",
    hidden: HIDDEN[output.charAt(start)],
    size: undefined,
  };
}

/** A small letter is a file that is assumed to be unchanged, `S` one that is skipped. */
const HIDDEN: Readonly<Record<string, IndexEntry["hidden"]>> = {
  S: "skipped",
  s: "skipped",
  h: "assumed",
  m: "assumed",
};

/** 100644 and 100755 are files, 120000 links, 160000 submodules. */
function kindAt(output: string, start: number): IndexEntry["kind"] {
  if (output.startsWith("160", start)) return "submodule";
  return output.startsWith("100", start) ? "file" : "link";
}

/** Returns the offset of the next such character, or the length of the output. */
function endOf(output: string, character: string, start: number): number {
  const found = output.indexOf(character, start);
  return found === -1 ? output.length : found;
}
