import { Grafting } from "./grafting.ts";
import { type Grammar, type ParsedText, readFragment } from "./grammar.ts";
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
