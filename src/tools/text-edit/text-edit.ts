import type { LanguageOf } from "../../edit/language/file-languages.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import { MAX_FILE_BYTES } from "../../files/decode-text.ts";
import { createGate } from "../../files/gate.ts";
import { type NamedPathSources, refuseUnusable } from "../../files/refs/resolve-file-ref.ts";
import { refuse } from "../../files/refusal.ts";
import { whyWithheld } from "../../files/withheld/why-withheld.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { LeftAlone } from "../../model/left-alone.ts";
import type { SearchSettings } from "../../model/search/search-settings.ts";
import { type AgentToolResult, type ToolExecutionContext, textResult } from "../../model/tool.ts";
import { LeftAloneError, ToolError } from "../../model/tool-error.ts";
import type { CommitNote, FileRead } from "../../model/workspace.ts";
import { commitChanges, type ReadyFile, refuseWhenCancelled } from "../changes/commit-changes.ts";
import { type PreviewQueue, queuePreview, type StagedPreview } from "../changes/file-preview.ts";
import type { FileQueue } from "../changes/file-queue.ts";
import type { Formatter } from "../format/formatter-shapes.ts";

/** The context of the tools that edit texts. */
export interface TextEditContext extends PreviewQueue, NamedPathSources {
  readonly languageOf: LanguageOf;
  readonly grammars: Grammars;
  readonly search: SearchSettings;
  /** Of the run. When it fires, a preview ends early, and no apply begins (A22). */
  readonly signal: AbortSignal;
  /** One for all tools of a batch (T17). */
  readonly files: FileQueue;
  /** Default: none. */
  readonly leftAlone?: LeftAlone | undefined;
  /** Formats what a call changes. Default: nothing is formatted. */
  readonly formatter?: Formatter | undefined;
}

/** A file that may be written; `before` is undefined if it does not exist yet. */
export interface EditTarget {
  readonly path: string;
  readonly before: Extract<FileRead, { kind: "text" }> | undefined;
}

/** The details of the result of such a tool. */
interface TextEditDetails {
  readonly path: string;
  readonly isNew: boolean;
  /** 0 if nothing would change; then nothing is queued. */
  readonly replacements: number;
  readonly additions: number;
  readonly deletions: number;
}

/** Finds the file that a call names, under its real name. Throws a `ToolError` if it must not be written. */
export async function findEditTarget(
  written: string,
  sources: NamedPathSources & Pick<TextEditContext, "leftAlone">,
): Promise<EditTarget> {
  const named = await createGate(sources).mayWrite(written);
  if (named.kind === "refused") throw new ToolError(named.message);
  const { path, kind } = named;
  if (kind === "folder" || written.endsWith("/"))
    throw new ToolError(`\`${written}\` is a folder.`);
  const leftAlone = sources.leftAlone?.whyOf(path);
  if (leftAlone !== undefined) throw new LeftAloneError(path, leftAlone);
  if (kind === "missing") return { path, before: undefined };
  // The preview of a change shows the text, and a failed one tells if a text occurs.
  const withheld = await whyWithheld(path, sources);
  if (withheld !== undefined) throw new ToolError(refuse("withheld", path, withheld).message);
  const before = await sources.workspace.read(path);
  if (before.kind !== "text") throw new ToolError(refuseUnusable(path, before).message);
  return { path, before };
}

/** Throws a `ToolError` for a text that a file cannot hold unchanged. `name` is that of the parameter. */
export function refuseUnwritable(name: string, text: string): void {
  const refuse = (fault: string) => new ToolError(`\`${name}\` ${fault}.`);
  if (text.includes("\0")) throw refuse("has a NUL character: the file would be binary");
  if (/\p{Cs}/u.test(text)) throw refuse("is not valid Unicode: it has half of a surrogate pair");
}

/** Throws a `ToolError` for a text that is too large for a file that can be edited. */
export function refuseTooLarge(path: string, after: string): void {
  const size = Buffer.byteLength(after);
  if (size > MAX_FILE_BYTES)
    throw new ToolError(
      `\`${path}\` would have ${size} bytes; at most ${MAX_FILE_BYTES} are edited.`,
    );
}

/** Throws the same for a text that is not made yet; `length` in UTF-16 code units, each of at least one byte. */
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
  /** True if the whole text is replaced. */
  readonly replacesFile: boolean;
  /** Returns the change on the text that is there at apply, or undefined if it is stale (A18). */
  editAgain(change: FileChange, read: FileRead): ReadyFile | undefined;
  /** Returns a sentence about the written change. */
  readonly applied: (change: FileChange) => string;
}

/** Queues the change as a pending action, which writes it when it is applied. The result says so (A1, A20). */
export async function stageEdit(
  { tool, label, change, replacesFile, editAgain, applied }: StagedEdit,
  context: TextEditContext,
  call: ToolExecutionContext,
  signal: AbortSignal,
): Promise<AgentToolResult> {
  await context.turn?.(call);
  refuseWhenCancelled(signal);
  const apply = async (note: CommitNote) => {
    const written = await commitChanges([change], note, context, { editAgain });
    const changes = written.map((file) => file.change);
    return { text: changes.map(applied).join("\n"), changes };
  };
  const staged: StagedPreview = {
    tool,
    label,
    changes: [change],
    whole: replacesFile ? [change.path] : [],
    apply: (note) => context.files.run(change.path, () => apply(note)),
  };
  queuePreview(context, staged, call);
  const { path, preHash, additions, deletions } = change;
  const details: TextEditDetails = {
    path,
    isNew: preHash === null,
    replacements: change.edits.length,
    additions,
    deletions,
  };
  return textResult(`${label}. Staged, not applied: 1 pending action to resolve.`, details);
}

/** Returns the result of a call that would leave the file as it is. */
export function nothingToChange(path: string): AgentToolResult {
  const details: TextEditDetails = {
    path,
    isNew: false,
    replacements: 0,
    additions: 0,
    deletions: 0,
  };
  return textResult(`\`${path}\` would stay as it is. Nothing was queued.`, details);
}
