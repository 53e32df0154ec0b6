import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Report } from "../model/report/report.ts";
import { sha256 } from "../shared/sha256.ts";
import { keepNewest } from "./keep-newest.ts";
import { makeFolders, PRIVATE } from "./make-folders.ts";
import {
  findUserFolder,
  makeUserFolder,
  READ_FLAGS,
  type UserState,
  WRITABLE_BY_OTHERS,
} from "./user-folder.ts";

/** The most bytes of a preview that is kept, and the most roots of which the last one is kept. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_ROOTS = 20;

/** The name of a preview, also of one that is being written. */
const NAME = /^[0-9a-f]{64}\.json/;

/** A place that previews are about, and the user who makes them. */
export interface PreviewPlace {
  readonly root: string;
  /** Tells the repository from another one at the same path. */
  readonly repository: string;
  readonly state: UserState;
}

/** The mark of a preview that was not kept. */
export interface PreviewMark {
  readonly startedAt: string;
  /** The reason, in words that follow "because". */
  readonly notKept: string;
}

/**
 * Keeps the decisions of a preview in the folder of the user, outside of all trees, for `sluice policy explain last`:
 * its report without the text of diffs. Facts, reasons and errors stay as they are, because the policy is evaluated
 * again by them, and they may quote code. It takes the place of the one before in that root. One that is too large
 * leaves a mark, and one that cannot be written for any reason leaves nothing.
 */
export function keepPreview(report: Report, place: PreviewPlace): void {
  const folder = makeUserFolder(place.state);
  if (folder === undefined) return;
  const tooLarge = `its decisions are larger than ${MOST_BYTES / 1024 / 1024} MiB`;
  write(folder, place, textOf(report) ?? markText(report, tooLarge));
}

/** Leaves a mark in the place of the last preview, which would be taken for this one; makes no folder of the user. */
export function markPreview(report: Report, notKept: string, place: PreviewPlace): void {
  const folder = findUserFolder(place.state);
  if (folder !== undefined) write(folder, place, markText(report, notKept));
}

function markText({ run }: Report, notKept: string): string {
  return JSON.stringify({ startedAt: run.startedAt, notKept } satisfies PreviewMark);
}

function write(made: string, place: PreviewPlace, text: string): void {
  try {
    const folder = join(made, "previews");
    makeFolders(folder, PRIVATE);
    const path = join(folder, nameOf(place));
    const staged = `${path}.${process.pid}`;
    try {
      writeFileSync(staged, text, { mode: 0o600, flag: "wx" });
      renameSync(staged, path);
    } finally {
      rmSync(staged, { force: true });
    }
    keepNewest(folder, MOST_ROOTS, NAME);
  } catch {
    // Not writable: the preview leaves nothing.
  }
}

/**
 * Returns the last preview in a place: the text of its report, or the mark of one that was not kept. Undefined without
 * one that this user alone can have written.
 */
export function readPreview(place: PreviewPlace): string | PreviewMark | undefined {
  const text = readText(place);
  return text === undefined ? undefined : (markIn(text) ?? text);
}

function readText(place: PreviewPlace): string | undefined {
  const folder = findUserFolder(place.state);
  if (folder === undefined) return undefined;
  let file: number | undefined;
  try {
    file = openSync(join(folder, "previews", nameOf(place)), READ_FLAGS);
    const stats = fstatSync(file);
    const isOwn = stats.isFile() && stats.uid === place.state.user?.id;
    const isAlone = (stats.mode & WRITABLE_BY_OTHERS) === 0 && stats.size <= MOST_BYTES;
    return isOwn && isAlone ? readFileSync(file, "utf8") : undefined;
  } catch {
    return undefined; // Missing, or not readable.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function markIn(text: string): PreviewMark | undefined {
  if (text.length > LONGEST_MARK) return undefined;
  try {
    const { startedAt, notKept } = JSON.parse(text) as Partial<PreviewMark>;
    const isMark = typeof notKept === "string" && !Number.isNaN(Date.parse(startedAt ?? ""));
    return isMark ? { startedAt: startedAt ?? "", notKept } : undefined;
  } catch {
    return undefined; // Damaged: the same as none.
  }
}

/** More characters than a mark has. */
const LONGEST_MARK = 500;

function nameOf({ root, repository }: PreviewPlace): string {
  return `${sha256(`${realpathSync.native(root)}\0${repository}`)}.json`;
}

/** Returns the JSON of a report with what explains its decisions; undefined if it is too long. */
function textOf(report: Report): string | undefined {
  const bare = { calls: [], transcripts: [], alerts: [], diagnostics: [], files: [] };
  const actions: string[] = [];
  let size = 0;
  for (const action of report.actions) {
    const files = action.files.map((file) => ({ ...file, diff: withoutText(file.diff) }));
    const text = JSON.stringify({ ...action, files });
    size += Buffer.byteLength(text) + 1;
    if (size > MOST_BYTES) return undefined;
    actions.push(text);
  }
  const rest = JSON.stringify({ ...report, ...bare, actions: undefined });
  const text = `${rest.slice(0, -1)},"actions":[${actions.join(",")}]}`;
  return Buffer.byteLength(text) > MOST_BYTES ? undefined : text;
}

/** Returns a diff whose lines have their sign alone: it tells lines, and no code. */
function withoutText(diff: string): string {
  let isHunk = false;
  const lines = diff.split("\n").map((line) => {
    if (line.startsWith("diff --git ")) isHunk = false;
    if (line.startsWith("@@ ")) isHunk = true;
    else if (isHunk && /^[-+ ]/.test(line)) return line.slice(0, 1);
    return line;
  });
  return lines.join("\n");
}
