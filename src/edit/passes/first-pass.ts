import { ALL_FACTS, asksNames } from "../../model/action/asked-facts.ts";
import type { FilePlan, UnresolvedName } from "../../model/file-plan.ts";
import { mayBeValid } from "../engine/may-be-valid.ts";
import { refuseTooBroken } from "../engine/too-broken.ts";
import { boundedSplice } from "../text/bounded-splice.ts";
import {
  countsErrors,
  type EditedPlan,
  type FileOps,
  type FirstPass,
  type PassesOptions,
  type PassesPlan,
} from "./passes-plan.ts";
import { mayBeLeft, possibleOps } from "./possible-ops.ts";
import { asksMeaning } from "./ready-meaning.ts";
import { searchText } from "./search-text.ts";
import type { KnownTree } from "./text-search.ts";

const NOTHING: PassesPlan = { plan: { kind: "no-match" }, outcome: "done", passes: 0 };

/**
 * Takes the first pass, in the tree of the text if it is known. Returns a whole plan if there is nothing to edit.
 * Throws a `ToolError` for a text too long.
 */
export function planFirstPass(
  text: string,
  { language, ops }: FileOps,
  options: PassesOptions,
  tree?: KnownTree,
): FirstPass | PassesPlan {
  const { bounds, editDespiteErrors, asked = ALL_FACTS, tokenLists, places, path } = options;
  if (tree === undefined && possibleOps(text, ops).length === 0) return NOTHING;
  const skipsBroken = !editDespiteErrors;
  const findsLosses = asked.includes("losses");
  const findsPlaced = asked.includes("regrouped");
  const findsNames = asksNames(asked);
  const searched = { findsLosses, findsPlaced, findsNames };
  const circumstances = { bounds, skipsBroken, ...searched, tokenLists, places, path, tree };
  const first = searchText(text, language, ops, circumstances);
  const hasEdits = first.accepted.length > 0;
  // Imports that every file is to have are not known to be right in a file that cannot be read.
  const isOpen = hasEdits || (skipsBroken && changesAllImports(ops, language));
  const partsOf = (after: string) => (mayBeLeft(after, ops) ? first.parts : undefined);
  const nothing = (): PassesPlan => ({
    ...NOTHING,
    plan: noMatch(first.unresolved),
    parts: partsOf(text),
  });
  if (!isOpen) return nothing();
  const { errorNodes, describe, places: broken } = first.issuesOfEdited();
  if (errorNodes > 0 && skipsBroken) {
    const known = { places: broken, root: first.parts[0]?.root() };
    const isUnclear = mayBeValid(text, language, known);
    return { ...NOTHING, plan: { kind: "syntax-errors", ...describe(), mayBeValid: isUnclear } };
  }
  if (!hasEdits) return nothing();
  const { accepted, superseded, losses, placed, pieced } = first;
  const plan: EditedPlan = {
    kind: "edited",
    replacements: accepted,
    superseded,
    joined: first.joined,
    text: boundedSplice(text, accepted),
    unresolved: ops.some((op) => op.names) ? first.unresolved : undefined,
    parseErrorsBefore: countsErrors(options)
      ? first.issues().errorNodes + first.lenientErrors()
      : undefined,
  };
  refuseTooBroken(plan.text, language, "the result");
  const isDeep = asksMeaning(asked, []) && first.isDeep();
  const parts = partsOf(plan.text);
  const made = { accepted, losses, placed, pieced, isDeep };
  return { kind: "first-pass", text, plan, made, parts };
}

function noMatch(unresolved: readonly UnresolvedName[]): FilePlan {
  return unresolved.length === 0 ? NOTHING.plan : { kind: "no-match", unresolved };
}

function changesAllImports(ops: FileOps["ops"], language: FileOps["language"]): boolean {
  return ops.some((op) => op.imports?.when === "always" && op.language === language);
}
