import type { SgNode } from "@ast-grep/napi";
import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import { TooBrokenError } from "../../../edit/engine/too-broken.ts";
import { releaseTrees } from "../../../edit/engine/tree-memory.ts";
import { planFirstPass } from "../../../edit/passes/first-pass.ts";
import { planFurther } from "../../../edit/passes/further-passes.ts";
import {
  needsResult,
  type PassesOptions,
  type PassesPlan,
} from "../../../edit/passes/passes-plan.ts";
import type { KnownTree } from "../../../edit/passes/text-search.ts";
import { findPlaces } from "../../../edit/telling/find-places.ts";
import { isGenerated } from "../../../files/is-generated.ts";
import type { FileChange } from "../../../model/action/preview.ts";
import type { FilePlan } from "../../../model/file-plan.ts";
import type { SearchBounds } from "../../../model/search/search-bounds.ts";
import { LimitError, ToolError } from "../../../model/tool-error.ts";
import { countOf } from "../../../shared/count-of.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import { sha256 } from "../../../shared/sha256.ts";
import { changesOf } from "../facts/file-change.ts";
import { findGroupFacts } from "../facts/group-facts.ts";
import type { EditGroup, PlannedFile } from "../facts/planned-file.ts";
import { editAlerts, keptAlerts, passesAlerts, placeOf, unresolvedAlerts } from "./call-alerts.ts";
import { groupEdits } from "./edit-groups.ts";
import { type BeyondBounds, findBeyond, sizeOfChanges, sizeOfPlan } from "./run-budget.ts";
import type { FileFindings, SearchParams, SourceText } from "./search-shapes.ts";
import { type BegunFile, lookAround, type Refused, withLeftovers } from "./with-leftovers.ts";

/** The limits of one search. */
export interface SearchOptions {
  /** The largest number of replacements (A17). */
  readonly room: number;
  /** Called every few changes of a file with very many. May throw, to end the search. */
  readonly letThrough?: () => Promise<void>;
}

/** The number of changes of one file between two pauses for signals and timers. */
const LET_THROUGH_EVERY = 16;

/** Searches one text on this thread, plans its edits, and has its trees freed. */
export async function searchFile(
  source: SourceText,
  ops: readonly CompiledOp[],
  params: SearchParams,
  options: SearchOptions,
): Promise<FileFindings> {
  const begun = await lookAround({ source, ops, begun: beginFile(source, ops, params) }, params);
  const findings = await endFile(begun, params, options);
  await releaseTrees(2 * source.text.length); // The trees of the text before and after.
  return findings;
}

/** Plans the edits of a text, in its tree if that is known. */
export function beginFile(
  source: SourceText,
  ops: readonly CompiledOp[],
  params: SearchParams,
  tree?: KnownTree,
): BegunFile["begun"] {
  const { text, language, path, places } = source;
  try {
    const { tells: messages, bounds } = params;
    if (messages !== undefined)
      return findPlaces(text, { language, ops }, { messages, bounds, path, places, tree });
    return planFirstPass(text, { language, ops }, passesOptions(params, source), tree);
  } catch (error) {
    return refusedBy(error, source);
  }
}

/** Finds what only the result of a planned file tells, as far as it is asked for; `result` is the root of its tree. */
export async function endFile(
  { source, ops, begun, left }: BegunFile,
  params: SearchParams,
  options: SearchOptions,
  result?: SgNode,
): Promise<FileFindings> {
  let planned = begun;
  try {
    const fileOps = { language: source.language, ops };
    if ("kind" in planned && planned.kind === "first-pass")
      planned = planFurther(planned, fileOps, passesOptions(params, source), result);
  } catch (error) {
    return refusedBy(error, source);
  }
  if ("kind" in planned) return planned;
  const findings = await describeFile(source, ops, planned, params, options);
  return withLeftovers(findings, { source, ops, ...definedOnly({ left }) }, planned, params);
}

/** True if the results of edits have to be searched. */
export function asksResult(params: SearchParams): boolean {
  return needsResult(passesOptions(params));
}

function passesOptions(
  params: SearchParams,
  { places, path }: Partial<Pick<SourceText, "places" | "path">> = {},
): PassesOptions {
  const { passes, onParseError, bounds, asked } = params;
  const tokenLists = usesTokenLists(params);
  return {
    passes,
    editDespiteErrors: onParseError === "edit",
    bounds,
    asked,
    tokenLists,
    places,
    path,
  };
}

function usesTokenLists({ without = [] }: SearchParams): boolean {
  return !without.includes("token-lists");
}

async function describeFile(
  source: SourceText,
  ops: readonly CompiledOp[],
  planned: PassesPlan,
  params: SearchParams,
  { room, letThrough }: SearchOptions,
): Promise<FileFindings> {
  const { path, language, text } = source;
  const { passes, editGenerated, per, bounds, asked } = params;
  const { left } = planned;
  const plan = withoutLostTexts(planned.plan);
  if (plan.kind === "no-match") {
    const always = ops.filter(({ imports }) => imports?.when === "always");
    const kept = await keptAlerts({ path, text, language, ops: always });
    const alerts = [...unresolvedAlerts({ path, text, ops }, plan.unresolved), ...kept];
    return alerts.length === 0 ? plan : { kind: "planned", changes: [], alerts, cutOff: 0 };
  }
  if (source.isReadonly) return { kind: "skipped", why: "readonly" };
  if (!editGenerated && isGenerated(text)) return { kind: "skipped", why: "generated" };
  if (plan.kind === "syntax-errors") {
    const { issues, total, mayBeValid } = plan;
    const detail = `${countOf(total, "error")}, first at ${placeOf(issues)}`;
    const perhaps = mayBeValid ? { perhapsValid: sha256(source.text) } : {};
    return { kind: "skipped", why: "syntax-errors", detail, issues, ...perhaps };
  }
  const ways = { asked, tokenLists: usesTokenLists(params) };
  const file: PlannedFile = { path, language, text, hash: sha256(text), plan, left, ops, ...ways };
  const beyond = findBeyond(path, sizeOfPlan(plan), bounds);
  if (beyond) return beyond;
  const made = { ops, passes: planned.passes, joined: plan.joined };
  const { groups, cutOff } = groupEdits(plan.replacements, made, { per, room });
  if (groups.length === 0) return { kind: "planned", changes: [], alerts: [], cutOff };
  const changes = await changesWithin(file, groups, bounds, letThrough);
  if ("message" in changes) return changes;
  const alerts = [...(await editAlerts(file)), ...(passes > 1 ? passesAlerts(path, planned) : [])];
  const isCut = cutOff > 0 && per !== "match";
  return { kind: "planned", changes: isCut ? changes.map(unsettled) : changes, alerts, cutOff };
}

/** A limit cut the edits of the file off: the same edit would change its own result again. */
function unsettled(change: FileChange): FileChange {
  return change.isIdempotent === undefined ? change : { ...change, isIdempotent: false };
}

/**
 * Removes the texts of superseded replacements, which no reader needs: their place is enough. In nested matches those
 * texts together grow with the square of the depth, which costs when findings leave a thread.
 */
function withoutLostTexts(plan: FilePlan): FilePlan {
  if (plan.kind !== "edited") return plan;
  return { ...plan, superseded: plan.superseded.map((lost) => ({ ...lost, text: "" })) };
}

/** Turns a `ToolError` into findings: rewriters that never end are only found while they run. */
function refusedBy(error: unknown, { path }: SourceText): Refused {
  if (error instanceof TooBrokenError)
    return { kind: "skipped", why: "syntax-errors", detail: error.message };
  if (!(error instanceof ToolError)) throw error;
  const kind = error instanceof LimitError ? "beyond-bounds" : "refused";
  return { kind, message: `${path}: ${error.message}` };
}

/** Makes the changes of a file, until they are beyond its bounds. */
async function changesWithin(
  file: PlannedFile,
  groups: readonly EditGroup[],
  bounds: SearchBounds,
  letThrough: SearchOptions["letThrough"],
): Promise<readonly FileChange[] | BeyondBounds> {
  const changes: FileChange[] = [];
  let text = 0;
  for (const change of changesOf(file, groups, await findGroupFacts(file, groups))) {
    changes.push(change);
    text += sizeOfChanges([change]).text;
    const beyond = findBeyond(file.path, { matches: 0, text }, bounds);
    if (beyond) return beyond;
    if (changes.length % LET_THROUGH_EVERY === 0) await letThrough?.();
  }
  return changes;
}
