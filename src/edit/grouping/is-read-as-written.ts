import type { Template } from "../replacement/template.ts";
import { Grafting } from "./grafting.ts";
import { type Context, type Grammar, type ParsedText, readFragment } from "./grammar.ts";
import { movedEdit, type PlacedEdit, slottedTemplate } from "./placed-edit.ts";
import { isAmongTags } from "./wrappers.ts";

/**
 * Returns true if code is read as its template, wherever it stands; undefined if that cannot be told. `shift` is the
 * offset of `before` in the text in which the places of captures count.
 */
export function isReadAsWritten(
  before: ParsedText,
  code: string,
  grammar: Grammar,
  made: PlacedEdit,
  shift: number,
): boolean | undefined {
  const placed = movedEdit(made, -shift);
  const { code: slotted } = slottedTemplate(placed.template, grammar);
  let isKnown = false;
  for (const context of grammar.contexts) {
    if (context.isText && isKnown && !isAmongTags(placed)) continue;
    const wanted = readFragment(grammar, context, slotted);
    if (wanted === undefined) continue;
    const root = readFragment(grammar, context, code);
    isKnown = true;
    if (root === undefined) continue;
    if (new Grafting(before, code, grammar).isGrafted(wanted, root, placed)) return true;
  }
  return isKnown ? false : undefined;
}

/**
 * True if a template with more parentheses is read in the narrowest place in which the template alone can stand, or in
 * none if that cannot stand alone: `"a" $B` is no call of a string.
 */
export function isReadLike(template: Template, other: Template, grammar: Grammar): boolean {
  const [code, written] = [template, other].map((each) => slottedTemplate(each, grammar).code);
  const reads =
    (text = "") =>
    (each: Context) =>
      readFragment(grammar, each, text) !== undefined;
  const context = grammar.contexts.find(reads(code));
  return context ? reads(written)(context) : !grammar.contexts.some(reads(written));
}
