import type { HunkLine } from "../model/patch/hunk.ts";
import type { FilePatch, LinesByText, PatchFault, PatchSet } from "../model/patch/patch.ts";

/** Reads `*** Begin Patch`, as Codex's `apply_patch` takes it, in any text around it, such as that of a shell. */
export function readCodexPatch(text: string): PatchSet | PatchFault {
  const lines = text.split(/\r?\n/);
  const begin = lines.findIndex((line) => line.trim() === "*** Begin Patch");
  if (begin === -1) return { fault: "has no line `*** Begin Patch`" };
  const files: FilePatch[] = [];
  let at = begin + 1;
  while (lines[at]?.trim() !== "*** End Patch") {
    if (at >= lines.length)
      return { fault: "has no line `*** End Patch`: it may be cut off", line: begin + 1 };
    const read = readFile(lines, at);
    if ("fault" in read) return read;
    files.push(read.file);
    at = read.next;
  }
  const second = lines.findIndex((line, index) => index > at && line.trim() === "*** Begin Patch");
  if (second !== -1) return { fault: "is a second patch in one text", line: second + 1 };
  return { format: "codex", patches: [{ files }], left: [] };
}

const FILE = /^\*\*\* (Add|Delete|Update) File: (.+?)\s*$/;

function readFile(
  lines: readonly string[],
  at: number,
): { readonly file: FilePatch; readonly next: number } | PatchFault {
  const [, verb, path = ""] = FILE.exec(lines[at] ?? "") ?? [];
  const place = { line: at + 1 };
  if (verb === "Delete")
    return { file: { ...place, from: path, content: { kind: "lines", parts: [] } }, next: at + 1 };
  if (verb === "Add") return readAdded(lines, at, path);
  if (verb !== "Update")
    return {
      ...place,
      fault: "is not `*** Add File: `, `*** Delete File: ` or `*** Update File: `",
    };
  const [, to] = /^\*\*\* Move to: (.+?)\s*$/.exec(lines[at + 1] ?? "") ?? [];
  const read = readParts(lines, to === undefined ? at + 1 : at + 2);
  if ("fault" in read) return read;
  const { parts, next } = read;
  if (parts.length === 0 && to === undefined) return { ...place, fault: "changes nothing" };
  const moved = to === undefined || to === path ? { to: path } : { to, as: "rename" as const };
  return { file: { ...place, from: path, ...moved, content: { kind: "lines", parts } }, next };
}

function readAdded(
  lines: readonly string[],
  at: number,
  path: string,
): { readonly file: FilePatch; readonly next: number } | PatchFault {
  let next = at + 1;
  const text: string[] = [];
  for (; next < lines.length && !isMark(lines[next]); next++) {
    const line = lines[next] ?? "";
    if (!line.startsWith("+"))
      return { line: next + 1, fault: "is a line of a new file, and does not begin with `+`" };
    text.push(`${line.slice(1)}\n`);
  }
  const content = { kind: "text", text: text.join("") } as const;
  return { file: { line: at + 1, to: path, content }, next };
}

function isMark(line: string | undefined): boolean {
  return line?.startsWith("*** ") === true && !line.startsWith("*** End of File");
}

/** Reads the parts of a file that is updated: `@@`, with or without a line to go to, and lines. */
function readParts(
  lines: readonly string[],
  at: number,
): { readonly parts: readonly LinesByText[]; readonly next: number } | PatchFault {
  const parts: LinesByText[] = [];
  let next = at;
  while (next < lines.length && !isMark(lines[next])) {
    const line = next + 1;
    const anchors: string[] = [];
    for (; lines[next]?.startsWith("@@") === true; next++) {
      const anchor = lines[next]?.slice(2).trim() ?? "";
      if (anchor !== "") anchors.push(lines[next]?.slice(3) ?? "");
    }
    const read: HunkLine[] = [];
    for (; next < lines.length && isLine(lines[next]); next++) {
      const raw = lines[next] ?? "";
      const sign = raw === "" ? " " : (raw[0] as HunkLine["sign"]); // `isLine` has looked at it.
      read.push({ sign, text: raw.slice(1) });
    }
    const isAtEnd = lines[next]?.startsWith("*** End of File") === true;
    if (isAtEnd) next += 1;
    if (read.length === 0)
      return { line, fault: "is neither `@@` nor a line that begins with a blank, `+` or `-`" };
    parts.push({ line, anchors, lines: read, isAtEnd });
  }
  return { parts, next };
}

function isLine(line: string | undefined): boolean {
  return line === "" || (line !== undefined && " +-".includes(line[0] ?? ""));
}
