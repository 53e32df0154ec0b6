import type { Language } from "../language/language.ts";
import type { Template } from "../replacement/template.ts";
import { readFragment } from "./grammar.ts";
import { grammarOf } from "./grammars.ts";
import { slottedTemplate } from "./placed-edit.ts";

/**
 * True if a template is whole code in one of the contexts of its language, as those that judge how results are read.
 * Text between tags is whole, too, where the template may stand there. So is code that is nested too deeply to be read.
 */
export function standsAlone(template: Template, language: Language, mayBeText: boolean): boolean {
  const grammar = grammarOf(language);
  const contexts = grammar.contexts.filter(({ isText }) => mayBeText || !isText);
  // A variable for many nodes may be for nodes of any kind, such as the cases of a `switch`, or for none.
  const few = template.filter((part) => typeof part === "string" || part.kind !== "many");
  try {
    return [template, few].some((each) => {
      const { code } = slottedTemplate(each, grammar);
      return contexts.some((context) => readFragment(grammar, context, code) !== undefined);
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return true;
  }
}
