import type { SgNode } from "@ast-grep/napi";
import { ALL_FACTS, asksNames } from "../../model/action/asked-facts.ts";
import type { CodeLoss } from "../../model/action/code-loss.ts";
import type { Replacement } from "../../model/edit.ts";
import { ToolError } from "../../model/tool-error.ts";
import { refuseTooBroken } from "../engine/too-broken.ts";
import { lossFinders } from "../loss/ready-losses.ts";
import { boundedSplice, lengthAfter } from "../text/bounded-splice.ts";
import { composeEdits } from "../text/compose-edits.ts";
import { followEdits } from "../text/follow-edits.ts";
import { createMapBack } from "../text/map-back.ts";
import type { Span } from "../text/span.ts";
import { MAX_TEXT } from "../text/text-length.ts";
import { carryLosses } from "./carry-losses.ts";
import { atOrigin, finished } from "./finish-plan.ts";
import { feeds, hasGrownTooMuch } from "./growth.ts";
import { lazyPartsOf } from "./parts.ts";
import {
  countsErrors,
  type EditedPlan,
  type FileOps,
  type FirstPass,
  type MadeEdits,
  needsResult,
  type PassesOptions,
  type PassesOutcome,
  type PassesPlan,
} from "./passes-plan.ts";
import { asksMeaning, meaning } from "./ready-meaning.ts";
import { type SearchedText, searchText } from "./search-text.ts";

/**
 * Takes the passes after the first one, and searches the result as far as the facts that are asked for need it;
 * `result` is the root of its tree, if that is known and there is one pass.
 */
export function planFurther(
  first: FirstPass,
  ops: FileOps,
  options: PassesOptions,
  result?: SgNode,
): PassesPlan {
  if (!needsResult(options)) return { plan: first.plan, outcome: "done", passes: 1 };
  const { bounds, asked = ALL_FACTS, tokenLists, path } = options;
  const tree = result && { root: result };
  const asksLosses = asked.includes("losses");
  // The edits that the last pass leaves are not made: nothing is lost by them.
  const search = ({ text, replacements }: EditedPlan, pass: number) => {
    const findsLosses = asksLosses && pass < options.passes;
    const findsPlaced = asked.includes("regrouped") && pass < options.passes;
    const places = options.places && followEdits(options.places, replacements);
    const findsNames = asksNames(asked) && pass < options.passes;
    const searched = { findsLosses, findsPlaced, findsNames };
    const circumstances = { bounds, ...searched, tokenLists, places, path, tree };
    return searchText(text, ops.language, ops.ops, circumstances);
  };
  return repeatPasses(first, search, options, ops);
}

/**
 * Takes further passes after the first one, which made the plan of `text`. Every text is parsed once, also the
 * last one, which is searched for its errors and for the work that is left.
 */
function repeatPasses(
  { text, plan: firstPlan, made: firstMade }: FirstPass,
  search: (plan: EditedPlan, pass: number) => SearchedText,
  options: PassesOptions,
  ops: FileOps,
): PassesPlan {
  const { passes, editDespiteErrors, asked = ALL_FACTS } = options;
  // No set: to put a text into one, all of it is read.
  const seen = [text];
  let losses: readonly CodeLoss[] | undefined = asked.includes("losses") ? [] : undefined;
  let regrouped: readonly CodeLoss[] | undefined = asked.includes("regrouped") ? [] : undefined;
  let names: readonly CodeLoss[] | undefined = asksNames(asked) ? [] : undefined;
  const findsUnused = asked.includes("unusedImports");
  let before = text;
  let [plan, made] = [firstPlan, firstMade];
  let origin = (place: Span): Span => place;
  for (let pass = 1; ; pass += 1) {
    seen.push(plan.text);
    // Before the text is searched, which would take its time.
    if (pass > 1 && hasGrownTooMuch(plan.text, text)) throw new ToolError(FEEDING);
    if (pass > 1) refuseTooBroken(plan.text, ops.language, "the result");
    const next = search(plan, pass);
    losses = losses?.concat(lossesIn(plan.text, made, next).map(atOrigin(origin)));
    if (regrouped !== undefined) {
      const found = made.isDeep
        ? undefined
        : meaning().findRegrouped(lazyPartsOf(before, ops), made);
      regrouped = found && regrouped.concat(found.map(atOrigin(origin)));
    }
    if (names !== undefined) {
      const found = made.isDeep
        ? undefined
        : meaning().findNameFaults(before, plan.text, {
            ...{ made, ops, findsUnused, result: next.parts },
          });
      names = found && names.concat(found.map(atOrigin(origin)));
    }
    const { parseErrorsBefore } = plan;
    const parseErrorsAfter = countAfter(next, parseErrorsBefore ?? 0, options);
    const left = next.accepted;
    const isLast = pass >= passes;
    if (!isLast && feeds(left, firstPlan.replacements)) throw new ToolError(FEEDING);
    const nextText = nextTextOf(plan.text, left, { isLast });
    const isCycle = nextText !== undefined && seen.includes(nextText);
    const breaks = !editDespiteErrors && (parseErrorsAfter ?? 0) > (parseErrorsBefore ?? 0);
    const outcome = outcomeOf(left, { isCycle, breaks, isLast });
    if (outcome !== undefined) {
      const isAsked =
        asked.includes("newSyntaxErrors") && (parseErrorsAfter ?? 0) <= (parseErrorsBefore ?? 0);
      const isReadable = firstMade.isDeep !== true && !(isAsked && next.isDeep());
      const more =
        isAsked && isReadable
          ? meaning().countNewScriptErrors(text, plan.text, {
              ...ops,
              isShallow: true,
              path: options.path,
            })
          : undefined;
      const errorsAfter = isAsked ? sumOf(parseErrorsAfter, more) : parseErrorsAfter;
      const whole = finished(plan, { losses, regrouped, names }, errorsAfter);
      return { plan: whole, left, outcome, passes: pass };
    }
    origin = createMapBack(plan.replacements);
    const isDeep = asksMeaning(asked, []) && next.isDeep();
    const { losses: lost, placed, pieced } = next;
    made = { accepted: left, losses: lost, placed, pieced, isDeep };
    before = plan.text;
    plan = {
      ...plan,
      replacements: composeEdits(text, plan.replacements, left),
      superseded: carryLosses(plan.superseded, next, origin),
      joined: [...(plan.joined ?? []), ...next.joined],
      text: nextText ?? "",
    };
  }
}

/**
 * Returns a text with its edits; undefined if it has none, or if nothing is made of it and it would be too long: it is
 * longer than any text before then.
 */
function nextTextOf(
  text: string,
  edits: readonly Replacement[],
  { isLast }: { readonly isLast: boolean },
): string | undefined {
  const isMade = edits.length > 0 && (!isLast || lengthAfter(text, edits) <= MAX_TEXT);
  return isMade ? boundedSplice(text, edits) : undefined;
}

/**
 * Counts the errors of a result, if they are asked for; those that the grammar accepts only as long as there are no
 * more than before.
 */
function countAfter(
  { issues, lenientErrors }: SearchedText,
  before: number,
  options: PassesOptions,
): number | undefined {
  if (!countsErrors(options)) return undefined;
  const { errorNodes } = issues();
  return errorNodes > before ? errorNodes : errorNodes + lenientErrors();
}

/** Adds up two numbers, if both are known. */
function sumOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}

/** Finds the losses of edits in the result. */
function lossesIn(text: string, made: MadeEdits, next: SearchedText): readonly CodeLoss[] {
  return lossFinders().findLosses(made, { ...next, text });
}

const FEEDING = "the ops feed on their own result: it grows with every pass.";

function outcomeOf(
  left: readonly Replacement[],
  facts: { readonly isCycle: boolean; readonly breaks: boolean; readonly isLast: boolean },
): PassesOutcome | undefined {
  if (left.length === 0) return "done";
  if (facts.breaks) return "syntax-errors";
  if (facts.isCycle) return "cycle";
  return facts.isLast ? "limit" : undefined;
}
