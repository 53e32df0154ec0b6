import type { FileFacts } from "../model/facts.ts";
import type { FileChange } from "../model/preview.ts";
import { type AgentToolResult, type ToolExecutionContext, textResult } from "../model/tool.ts";
import type { PendingAction } from "../resolve/pending-action.ts";
import { queueResolveHandler, type Session } from "../resolve/session.ts";
import { countOf } from "../shared/count-of.ts";
import { sha256 } from "../shared/sha256.ts";

/** What a pending action of a built-in tool tells whoever decides: what it would do, file by file. */
export class FilePreview {
  readonly facts: FileFacts;
  readonly changes: readonly FileChange[];

  constructor(
    changes: readonly FileChange[],
    { parseErrors, limitReached }: Pick<FileFacts, "parseErrors" | "limitReached"> = {
      parseErrors: 0,
      limitReached: false,
    },
  ) {
    this.changes = changes;
    this.facts = {
      files: changes.map(({ path }) => path),
      fileCount: changes.length,
      newFiles: changes.flatMap(({ path, preHash }) => (preHash === null ? [path] : [])),
      replacements: sum(changes, ({ edits }) => edits.length),
      additions: sum(changes, ({ additions }) => additions),
      deletions: sum(changes, ({ deletions }) => deletions),
      languages: [...new Set(changes.map(({ language }) => language))].sort(),
      idempotent: changes.every(({ isIdempotent }) => isIdempotent),
      commentsOnly: changes.every(({ isCommentsOnly }) => isCommentsOnly),
      newSyntaxErrors: changes.some(({ addsSyntaxErrors }) => addsSyntaxErrors),
      parseErrors,
      limitReached,
    };
  }
}

/** Where the tools of a step queue their previews. */
export interface PreviewQueue {
  readonly session: Session;
  /** What the call belongs to; part of an action's id, so that equal edits of two steps differ. */
  readonly owner: string;
  /** Told of every action that a call queues. */
  readonly onQueued?: (action: PendingAction, context: ToolExecutionContext) => void;
}

/** What a call has found, and would do. */
export interface StagedPreview {
  readonly tool: string;
  readonly label: string;
  readonly changes: readonly FileChange[];
  /** Files that were left out. Default: none. */
  readonly found?: Pick<FileFacts, "parseErrors" | "limitReached">;
  /** Does it; answers the changes as they were written, and how that is told. */
  apply(): Promise<{ readonly text: string; readonly changes: readonly FileChange[] }>;
}

/** Queues what a call found as one pending action (A1). */
export function queuePreview(
  { session, owner, onQueued }: PreviewQueue,
  { tool, label, changes, found, apply }: StagedPreview,
  context: ToolExecutionContext,
): void {
  const preview = {
    id: actionId(owner, tool, changes),
    label,
    sourceToolName: tool,
    details: new FilePreview(changes, found),
    async apply(): Promise<AgentToolResult> {
      const { text, changes: written } = await apply();
      return textResult(text, { changes: written });
    },
  };
  const action = queueResolveHandler(session, preview, context);
  onQueued?.(action, context);
}

/**
 * A digest of what an action does: two runs over the same tree agree (DESIGN.md, "Plan file").
 */
function actionId(owner: string, tool: string, changes: readonly FileChange[]): string {
  const content = changes.map(({ path, preHash, edits }) => [
    path,
    preHash,
    edits.map(({ start, end, text }) => [start, end, text]),
  ]);
  return sha256(JSON.stringify([owner, tool, content])).slice(0, 16);
}

/** `3 replacements in 2 files` (A1, A2). */
export function sizeOf(changes: readonly FileChange[]): string {
  const replacements = sum(changes, ({ edits }) => edits.length);
  return `${countOf(replacements, "replacement")} in ${countOf(new Set(changes.map(({ path }) => path)).size, "file")}`;
}

function sum<T>(items: readonly T[], measure: (item: T) => number): number {
  return items.reduce((total, item) => total + measure(item), 0);
}
