import type { Facts } from "../../model/facts.ts";
import type { FileChange } from "../../model/preview.ts";
import type { AstEditParams } from "../../model/recipe.ts";
import { textResult } from "../../model/tool.ts";
import { queueResolveHandler, type Session } from "../../resolve/session.ts";
import { countOf } from "../../shared/count-of.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { Tool } from "../tool.ts";
import { applyChanges } from "./apply-changes.ts";
import { OpCompiler } from "./compile-ops.ts";
import type { FileTrack } from "./file-track.ts";
import { type CallEnvironment, type CallPreview, previewCall } from "./preview-call.ts";

/** The facts that the tool itself knows of an action; the rest comes from where it was called. */
type ActionFacts = Omit<Facts, "recipe" | "step" | "tool" | "label" | "conflicts">;

/** What a pending action of `ast_edit` tells whoever decides. */
export interface AstEditDetails {
  readonly kind: "ast_edit";
  readonly facts: ActionFacts;
  readonly changes: readonly FileChange[];
}

/** What a call of `ast_edit` answers beside its text. */
export type AstEditOutcome = Pick<CallPreview, "searched" | "skipped" | "alerts"> & {
  readonly replacements: number;
};

/**
 * `ast_edit`: searches, previews, and queues one pending action for the whole call, for each file, or
 * for each match (`per`). A call never writes (A1); what it queues is written by `apply`.
 */
export function createAstEditTool(
  session: Session,
  environment: CallEnvironment,
  /** What the call belongs to; part of an action's id, so that equal edits of two steps differ. */
  owner: string,
  /** Told the id of every action that the call queues. */
  onQueued?: (id: string) => void,
): Tool<AstEditParams> {
  return {
    name: "ast_edit",
    description:
      "Structural search and replace. A call is a dry run; its preview waits for resolve.",
    isHidden: false,
    async execute(params, context) {
      const preview = await previewCall(params, environment);
      const compiler = new OpCompiler(params.ops);
      const tracks = new Map<string, FileTrack>();
      const { changes, searched, skipped } = preview;
      const groups =
        params.per !== "step"
          ? changes.map((change) => [change])
          : changes.length > 0
            ? [changes]
            : [];
      for (const group of groups) {
        const action = queueResolveHandler(
          session,
          {
            id: actionId(owner, group),
            label: `AST Edit: ${size(group)}`,
            sourceToolName: "ast_edit",
            details: {
              kind: "ast_edit",
              facts: factsOf(group, preview),
              changes: group,
            } satisfies AstEditDetails,
            async apply() {
              const written = await applyChanges(group, {
                params,
                compiler,
                tracks,
                ...environment,
              });
              return textResult(`Applied ${size(written)}.`, { changes: written });
            },
          },
          context,
        );
        onQueued?.(action.id);
      }
      const replacements = sum(changes, ({ edits }) => edits.length);
      const alerts =
        replacements > 0
          ? preview.alerts
          : [
              ...preview.alerts,
              {
                level: "warn" as const,
                code: "no-replacements" as const,
                message: "No replacements made",
              },
            ];
      const outcome: AstEditOutcome = { searched, skipped, alerts, replacements };
      const text =
        replacements === 0
          ? "No replacements made"
          : `AST Edit: ${size(changes)}. Staged, not applied: ${countOf(groups.length, "pending action")} to resolve.`;
      return textResult(text, outcome);
    },
  };
}

function factsOf(changes: readonly FileChange[], preview: CallPreview): ActionFacts {
  return {
    files: changes.map(({ path }) => path),
    fileCount: changes.length,
    replacements: sum(changes, ({ edits }) => edits.length),
    additions: sum(changes, ({ additions }) => additions),
    deletions: sum(changes, ({ deletions }) => deletions),
    languages: [...new Set(changes.map(({ language }) => language))].sort(),
    idempotent: changes.every(({ isIdempotent }) => isIdempotent),
    commentsOnly: changes.every(({ isCommentsOnly }) => isCommentsOnly),
    newSyntaxErrors: changes.some(({ addsSyntaxErrors }) => addsSyntaxErrors),
    parseErrors: preview.parseErrors,
    limitReached: preview.limitReached,
  };
}

/** A digest of what the action does: two runs over the same tree agree (DESIGN.md, "Plan file"). */
function actionId(owner: string, changes: readonly FileChange[]): string {
  const content = changes.map(({ path, preHash, edits }) => [
    path,
    preHash,
    edits.map(({ start, end, text }) => [start, end, text]),
  ]);
  return sha256(JSON.stringify([owner, "ast_edit", content])).slice(0, 16);
}

/** `3 replacements in 2 files` (A1, A2). */
function size(changes: readonly FileChange[]): string {
  const replacements = sum(changes, ({ edits }) => edits.length);
  return `${countOf(replacements, "replacement")} in ${countOf(changes.length, "file")}`;
}

function sum<T>(items: readonly T[], measure: (item: T) => number): number {
  return items.reduce((total, item) => total + measure(item), 0);
}
