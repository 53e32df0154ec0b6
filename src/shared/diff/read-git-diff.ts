import type { Hunk } from "../../model/patch/hunk.ts";
import { type Named, nameAfter, nameFile, nameOf } from "./git-diff-names.ts";
import { type DiffFault, isHunkHead, readHunk } from "./read-hunk.ts";

/** The part of a diff that is about one file. Names are as in the tree, without `a/` and `b/`. */
export interface GitFileDiff {
  /** The first line of the part; from 1. */
  readonly line: number;
  /** Undefined for a file that is new. */
  readonly from?: string;
  /** Undefined for a file that is deleted. */
  readonly to?: string;
  /** Absent if `from` and `to` are one file. */
  readonly as?: "rename" | "copy";
  /** The id of the blob before, or its beginning. */
  readonly base?: string;
  /** Modes of git, as they are written: `100644`. Absent where they are not. */
  readonly oldMode?: string;
  readonly newMode?: string;
  /** The change of a file that is no text. */
  readonly isBinary?: true;
  readonly hunks: readonly Hunk[];
}

/** The longest line that is read as a part of a head; UTF-16 code units. */
const MAX_HEAD = 65_536;

/**
 * Reads a unified diff, of git or of another program, as `git apply` does: other lines around the parts are passed
 * over. `lines` have their line ends. A hunk without a file, and one that does not fit its head, is a fault.
 */
export function readGitDiff(lines: readonly string[]): readonly GitFileDiff[] | DiffFault {
  const files: GitFileDiff[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const isGit = line.startsWith("diff --git ");
    if (isGit || isPlainHead(lines, at)) {
      const read = readPart(
        lines,
        isGit ? readHead(lines, at) : { line: at + 1, next: at, said: {} },
      );
      if ("fault" in read) return read;
      files.push(read.file);
      at = read.next;
    } else if (isHunkHead(line)) return { line: at + 1, fault: "is a hunk of no file" };
    else at += 1;
  }
  return files;
}

function isPlainHead(lines: readonly string[], at: number): boolean {
  const [old = "", fresh = ""] = lines.slice(at, at + 2);
  return old.startsWith("--- ") && fresh.startsWith("+++ ") && isHunkHead(lines[at + 2]);
}

/** The lines between `diff --git` and the texts, by their words. */
interface Head {
  readonly line: number;
  readonly next: number;
  readonly said: Readonly<Record<string, string>>;
  /** The name in the first line; undefined if it has two, or it cannot be told where the first one ends. */
  readonly named?: Named | undefined;
}

const WORDS =
  /^(old mode|new mode|deleted file mode|new file mode|copy from|copy to|rename from|rename to|similarity index|dissimilarity index|index) (.*)$/;

function readHead(lines: readonly string[], at: number): Head {
  const said: Record<string, string> = {};
  let next = at + 1;
  for (; next < lines.length; next++) {
    const [, word, value] = WORDS.exec(withoutEnd(lines[next] ?? "")) ?? [];
    if (word === undefined || value === undefined) break;
    said[word] = value;
  }
  const named = nameOf(withoutEnd(lines[at] ?? "").slice("diff --git ".length));
  return { line: at + 1, next, said, named };
}

/** Reads what follows a head: the names of the texts, and the hunks. */
function readPart(
  lines: readonly string[],
  head: Head,
): { readonly file: GitFileDiff; readonly next: number } | DiffFault {
  const { line, said } = head;
  let { next } = head;
  const isBinary = /^(?:GIT binary patch|Binary files .* differ)\r?$/.test(
    withoutEnd(lines[next] ?? ""),
  );
  let texts: readonly [from: string, to: string] | undefined;
  if (lines[next]?.startsWith("--- ") && lines[next + 1]?.startsWith("+++ ")) {
    texts = [
      nameAfter(withoutEnd(lines[next] ?? "")),
      nameAfter(withoutEnd(lines[next + 1] ?? "")),
    ];
    next += 2;
  }
  const hunks: Hunk[] = [];
  while (isHunkHead(lines[next])) {
    const read = readHunk(lines, next);
    if ("fault" in read) return read;
    const last = hunks.at(-1);
    const isAfter = last === undefined || read.hunk.start >= last.start + oldLines(last);
    if (!isAfter) return { line: next + 1, fault: "is a hunk before the end of the one above it" };
    hunks.push(read.hunk);
    next = read.next;
  }
  if (hunks.length > 0 && isLeft(lines[next] ?? ""))
    return { line: next + 1, fault: "is one more than the head of its hunk counts" };
  const names = nameFile(head, texts);
  if (names === undefined) return { line, fault: "names no file, or not the same one as below" };
  const [, base, mode] =
    /^([0-9a-f]{4,64})\.\.[0-9a-f]{4,64}(?: (\d+))?$/.exec(said.index ?? "") ?? [];
  const oldMode = said["old mode"] ?? said["deleted file mode"] ?? mode;
  const newMode = said["new mode"] ?? said["new file mode"] ?? mode;
  const file: GitFileDiff = {
    line,
    ...names,
    ...(base === undefined || /^0+$/.test(base) ? {} : { base }),
    ...(oldMode === undefined || names.from === undefined ? {} : { oldMode }),
    ...(newMode === undefined || names.to === undefined ? {} : { newMode }),
    ...(isBinary ? { isBinary } : {}),
    hunks,
  };
  return { file, next: Math.max(next, line) };
}

function oldLines({ lines }: Hunk): number {
  return lines.filter(({ sign }) => sign !== "+").length;
}

/** True for a line that looks like one more of a hunk: neither the next file nor the end of a mail. */
function isLeft(line: string): boolean {
  if (line.startsWith("+")) return true;
  return line.startsWith("-") && !line.startsWith("--- ") && !/^-- ?\r?\n?$/.test(line);
}

function withoutEnd(line: string): string {
  return line.slice(0, MAX_HEAD).replace(/\r?\n$/, "");
}
