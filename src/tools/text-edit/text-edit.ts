import type { LanguageOf } from "../../edit/language/file-languages.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import { MAX_FILE_BYTES } from "../../files/decode-text.ts";
import { createGate } from "../../files/gate.ts";
import { type NamedPathSources, refuseUnusable } from "../../files/resolve-file-ref.ts";
import type { FileChange } from "../../model/preview.ts";
import { type AgentToolResult, type ToolExecutionContext, textResult } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { CommitNote, FileRead } from "../../model/workspace.ts";
import { commitChanges, type ReadyFile, refuseWhenCancelled } from "../changes/commit-changes.ts";
import { type PreviewQueue, queuePreview, type StagedPreview } from "../changes/file-preview.ts";
import type { FileQueue } from "../changes/file-queue.ts";

/** What the tools that edit texts work on, and with. */
export interface TextEditSurroundings extends PreviewQueue, NamedPathSources {
  readonly languageOf: LanguageOf;
  readonly grammars: Grammars;
  /** The run's: a preview ends early, and an apply does not begin, when it fires (A22). */
  readonly signal: AbortSignal;
  /** One for all tools of a batch (T17). */
  readonly files: FileQueue;
}

/** A file that may be written; `before` is undefined where it does not exist yet. */
export interface EditTarget {
  readonly path: string;
  readonly before: Extract<FileRead, { kind: "text" }> | undefined;
}

/** What a call of such a tool answers beside its text. */
interface TextEditDetails {
  readonly path: string;
  readonly isNew: boolean;
  /** 0 where nothing would change; then nothing is queued. */
  readonly replacements: number;
  readonly additions: number;
  readonly deletions: number;
}

/** Finds the file that a call names, under its real name, as it is now. Throws a `ToolError` that says why it cannot be written. */
export async function findEditTarget(
  written: string,
  sources: NamedPathSources,
): Promise<EditTarget> {
  const named = await createGate(sources).mayWrite(written);
  if (named.kind === "refused") throw new ToolError(named.message);
  const { path, kind } = named;
  if (kind === "folder" || written.endsWith("/"))
    throw new ToolError(`\`${written}\` is a folder.`);
  if (kind === "missing") return { path, before: undefined };
  const before = await sources.workspace.read(path);
  if (before.kind !== "text") throw new ToolError(refuseUnusable(path, before).message);
  return { path, before };
}

/** Refuses a text that would not be read back as it is. `name` is the parameter's. */
export function refuseUnwritable(name: string, text: string): void {
  const refuse = (fault: string) => new ToolError(`\`${name}\` ${fault}.`);
  if (text.includes("\0")) throw refuse("has a NUL character: the file would be binary");
  if (/\p{Cs}/u.test(text)) throw refuse("is not valid Unicode: it has half of a surrogate pair");
}

/** Refuses a file that would be larger than those that can be edited. */
export function refuseTooLarge(path: string, after: string): void {
  const size = Buffer.byteLength(after);
  if (size > MAX_FILE_BYTES)
    throw new ToolError(
      `\`${path}\` would have ${size} bytes; at most ${MAX_FILE_BYTES} are edited.`,
    );
}

/** The same for a text that is not there yet; UTF-16 code units, of which each is a byte at least. */
export function refuseTooLong(path: string, length: number): void {
  if (length > MAX_FILE_BYTES)
    throw new ToolError(
      `\`${path}\` would have ${length} characters; at most ${MAX_FILE_BYTES} bytes are edited.`,
    );
}

/** A change of one file that waits to be queued. */
export interface StagedEdit {
  readonly tool: string;
  readonly label: string;
  readonly change: FileChange;
  /** The whole text is replaced. */
  readonly replacesFile: boolean;
  /** What the change is on the text that is there at apply; undefined where it is stale (A18). */
  editAgain(change: FileChange, read: FileRead): ReadyFile | undefined;
  /** Tells what was written. */
  readonly applied: (change: FileChange) => string;
}

/** Queues the change as a pending action, which writes it when it is applied, and says so (A1, A20). */
export function stageEdit(
  { tool, label, change, replacesFile, editAgain, applied }: StagedEdit,
  surroundings: TextEditSurroundings,
  context: ToolExecutionContext,
  signal: AbortSignal,
): AgentToolResult {
  refuseWhenCancelled(signal);
  const apply = async (note: CommitNote) => {
    const written = await commitChanges([change], note, surroundings, { editAgain });
    const changes = written.map((file) => file.change);
    return { text: changes.map(applied).join("\n"), changes };
  };
  const staged: StagedPreview = {
    tool,
    label,
    changes: [change],
    whole: replacesFile ? [change.path] : [],
    apply: (note) => surroundings.files.run(change.path, () => apply(note)),
  };
  queuePreview(surroundings, staged, context);
  const { path, preHash, additions, deletions } = change;
  const details: TextEditDetails = {
    ...{ path, isNew: preHash === null, replacements: change.edits.length },
    ...{ additions, deletions },
  };
  return textResult(`${label}. Staged, not applied: 1 pending action to resolve.`, details);
}

/** The answer where the file is already what the call would make of it. */
export function nothingToChange(path: string): AgentToolResult {
  const none = { replacements: 0, additions: 0, deletions: 0 };
  const details: TextEditDetails = { path, isNew: false, ...none };
  return textResult(`\`${path}\` would stay as it is. Nothing was queued.`, details);
}
