import type { AstEditParams } from "../../model/recipe.ts";
import type { SearchFindings } from "../../model/search-findings.ts";
import { textResult } from "../../model/tool.ts";
import { countOf } from "../../shared/count-of.ts";
import {
  filePreview,
  type PreviewQueue,
  queuePreview,
  type StagedPreview,
  sizeOf,
} from "../changes/file-preview.ts";
import type { ToolParameters } from "../parameters.ts";
import type { Tool } from "../tool.ts";
import { OpCompiler } from "./compile-ops.ts";
import { applyChanges } from "./preview/apply-changes.ts";
import type { FileTrack } from "./preview/file-track.ts";
import { type CallEnvironment, previewCall } from "./preview/preview-call.ts";

/** The details of the result of `ast_edit`. */
interface AstEditOutcome extends SearchFindings {
  readonly replacements: number;
}

/** What the tool works on, and with. */
export interface AstEditSurroundings extends CallEnvironment, PreviewQueue {
  /** How the parameters of a call that is not written in a recipe are read. */
  readonly parameters: ToolParameters<AstEditParams>;
}

/**
 * `ast_edit`: searches, previews, and queues one pending action for the whole call, for each file, or
 * for each match (`per`). A call never writes (A1); what it queues is written by `apply`.
 */
export function createAstEditTool({
  parameters,
  ...environment
}: AstEditSurroundings): Tool<AstEditParams> {
  return {
    name: "ast_edit",
    description:
      "Structural search and replace. A call is a dry run; its preview waits for resolve.",
    parameters,
    isHidden: false,
    queuesPreviews: true,
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
      environment.session.pending.refuseBeyondRoom(groups.length);
      for (const group of groups) {
        const applying = { params, compiler, tracks, ...environment };
        const staged: StagedPreview = {
          tool: "ast_edit",
          label: `AST Edit: ${sizeOf(group)}`,
          changes: group,
          found: preview,
          async apply(note) {
            const written = await applyChanges(group, note, applying);
            return { text: `Applied ${sizeOf(written)}.`, changes: written };
          },
        };
        queuePreview(environment, staged, context);
      }
      const { replacements } = filePreview(changes).facts;
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
      environment.onSearched?.(outcome);
      const text =
        replacements === 0
          ? "No replacements made"
          : `AST Edit: ${sizeOf(changes)}. Staged, not applied: ${countOf(groups.length, "pending action")} to resolve.`;
      return textResult(text, outcome);
    },
  };
}
