import { IMPORTING, RENAMING } from "../../edit/compile/compile-imports.ts";
import { embeddedLanguages } from "../../edit/language/embedded-code.ts";
import {
  type Language,
  resolveLanguage,
  supportedLanguages,
} from "../../edit/language/language.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { EditOp } from "../../model/edit.ts";
import type { SearchStep } from "../../model/recipe/call-step.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import { languagesOfPaths } from "../../tools/ast-edit/search/languages-of-paths.ts";
import { environmentOf } from "./recipe-languages.ts";

/**
 * Finds the ops of a step that change imports, or say what names mean, if none of its files can be of a language in
 * which that is known: they would silently do nothing. Code in pages counts as a page for imports.
 */
export function checkImports(
  { params, places }: SearchStep,
  recipe: Recipe,
): readonly Diagnostic[] {
  const sets = languageSets(params, recipe);
  return params.ops.flatMap((op, index) => {
    const asked = askedOf(op);
    if (asked === undefined) return [];
    const { key, known, code, hint } = asked;
    const other = sets.find((languages) => !languages.some((each) => known.includes(each)));
    if (other === undefined) return [];
    const unknown = code.replace("-unknown", "");
    const message = `${op.id}: the files of the step are of ${other.join(", ")}, whose ${unknown} are not known.`;
    const place = places(["ops", index, key]);
    return [{ code, severity: "error", message, hint, ...place }] as const;
  });
}

interface AskedOfOp {
  readonly key: string;
  readonly known: readonly Language[];
  readonly code: "imports-unknown" | "names-unknown";
  readonly hint: string;
}

/** Returns what an op asks of the languages of its step. */
function askedOf(op: EditOp): AskedOfOp | undefined {
  const otherwise = "Change others by `pat` and `out`, or a rule.";
  if (op.kind === "imports") {
    const hint = `\`imports\` changes those of files of ${IMPORTING.join(", ")}. ${otherwise}`;
    return { key: "imports", known: IMPORTING, code: "imports-unknown", hint };
  }
  const code = "names-unknown";
  if (op.kind === "pattern" && op.rename !== undefined) {
    const known = withPages(RENAMING);
    const hint = `\`rename\` is for files of ${RENAMING.join(", ")}. ${otherwise}`;
    return { key: "rename", known, code, hint };
  }
  if (op.names === undefined) return undefined;
  const hint = `\`names\` is for files of ${IMPORTING.join(", ")}. Leave it out for others: \`pat\` is text there.`;
  return { key: "names", known: withPages(IMPORTING), code, hint };
}

/** Adds the languages with code of others in them. */
function withPages(known: readonly Language[]): readonly Language[] {
  const hasKnown = (language: Language) =>
    embeddedLanguages(language).some((each) => known.includes(each));
  return [...known, ...supportedLanguages().filter(hasKnown)];
}

/** Returns each list of languages that bounds those of the files of a step. */
function languageSets(
  { lang, languages, paths }: SearchStep["params"],
  recipe: Recipe,
): readonly (readonly Language[])[] {
  const { languageOf, languages: ofRecipe } = environmentOf(recipe);
  const named = lang === undefined ? (languages ?? ofRecipe) : [lang];
  const ofPaths = lang === undefined ? languagesOfPaths(paths, languageOf) : undefined;
  return [
    ...(named === undefined ? [] : [named.flatMap((name) => resolveLanguage(name) ?? [])]),
    ...(ofPaths?.areAll && ofPaths.languages.length > 0 ? [ofPaths.languages] : []),
  ];
}
