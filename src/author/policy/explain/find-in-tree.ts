import type { Stats } from "node:fs";
import { join } from "node:path";
import { MAX_FILE_BYTES } from "../../../files/decode-text.ts";
import { isReserved } from "../../../files/path-rules.ts";
import { readBounded } from "../../../files/read-bounded.ts";
import type { FileFinding } from "../../../model/policy/explanation.ts";
import type { ActionReport } from "../../../model/report/report.ts";
import type { GitListing } from "../../../request/git-listing.ts";
import { sha256 } from "../../../shared/sha256.ts";
import { createOverlayWorkspace } from "../../../tree/overlay-workspace.ts";
import type { DecisionRecord } from "./decision-record.ts";

/** A file of the tree, and the actions of the record that edit it. */
interface SeenFile {
  readonly path: string;
  /** Undefined if the path does not exist. */
  readonly stats: Stats | undefined;
  readonly actions: readonly ActionReport[];
}

/** The tree as it is now. */
interface Tree {
  /** Absolute. */
  readonly root: string;
  readonly listing: GitListing;
}

/** Returns what the tree of now tells about a file: it is missing, ignored, or another one than then. */
export async function findInTree(
  file: SeenFile,
  { startedAt, about }: Pick<DecisionRecord, "startedAt" | "about">,
  { root, listing }: Tree,
): Promise<readonly FileFinding[]> {
  const { path, stats } = file;
  if (isReserved(path)) return [];
  if (stats === undefined) return [now("missing", "There is no such file now.")];
  const findings: FileFinding[] = [];
  if (file.actions.length > 0) {
    if (!(await isKnown(file, root))) findings.push(now("changed", CHANGED));
  } else if (startedAt !== undefined && stats.mtimeMs > startedAt) {
    const then = about.kind === "plan" ? "the plan was made" : "the run began";
    findings.push(
      now("changed", `The file was written after ${then}: then it may have been another one.`),
    );
  }
  const listed = await createOverlayWorkspace(root, listing)
    .listFiles()
    .catch(() => undefined);
  if (listed?.includes(path) === false) findings.push(now("ignored", IGNORED));
  return findings;
}

const CHANGED =
  "The file has changed since: it is neither as the actions found it nor as one left it.";
const IGNORED =
  "Git ignores it, or it is a dependency or a link: it is only searched if a step names it.";

/** True if the file is one that an action of the record found or left. */
async function isKnown({ path, actions }: SeenFile, root: string): Promise<boolean> {
  const read = await readBounded(join(root, path), MAX_FILE_BYTES);
  if (read.kind !== "bytes") return false;
  const hash = sha256(read.bytes);
  return actions.some(({ files }) =>
    files.some((one) => one.path === path && (one.preHash === hash || one.postHash === hash)),
  );
}

function now(code: string, message: string): FileFinding {
  return { code, message, from: "now" };
}
