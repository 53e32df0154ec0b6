import type { AskedFacts } from "../../model/action/asked-facts.ts";
import type { CodeLoss } from "../../model/action/code-loss.ts";
import type { EditOp, Replacement } from "../../model/edit.ts";
import type { CompiledNames, CompiledOp } from "../compile/compiled-op.ts";
import type { OpenReplacement, PlacedEdit } from "../grouping/placed-edit.ts";
import type { Language } from "../language/language.ts";
import type { AcceptedMatch } from "../match/accepted-match.ts";
import type { ImportsOfOp, NameSearch, SettledNames } from "../naming/names-of-matches.ts";
import type { Template } from "../replacement/template.ts";
import type { Part } from "./parts.ts";
import type { JudgedEdits, PiecedEdit } from "./pieced-edit.ts";

/** The functions that judge how results are read (meaning.ts), for a text or a match. Most runs do not load it. */
export interface Meaning {
  /** See new-script-errors.ts. */
  countNewScriptErrors(before: string, after: string, code: CodeOfOps): number | undefined;
  /** See grouping/find-regrouped.ts. */
  findRegrouped(parts: readonly Part[], edits: PlacedEdits): readonly CodeLoss[] | undefined;
  /** See grouping/plain-edits.ts. */
  isPlainEdit(
    edit: Pick<PlacedEdit, "start" | "end" | "slots">,
    op: CompiledOp,
    source: string,
  ): boolean;
  /**
   * See name-faults.ts. `result` are the parts of the text after; without them, it is parsed if its trees are asked
   * for.
   */
  findNameFaults(
    before: string,
    after: string,
    edits: JudgedEdits & { readonly result?: readonly Part[] },
  ): readonly CodeLoss[] | undefined;
  /** See name-search.ts. */
  createNameSearch(
    part: Part,
    op: CompiledNames,
    file: {
      readonly path: string;
      readonly isDeep: boolean;
      readonly template: Template;
      readonly locals?: ReadonlyMap<string, string> | undefined;
      readonly claims: Map<string, string>;
    },
  ): NameSearch;
  /** See naming/settle-names.ts. Undefined if the names of the text cannot be told. */
  settleNames(
    found: readonly ImportsOfOp[],
    after: { readonly text: string; readonly language: Language },
  ): SettledNames | undefined;
  /** See pieced-edit.ts. */
  piecedEditOf(
    edit: Replacement,
    op: CompiledOp,
    of: { readonly slots: PlacedEdit["slots"]; readonly shift: number },
  ): PiecedEdit;
  /** See grouping/parenthesize.ts. */
  parenthesize(
    parts: readonly Part[],
    edits: { readonly accepted: readonly Replacement[]; readonly open: readonly OpenReplacement[] },
  ): PlacedEdits;
  /** See grouping/placed-edit-of.ts. */
  placedEditOf(match: AcceptedMatch, op: CompiledOp, slots: PlacedEdit["slots"]): PlacedEdit;
  /** See grouping/placed-edit.ts. */
  movedEdit(placed: PlacedEdit, by: number): PlacedEdit;
  slotsOf(match: AcceptedMatch, op: CompiledOp): PlacedEdit["slots"];
}

/** The code of a text, and the languages in it that count. */
interface CodeOfOps {
  readonly language: Language;
  readonly ops: readonly CompiledOp[];
  readonly isShallow?: boolean;
  readonly path?: string | undefined;
}

/** The edits of a text, and what is known of them. */
interface PlacedEdits {
  readonly accepted: readonly Replacement[];
  readonly placed: readonly PlacedEdit[];
}

let provided: Meaning | undefined;

/** True if something asks how the results of edits are read: a fact, or an op that writes parentheses. */
export function asksMeaning(asked: AskedFacts, ops: readonly (CompiledOp | EditOp)[]): boolean {
  const areOpen = ops.some((op) => {
    if (hasNames(op)) return true;
    if ("fix" in op) return op.fix.parens === true;
    return op.kind !== "imports" && op.parens === "auto";
  });
  return areOpen || asked.some((group) => OF_MEANING.has(group));
}

/** True for an op that tells its matches by what names mean. */
export function hasNames(op: CompiledOp | EditOp): boolean {
  return ("names" in op && op.names !== undefined) || ("rename" in op && op.rename !== undefined);
}

const OF_MEANING: ReadonlySet<AskedFacts[number]> = new Set([
  ...(["regrouped", "newSyntaxErrors", "names", "unusedImports"] as const),
]);

/** Provides what judges how results are read, once for a thread: most runs do not load it. */
export function provideMeaning(meaning: Meaning): void {
  provided = meaning;
}

/** Returns what was provided. Throws if nothing was, which is a bug of Sluice. */
export function meaning(): Meaning {
  if (provided === undefined)
    throw new Error("Nothing has loaded what judges how results are read.");
  return provided;
}
