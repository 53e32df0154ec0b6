import {
  closeSync,
  fstatSync,
  mkdirSync,
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

/**
 * Keeps the decisions of a preview in the folder of the user, outside of all trees, for `sluice policy explain last`:
 * its report without the text of diffs. Facts, reasons and errors stay as they are, because the policy is evaluated
 * again by them, and they may quote code. It takes the place of the one before in that root. One that is too large, or
 * that cannot be written for any reason, is not kept.
 */
export function keepPreview(report: Report, root: string, state: UserState): void {
  try {
    const made = makeUserFolder(state);
    if (made === undefined) return;
    const folder = join(made, "previews");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, nameOf(root));
    const text = textOf(report);
    if (text === undefined) {
      rmSync(path, { force: true }); // An older one would be taken for it.
      return;
    }
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

/** Returns the text of the last preview in a root; undefined without one that this user alone can have written. */
export function readPreview(root: string, state: UserState): string | undefined {
  const folder = findUserFolder(state);
  if (folder === undefined) return undefined;
  let file: number | undefined;
  try {
    file = openSync(join(folder, "previews", nameOf(root)), READ_FLAGS);
    const stats = fstatSync(file);
    const isOwn = stats.isFile() && stats.uid === state.user?.id;
    const isAlone = (stats.mode & WRITABLE_BY_OTHERS) === 0 && stats.size <= MOST_BYTES;
    return isOwn && isAlone ? readFileSync(file, "utf8") : undefined;
  } catch {
    return undefined; // Missing, or not readable.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function nameOf(root: string): string {
  return `${sha256(realpathSync.native(root))}.json`;
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
