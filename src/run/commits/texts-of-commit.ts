import type { FileMode } from "../../model/patch/file-mode.ts";
import { countOf } from "../../shared/count-of.ts";
import type { CommittedFile, CommitWorld, FoundFile, WrittenFile } from "./committed-file.ts";
import { modeOfActions, textOfActions } from "./text-of-actions.ts";

/** The files that a run wrote; those whose texts are not certain are missing. */
export type WrittenFiles = ReadonlyMap<string, WrittenFile>;

/** The files that commits are made of, as they were written, and as git has them. */
export interface CommitSources extends CommitWorld {
  readonly files: WrittenFiles;
  readonly found: ReadonlyMap<string, FoundFile>;
}

/** The texts of one commit: of its tree, null for a deleted file, and of the index where that has something else. */
interface CommitTexts {
  readonly head: ReadonlyMap<string, string | null>;
  readonly staged: ReadonlyMap<string, string>;
  /** The modes of files that do not keep their own. */
  readonly modes: ReadonlyMap<string, FileMode>;
}

/** The most files that a refusal names. */
const MOST_NAMED = 5;

/** Returns the texts of a commit. One file that cannot be committed refuses it as a whole; all such files are named. */
export async function textsOf(
  paths: readonly string[],
  actions: ReadonlySet<string>,
  making: CommitSources,
): Promise<CommitTexts | { readonly why: string }> {
  const head = new Map<string, string | null>();
  const staged = new Map<string, string>();
  const modes = new Map<string, FileMode>();
  const faults: string[] = [];
  for (const path of paths) {
    const texts = await textsOfFile(path, actions, making);
    if ("fault" in texts) faults.push(`${path} ${texts.fault}`);
    else {
      head.set(path, texts.head);
      if (texts.staged !== undefined) staged.set(path, texts.staged);
      const steps = making.files.get(path)?.steps ?? [];
      const mode = modeOfActions({ steps }, (action) => actions.has(action));
      if (mode !== undefined) modes.set(path, mode);
    }
  }
  if (faults.length === 0) return { head, staged, modes };
  const more = faults.length - MOST_NAMED;
  const others = more > 0 ? [`and ${countOf(more, "more file")}`] : [];
  return { why: [...faults.slice(0, MOST_NAMED), ...others].join("; ") };
}

/** The text of a file in the commit, and in the index if that has something else. */
interface FileTexts {
  readonly head: string | null;
  readonly staged: string | undefined;
}

async function textsOfFile(
  path: string,
  actions: ReadonlySet<string>,
  { files, found, store }: CommitSources,
): Promise<FileTexts | { readonly fault: string }> {
  const file = files.get(path);
  const state = found.get(path);
  if (file === undefined || state === undefined) return { fault: WRITTEN_BY_OTHERS };
  if ("fault" in state) return state;
  const text = textOfActions(file, (action) => actions.has(action));
  if (text === undefined) return { fault: RESTS_ON_OTHERS };
  if (text === null) return deletionOf(file, state);
  const head = await store.merge(state.head ?? file.before, file.before, text);
  if (head === undefined) return { fault: `${CONFLICTS} are not committed` };
  if (state.staged === undefined) return { head, staged: undefined };
  const staged = await store.merge(state.staged, file.before, text);
  return staged === undefined ? { fault: `${CONFLICTS} are staged` } : { head, staged };
}

/** A deleted file goes from the commit as a whole, and with it everything in it that is not the run's. */
function deletionOf(
  { before }: WrittenFile,
  { head = before, staged }: CommittedFile,
): FileTexts | { readonly fault: string } {
  if (staged !== undefined) return { fault: `${OTHERS_GONE} are staged` };
  return head === before
    ? { head: null, staged: undefined }
    : { fault: `${OTHERS_GONE} are not committed` };
}

const OTHERS_GONE = "is deleted, and had other changes, which";
const WRITTEN_BY_OTHERS = "was also written by another process, or its text before is gone";
const RESTS_ON_OTHERS =
  "has edits that rest on those of an action that is in no commit before this one";
const CONFLICTS = "has edits too close to other changes of the same lines, which";
