import type { CodeLoss } from "../../model/action/code-loss.ts";
import type { Replacement } from "../../model/edit.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { ParseIssues } from "../engine/parse-issues.ts";
import type { PlacedEdit } from "../grouping/placed-edit.ts";
import { importChanges } from "../imports/ready-imports.ts";
import type { Language } from "../language/language.ts";
import { boundedSplice } from "../text/bounded-splice.ts";
import { composeEdits } from "../text/compose-edits.ts";
import type { OpImports } from "./imports-of-names.ts";

/** A text with the ops that are for it. */
interface OpsOfText {
  readonly text: string;
  readonly language: Language;
  readonly ops: readonly CompiledOp[];
  /** Relative to the root. */
  readonly path: string;
  /** Changes that follow from names. */
  readonly changes: readonly OpImports[];
}

/**
 * Adds to the edits of a text the changes of its imports, which are made in what the edits leave: so an import is
 * unused if they have taken its last use. Edits of code with syntax errors are left as they are.
 */
export function withImports(
  { text, language, ops, path, changes: ofNames }: OpsOfText,
  edits: readonly Replacement[],
  issuesOfEdited: () => ParseIssues,
): readonly Replacement[] {
  const ofOps = ops.flatMap(({ id, imports, language: own }) => {
    const isAsked = imports?.when === "always" || edits.length > 0;
    return imports !== undefined && own === language && isAsked ? [{ id, imports }] : [];
  });
  const importing = [
    ...ofOps,
    ...ofNames.map(({ id, imports }) => ({ id, imports: { ...imports, before: text } })),
  ];
  if (importing.length === 0 || issuesOfEdited().errorNodes > 0) return edits;
  const changeImports = importChanges();
  return importing.reduce((before, { id, imports }) => {
    const after = boundedSplice(text, before);
    const changes = changeImports(after, language, id, { ...imports, path });
    return changes.length === 0 ? before : composeEdits(text, before, changes);
  }, edits);
}

/** Notes at edits the imports that joined them: those whose place is right before the edit. */
export function withJoinedImports(
  placed: readonly PlacedEdit[],
  before: readonly Replacement[],
  composed: readonly Replacement[],
): readonly PlacedEdit[] {
  if (before === composed) return placed;
  const own = textsByPlace(before);
  const now = textsByPlace(composed);
  return placed.map((each) => {
    const [text, whole] = [own.get(placeOf(each)), now.get(placeOf(each))];
    if (text === undefined || whole === undefined || text === whole) return each;
    const isJoined = whole.endsWith(text);
    return isJoined ? { ...each, imports: whole.slice(0, whole.length - text.length) } : each;
  });
}

function textsByPlace(edits: readonly Replacement[]): ReadonlyMap<string, string> {
  return new Map(edits.map((edit) => [placeOf(edit), edit.text]));
}

function placeOf({ start, end }: Pick<Replacement, "start" | "end">): string {
  return `${start} ${end}`;
}

/** The losses of an edit, by the position of the edit. */
interface LossesOfEdit extends Omit<Replacement, "text"> {
  readonly losses: readonly CodeLoss[];
  readonly edges: unknown;
}

/** Moves what edits lose to the edits that they became a part of when imports changed beside them. */
export function moveToComposed<Found extends LossesOfEdit>(
  losses: readonly Found[],
  before: readonly Replacement[],
  composed: readonly Replacement[],
): readonly Found[] {
  if (before === composed) return losses;
  return losses.flatMap((found) => {
    const around = composed.find(({ start, end }) => start <= found.start && found.end <= end);
    if (around === undefined) return [found];
    const { start, end, opId } = around;
    if (start === found.start && end === found.end && opId === found.opId) return [found];
    const moved = found.losses.map((loss) => ({ ...loss, edit: { start, end } }));
    return [{ ...found, start, end, opId, losses: moved, edges: undefined }];
  });
}
