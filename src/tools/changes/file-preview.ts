import { createHash } from "node:crypto";
import type { FilePreview, JointWrite, Preview } from "../../model/action/action-preview.ts";
import type { Facts, FileFacts } from "../../model/action/facts.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { StepName } from "../../model/step-name.ts";
import { type AgentToolResult, type ToolExecutionContext, textResult } from "../../model/tool.ts";
import type { CommitNote, CommitTarget } from "../../model/workspace.ts";
import type { PendingAction } from "../../resolve/pending-action.ts";
import { queueResolveHandler } from "../../resolve/queue-resolve-handler.ts";
import type { Session } from "../../resolve/session.ts";
import { countOf } from "../../shared/count-of.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { collectIfGrown } from "../../shared/process/collect-garbage.ts";
import { AppliedAhead, type WrittenChanges } from "./applied-ahead.ts";
import { judgesOf } from "./judges-of.ts";
import { errorPlaces, leftoversFact, lossFacts, namesFacts, placeFacts } from "./loss-facts.ts";
import { countOfEdits } from "./spilled-change.ts";

/** Returns the preview of changes. `whole` has the files whose whole text is replaced. */
export function filePreview(
  changes: readonly FileChange[],
  { parseErrors, limitReached }: FoundFacts = NOTHING_LEFT_OUT,
  whole: readonly string[] = [],
  claims: Pick<FileFacts, "author" | "source"> = {},
): FilePreview {
  const facts: FileFacts = {
    files: changes.map(({ path }) => path),
    fileCount: changes.length,
    newFiles: changes.flatMap(({ path, preHash }) => (preHash === null ? [path] : [])),
    deletedFiles: changes.flatMap(({ path, postHash }) => (postHash === null ? [path] : [])),
    modesChanged: changes.flatMap(({ path, mode }) => (mode === undefined ? [] : [path])),
    replacements: sum(changes, countOfEdits),
    additions: sum(changes, ({ additions }) => additions),
    deletions: sum(changes, ({ deletions }) => deletions),
    fileBytes: changes.reduce((most, { bytes }) => Math.max(most, bytes), 0),
    languages: [...new Set(changes.map(({ language }) => language))].sort(),
    ...claims,
    ...resultFacts(changes),
    ...lossFacts(changes),
    ...placeFacts(changes),
    ...leftoversFact(changes),
    ...namesFacts(changes),
    parseErrors,
    limitReached,
    packageScripts: changes.flatMap(({ path, changesPackage }) => (changesPackage ? [path] : [])),
  };
  return { kind: "files", facts, changes, whole };
}

/** Returns the facts that the results tell, as far as they are known of every change. */
function resultFacts(changes: readonly FileChange[]): Partial<Facts> {
  const ofAll = (factOf: (change: FileChange) => boolean | undefined) => {
    const known = changes.flatMap((change) => factOf(change) ?? []);
    return known.length < changes.length ? undefined : known;
  };
  const errors = ofAll(({ addsSyntaxErrors }) => addsSyntaxErrors);
  const blank = ofAll(({ isWhitespaceOnly }) => isWhitespaceOnly);
  return definedOnly({
    idempotent: ofAll(({ isIdempotent }) => isIdempotent)?.every(Boolean),
    commentsOnly: ofAll(({ isCommentsOnly }) => isCommentsOnly)?.every(Boolean),
    newSyntaxErrors: errors?.some(Boolean),
    newSyntaxErrorPlaces: errors && errorPlaces(changes),
    syntaxJudges: errors && judgesOf(changes),
    whitespaceOnly: blank && blank.length > 0 && blank.every(Boolean),
    exportsChanged: exportsOf(changes),
  });
}

/** Returns `src/a.ts:name` for each name; undefined if those of a file are not known. */
function exportsOf(changes: readonly FileChange[]): readonly string[] | undefined {
  const places: string[] = [];
  for (const { path, exportsChanged } of changes) {
    if (exportsChanged === undefined) return undefined;
    for (const name of exportsChanged) places.push(`${path}:${name}`);
  }
  return places.sort();
}

/** The facts about the files of a call that its preview leaves out. */
type FoundFacts = Pick<FileFacts, "parseErrors" | "limitReached">;

const NOTHING_LEFT_OUT: FoundFacts = { parseErrors: 0, limitReached: false };

/** The queue for the previews of one step. */
export interface PreviewQueue {
  readonly session: Session;
  /** The step of the calls. It is part of an action's id, so that equal edits of two steps differ. */
  readonly owner: StepName;
  /** Waits until a built-in call may push its actions (R31). Default: at once. */
  readonly turn?: (context: ToolExecutionContext) => Promise<void>;
  /** Called for every action that a call queues, with its preview. */
  readonly onQueued?: (
    action: PendingAction,
    preview: Preview,
    context: ToolExecutionContext,
  ) => void;
  /** Called when an action was applied, with its changes as they were written. */
  readonly onApplied?: (action: PendingAction, changes: readonly FileChange[]) => void;
}

/** The changes that a call found, and the function that makes them. */
export interface StagedPreview {
  readonly tool: string;
  readonly label: string;
  readonly changes: readonly FileChange[];
  /** Files that were left out. Default: none. */
  readonly found?: FoundFacts;
  /** What the proposal says of itself. Default: nothing. */
  readonly claims?: Pick<FileFacts, "author" | "source"> | undefined;
  /** Files whose whole text is replaced. Default: none. */
  readonly whole?: readonly string[];
  /** The write that this action shares. Default: none. */
  readonly joint?: JointWrite | undefined;
  /**
   * Makes the changes under `note`, on `target` if it is given, otherwise in the workspace; returns them as they were
   * written, and a sentence about them.
   */
  apply(note: CommitNote, target?: CommitTarget): Promise<WrittenChanges>;
  /** Takes back what an `apply` on a target noted. Without it, `apply` never gets a target. */
  readonly takeBack?: (() => void) | undefined;
  /** Previews the same files again. Without it that is not possible. */
  readonly again?: (() => Promise<void>) | undefined;
}

/** Queues the changes of a call as one pending action (A1). Returns its id. */
export function queuePreview(
  { session, owner, onQueued, onApplied }: PreviewQueue,
  { tool, label, changes, found, claims, whole, joint, apply, takeBack, again }: StagedPreview,
  context: ToolExecutionContext,
): string {
  const noteOf = (reason: string) => {
    return { id: action.id, label, sourceToolName: tool, ...owner, reason };
  };
  const ahead = takeBack && new AppliedAhead({ noteOf, apply, takeBack });
  const preview = { ...filePreview(changes, found, whole, claims), joint, ahead, again };
  const action = queueResolveHandler(
    session,
    {
      id: actionId(owner, tool, changes),
      label,
      sourceToolName: tool,
      details: preview,
      async apply(reason, extra): Promise<AgentToolResult> {
        const note = { ...noteOf(reason), ...definedOnly({ extra }) };
        const { text, changes: written } = ahead?.take(note) ?? (await apply(note));
        onApplied?.(action, written);
        return textResult(text, { changes: written });
      },
    },
    context,
  );
  onQueued?.(action, preview, context);
  return action.id;
}

/** Returns a digest of the edits, so that two runs over the same tree agree (docs/design/plan.md). */
function actionId(
  { recipe, step }: StepName,
  tool: string,
  changes: readonly FileChange[],
): string {
  const hash = createHash("sha256").update(
    `[${JSON.stringify(`${recipe}/${step}`)},${JSON.stringify(tool)},[`,
  );
  // Piece by piece, the JSON of one array: the edits of all files would be a text of any length.
  for (const [index, { path, preHash, edits, mode }] of changes.entries()) {
    const places = edits.map(({ start, end, text }) => [start, end, text]);
    const content = [path, preHash, places, ...(mode === undefined ? [] : [mode])];
    hash.update(`${index === 0 ? "" : ","}${JSON.stringify(content)}`);
    collectIfGrown();
  }
  return hash.update("]]").digest("hex").slice(0, 16);
}

/** Returns `3 replacements in 2 files` (A1, A2); `1 mode in 1 file` if no text changes. */
export function sizeOf(changes: readonly FileChange[]): string {
  const replacements = sum(changes, countOfEdits);
  const modes = replacements === 0 ? changes.filter(({ mode }) => mode !== undefined).length : 0;
  const size = modes === 0 ? countOf(replacements, "replacement") : countOf(modes, "mode");
  return `${size} in ${countOf(new Set(changes.map(({ path }) => path)).size, "file")}`;
}

function sum<T>(items: readonly T[], measure: (item: T) => number): number {
  return items.reduce((total, item) => total + measure(item), 0);
}
