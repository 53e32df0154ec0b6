import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import type { Language } from "../../../edit/language/language.ts";
import { type PassesOptions, type PassesPlan, planPasses } from "../../../edit/plan/plan-passes.ts";
import { isGenerated } from "../../../files/is-generated.ts";
import type { FilePlan } from "../../../model/edit.ts";
import type { FileChange, SkippedFile } from "../../../model/preview.ts";
import type { AstEditParams } from "../../../model/recipe.ts";
import { ToolError } from "../../../model/tool-error.ts";
import { countOf } from "../../../shared/count-of.ts";
import { sha256 } from "../../../shared/sha256.ts";
import { changesOf } from "../facts/file-change.ts";
import type { PlannedFile } from "../facts/group-facts.ts";
import { type CallAlert, overlapAlerts, passesAlerts, placeOf } from "./call-alerts.ts";

/** A file whose text was read. Plain data. */
export interface SourceText {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
  /** It may be read and not written. */
  readonly isReadonly: boolean;
}

/** What the parameters of a call say about a single file. Plain data. */
export type SearchParams = Pick<AstEditParams, "passes" | "onParseError" | "editGenerated" | "per">;

/** What a file came to. Plain data. */
export type FileFindings =
  | { readonly kind: "no-match" }
  /** The ops cannot be carried out on it: the call fails, with this message. */
  | { readonly kind: "refused"; readonly message: string }
  | ({ readonly kind: "skipped" } & Omit<SkippedFile, "path" | "step">)
  | {
      readonly kind: "planned";
      readonly changes: readonly FileChange[];
      readonly alerts: readonly CallAlert[];
      /** Replacements that there was no room for. */
      readonly cutOff: number;
    };

/** How a look is taken. */
export interface SearchOptions {
  /** At most so many replacements (A17). */
  readonly room: number;
  /** Called every few changes of a file with very many; may throw, to end the look. */
  readonly letThrough?: () => Promise<void>;
}

/** How often other work (signals, timers) is let through in the midst of a file, in changes. */
const LET_THROUGH_EVERY = 16;

/** Plans the edits of one text: what they are, or why it is left alone. */
export async function searchFile(
  source: SourceText,
  ops: readonly CompiledOp[],
  { passes, onParseError, editGenerated, per }: SearchParams,
  { room, letThrough }: SearchOptions,
): Promise<FileFindings> {
  const { path, language, text } = source;
  const planned = planOrRefuse(source, ops, {
    passes,
    editDespiteErrors: onParseError === "edit",
  });
  if ("message" in planned) return planned;
  const { left } = planned;
  const plan = withoutLostTexts(planned.plan);
  if (plan.kind === "no-match") return plan;
  if (source.isReadonly) return { kind: "skipped", why: "readonly" };
  if (!editGenerated && isGenerated(text)) return { kind: "skipped", why: "generated" };
  if (plan.kind === "syntax-errors") {
    const { issues, total } = plan;
    const detail = `${countOf(total, "error")}, first at ${placeOf(issues)}`;
    return { kind: "skipped", why: "syntax-errors", detail, issues };
  }
  const file: PlannedFile = { path, language, text, hash: sha256(text), plan, left, ops };
  const edits = plan.replacements.slice(0, room);
  const cutOff = plan.replacements.length - edits.length;
  if (edits.length === 0) return { kind: "planned", changes: [], alerts: [], cutOff };
  const groups = per === "match" ? edits.map((edit) => [edit]) : [edits];
  const changes: FileChange[] = [];
  for await (const change of changesOf(file, groups)) {
    changes.push(change);
    if (changes.length % LET_THROUGH_EVERY === 0) await letThrough?.();
  }
  const alerts = [...overlapAlerts(file), ...(passes > 1 ? passesAlerts(path, planned) : [])];
  return { kind: "planned", changes, alerts, cutOff };
}

/**
 * What gave way is told by its place. Its text is nobody's, and in nested matches those texts together grow with
 * the square of the depth, which matters where they leave a thread.
 */
function withoutLostTexts(plan: FilePlan): FilePlan {
  if (plan.kind !== "edited") return plan;
  return { ...plan, superseded: plan.superseded.map((lost) => ({ ...lost, text: "" })) };
}

/** Rewriters that never end are found only while they are at it. */
function planOrRefuse(
  { path, language, text }: SourceText,
  ops: readonly CompiledOp[],
  options: PassesOptions,
): PassesPlan | Extract<FileFindings, { kind: "refused" }> {
  try {
    return planPasses(text, language, ops, options);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { kind: "refused", message: `${path}: ${error.message}` };
  }
}
