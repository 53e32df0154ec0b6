import { readTextFile } from "../../files/read-file.ts";
import { findWayTo } from "../../files/way-to.ts";
import type { RefusalCode, RefusedFile, UndoneFile } from "../../model/past/undo-report.ts";
import { messageOf } from "../../shared/message-of.ts";
import { sha256 } from "../../shared/sha256.ts";
import { singleEdit } from "../../shared/single-edit.ts";
import { readFileState } from "../disk/file-state.ts";
import type { FileWrite } from "../disk/file-write.ts";
import type { JournalTexts } from "../state/journal-texts.ts";
import { type Content, isMergeOfTexts, mergeBack, type TextMerge, textOf } from "./merge-back.ts";
import { modeToPutBack, type NetFile } from "./net-files.ts";

/** The treatment of a file that is no longer what the run left. */
export type OnChanged =
  | { readonly kind: "refuse" }
  | { readonly kind: "force" }
  /** Lists a file that would be merged, because nothing may be written. */
  | { readonly kind: "list" }
  | { readonly kind: "merge"; readonly merge: TextMerge };

/** The plan to take one file back. */
export type FileUndo =
  | { readonly kind: "write"; readonly file: UndoneFile; readonly write: FileWrite }
  /** The file is as it was before the run. */
  | { readonly kind: "nothing"; readonly path: string }
  /** The file has changed since, and would be merged. */
  | { readonly kind: "to-merge"; readonly path: string }
  | { readonly kind: "refused"; readonly refusal: RefusedFile };

/** Plans how to take back the changes of a run to one file. Does not write the file. */
export async function planFileUndo(
  root: string,
  net: NetFile,
  means: FileMeans,
): Promise<FileUndo> {
  const { path, stretches } = net;
  const state = await findState(root, path);
  if ("code" in state) return refused(path, state.code, state.why);
  const { hash } = state;
  const [{ preHash, postHash }] = stretches;
  const back = state.mode === undefined ? stretches[0].mode : modeToPutBack(net, state.mode);
  const isSame = hash === preHash;
  if (isSame && (hash === null || back === undefined)) return { kind: "nothing", path };
  if (state.isBlocked) return refused(path, "elsewhere", BLOCKED);
  try {
    if (!isSame && (stretches.length > 1 || hash !== postHash))
      return await planChanged(root, net, { ...means, hash, back });
    const { texts } = means;
    const change = { before: textOf(texts, hash), after: textOf(texts, preHash), back };
    return undoOf(path, change, "plain");
  } catch (error) {
    return refused(path, "failed", `cannot be taken back: ${messageOf(error)}`);
  }
}

/** The state of a file now, or the reason to refuse it. */
type FoundState =
  | {
      /** null if the file is missing. */
      readonly hash: string | null;
      /** Mode bits; undefined if the file is missing. */
      readonly mode?: number;
      /** True if the file is missing and cannot come back, because something on the way to it is not a folder. */
      readonly isBlocked: boolean;
    }
  | { readonly code: RefusalCode; readonly why: string };

const BLOCKED = "cannot be brought back: something on the way to it is not a folder";

async function findState(root: string, path: string): Promise<FoundState> {
  try {
    const state = await readFileState(root, path);
    if (state.kind === "other") return { code: "elsewhere", why: state.why };
    if (state.kind === "file") return { hash: state.hash, mode: state.mode, isBlocked: false };
    return { hash: null, isBlocked: (await findWayTo(root, path)) === "blocked" };
  } catch (error) {
    return { code: "unreadable", why: `cannot be read: ${messageOf(error)}` };
  }
}

/** The means to take a file back. */
interface FileMeans {
  readonly texts: JournalTexts;
  readonly onChanged: OnChanged;
}

/**
 * Plans a file that is not what the run left; `hash` is null if it is missing. The code of a refusal says which option
 * would help, also if none was given: `changed` may be merged or forced, `conflict` only forced, `not-text` neither.
 */
async function planChanged(
  root: string,
  net: NetFile,
  {
    texts,
    onChanged,
    hash,
    back,
  }: FileMeans & { readonly hash: string | null; readonly back: FileWrite["mode"] },
): Promise<FileUndo> {
  const { path, stretches } = net;
  const read = hash === null ? undefined : readTextFile(root, path);
  if (read?.kind === "unusable") {
    const why = `has changed since and is not a text that can be kept (${read.why})`;
    return refused(path, "not-text", why);
  }
  const before = read?.text ?? null;
  const after = textOf(texts, stretches[0].preHash);
  if (onChanged.kind === "force") return undoOf(path, { before, after, back }, "forced");
  const hasTexts = isMergeOfTexts(hash, stretches);
  if (onChanged.kind === "merge") {
    const merged = await mergeBack(before, stretches, { texts, merge: onChanged.merge });
    if (merged === before && (merged === null || back === undefined))
      return { kind: "nothing", path };
    if (merged !== undefined) return undoOf(path, { before, after: merged, back }, "merged");
    return refused(path, "conflict", hasTexts ? SAME_LINES : whyChanged(hash, stretches));
  }
  if (!hasTexts) return refused(path, "conflict", whyChanged(hash, stretches));
  if (onChanged.kind === "list") return { kind: "to-merge", path };
  return refused(path, "changed", whyChanged(hash, stretches));
}

const SAME_LINES = "was changed since in the lines that the run had changed";

function refused(path: string, code: RefusalCode, why: string): FileUndo {
  return { kind: "refused", refusal: { path, code, why } };
}

/** The content of a file now and before the run; `back`: the mode that it gets. */
interface ContentsOfUndo {
  readonly before: Content;
  readonly after: Content;
  readonly back: FileWrite["mode"];
}

function undoOf(
  path: string,
  { before, after, back }: ContentsOfUndo,
  manner: "forced" | "merged" | "plain",
): FileUndo {
  const write: FileWrite = {
    path,
    preHash: before === null ? null : sha256(before),
    postHash: after === null ? null : sha256(after),
    before: before ?? "",
    after: after ?? "",
    edits: [singleEdit(before ?? "", after ?? "")],
    mode: back,
  };
  const how = after === null ? "removed" : before === null ? "brought-back" : "put-back";
  const file: UndoneFile = { path, how: manner === "merged" ? "merged" : how };
  return { kind: "write", file: manner === "forced" ? { ...file, isForced: true } : file, write };
}

/** Returns the difference to what the run left, in words that follow the path. */
function whyChanged(hash: string | null, stretches: NetFile["stretches"]): string {
  const left = stretches.at(-1)?.postHash;
  if (hash === null) return "is gone by now";
  if (left === null) return "is there again";
  if (stretches[0].preHash === null) return "has changed since the run made it";
  if (hash === left) return "was changed by another process while the run was under way";
  return "has changed since";
}
