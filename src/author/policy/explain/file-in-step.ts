import { environmentOf } from "../../../config/prepare/recipe-languages.ts";
import type { Grammars } from "../../../edit/language/grammars.ts";
import type { Language } from "../../../edit/language/language.ts";
import type { AstEditParams } from "../../../model/recipe/call-step.ts";
import type { Recipe } from "../../../model/recipe/recipe.ts";
import { pathMatcher } from "../../../shared/paths/glob.ts";
import { chooseLanguages } from "../../../tools/ast-edit/search/language-choice.ts";
import type { Found } from "./scope-finding.ts";

/** The reason for which a step does not read a file. */
interface Unread extends Found {
  /** Advice to the author of the recipe. */
  readonly hint?: string | undefined;
}

/** Returns the language in which a step reads a file, or why it leaves the file out. */
export function languageInStep(
  path: string,
  params: Pick<AstEditParams, "paths" | "lang" | "languages">,
  recipe: Recipe,
  grammars: Grammars,
): { readonly language: Language } | Unread {
  const { paths } = params;
  if (!pathMatcher(paths)(path))
    return {
      code: "not-in-paths",
      message: `No glob of its \`paths\` matches: ${paths.join(", ")}.`,
    };
  const environment = environmentOf(recipe);
  const language = chooseLanguages(params, environment).languageFor(path, paths.includes(path));
  if (language === undefined) {
    const own = environment.languageOf(path);
    return own === undefined
      ? {
          code: "unknown-language",
          message: "The language of the file is not known: no grammar is for it.",
        }
      : { code: "no-op-for-language", message: `It is for other languages than \`${own}\`.` };
  }
  const readiness = grammars.readinessOf(language);
  if (readiness.kind === "ready") return { language };
  return {
    code: "no-grammar",
    message: `The grammar of \`${language}\` is not installed, or cannot be used.`,
    hint: readiness.kind === "broken" ? readiness.why : readiness.hint,
  };
}
