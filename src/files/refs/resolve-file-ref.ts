import type { SkipReason } from "../../model/skip-reason.ts";
import { OUTPUT_CAP } from "../../model/tool.ts";
import type { Workspace } from "../../model/workspace.ts";
import { countOf } from "../../shared/count-of.ts";
import { isGlob } from "../../shared/paths/glob.ts";
import { sha256 } from "../../shared/sha256.ts";
import { createGate } from "../gate.ts";
import { listFolder } from "../list-folder.ts";
import {
  type Excerpt,
  type ExcerptRead,
  type ExcerptRequest,
  readExcerpt,
} from "../read-excerpt.ts";
import { type Refusal, type RefusalKind, refuse } from "../refusal.ts";
import type { Scope } from "../scope.ts";
import { whyWithheld } from "../withheld/why-withheld.ts";
import type { Attached, FileRef } from "./file-ref.ts";

/** The sources in which named paths are found. */
export interface NamedPathSources {
  readonly workspace: Workspace;
  readonly scope: Scope;
}

/** The sources from which named files are read. */
export interface FileRefSources {
  readonly workspace: Pick<
    Workspace,
    "kindOf" | "targetOf" | "listIgnored" | "listUntracked" | "readPart" | "readFolder"
  >;
  readonly scope: Scope;
}

/**
 * Reads a file, or lists a folder, that a user or a model named: the one way for prompts, attach lists and tools,
 * with one cap and one scope (F1–F5, F7–F10, F15, F21). The text of a file that is larger than the cap ends with
 * a line that says so (F2).
 */
export async function resolveFileRef(
  written: string,
  sources: FileRefSources,
  request: ExcerptRequest = {},
): Promise<FileRef> {
  const named = await createGate(sources).mayRead(written);
  if (named.kind === "refused") return named;
  const { path } = named;
  if (named.kind === "folder") return attachFolder(path, sources, request);
  if (named.kind === "missing") return refuse("not-found", path, missingFault(path));
  const withheld = await whyWithheld(path, sources);
  if (withheld !== undefined) return refuse("withheld", path, withheld);
  const read = readExcerpt(
    (start, length) => sources.workspace.readPart(path, start, length),
    request,
  );
  if (read.kind !== "text") return refuseRead(path, read, request);
  const { kind: _kind, text, ...facts } = read;
  const end = facts.nextLine === undefined ? "" : truncationLine(read);
  return { kind: "file", path, ...facts, text: text + end, ...sent(text) };
}

async function attachFolder(
  path: string,
  sources: FileRefSources,
  { cap = OUTPUT_CAP }: ExcerptRequest,
): Promise<FileRef> {
  if (!sources.scope.mayHold(path)) return refuse("out-of-scope", path, "is excluded by the scope");
  const listed = await listFolder(path, sources, cap);
  if (listed.kind === "refused") return listed;
  return { kind: "folder", path, text: listed.text, ...sent(listed.text) };
}

function sent(text: string): Pick<Attached, "bytesSent" | "sha256"> {
  return { bytesSent: Buffer.byteLength(text), sha256: sha256(text) };
}

/** `:12`, `:12:5`, `#L3-L7` or `#top` after a path. */
const PLACE = /(:\d+(:\d+)?(-\d+)?|#[^/#]*)$/;

/** A quote that begins a path. */
const QUOTE = /^["<\u201C\u201E\u2018\u00AB]/;

function missingFault(path: string): string {
  if (isGlob(path)) return "does not exist: a reference names one file or folder, not a glob";
  const [place] = PLACE.exec(path) ?? [];
  if (place !== undefined)
    return `does not exist: a line or a heading is no part of a reference; leave \`${place}\` out`;
  if (QUOTE.test(path)) return "does not exist: a quote before the path is not closed in its line";
  return "does not exist";
}

/** Returns the last line of a text that was cut. The cap of tools knows these lines (tools/cap-output.ts). */
function truncationLine({ text, total }: Excerpt): string {
  const separator = text === "" || text.endsWith("\n") ? "" : "\n";
  return `${separator}[...truncated, ${total} bytes total — use read_file for the rest]`;
}

function refuseRead(
  path: string,
  read: Exclude<ExcerptRead, Excerpt>,
  { offset = 1 }: ExcerptRequest,
): Refusal {
  switch (read.kind) {
    case "past-end":
      return refuse(
        "not-found",
        path,
        `has ${countOf(read.lines, "line")}; there is no line ${offset}`,
      );
    case "too-far": {
      const where = `in its first ${read.searched} bytes, the part that is searched for a line`;
      return refuse("unreadable", path, `has no line ${offset} ${where}`);
    }
    case "unusable":
      return refuseUnusable(path, read);
  }
}

/** Returns the reason why the content of a file is refused, in a sentence. */
export function refuseUnusable(
  path: string,
  { why, detail }: { readonly why: SkipReason; readonly detail?: string },
): Refusal {
  const [kind, fault] = FAULTS[why] ?? ["unreadable", "cannot be read"];
  return refuse(kind, path, detail === undefined ? fault : `${fault}: ${detail}`);
}

const FAULTS: { readonly [Why in SkipReason]?: readonly [RefusalKind, string] } = {
  binary: ["binary", "is binary: it has a NUL byte"],
  "not-utf8": ["binary", "is not UTF-8"],
  "too-large": ["unreadable", "is too large"],
  symlink: ["out-of-scope", "is a link, or reached through one"],
  vanished: ["not-found", "does not exist"],
};
