import { environmentOf } from "../../config/prepare/recipe-languages.ts";
import { anyOf, textsOfWhichOne } from "../../edit/compile/prefilter.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import type { Language } from "../../edit/language/language.ts";
import type { EditOp } from "../../model/edit.ts";
import type { AstEditStep } from "../../model/recipe/call-step.ts";
import { callsOf, type Recipe, type RecipeStep } from "../../model/recipe/recipe.ts";
import { recipeAround } from "../../model/recipe/used-recipes.ts";
import { OpCompiler } from "../../tools/ast-edit/search/compile-ops.ts";
import {
  chooseLanguages,
  type LanguageChoice,
} from "../../tools/ast-edit/search/language-choice.ts";

/** The search of recipes for files that may match, by their texts alone. */
export interface TextSearch {
  /**
   * Returns texts of which every file with a match holds one at least, for a tree of these paths: none if no file is of
   * a language of the recipes. Undefined if nothing is known of it.
   */
  readonly textsFor: (paths: readonly string[]) => readonly string[] | undefined;
  /** True if a step looks at the file. */
  readonly isSearched: (path: string) => boolean;
}

/** Returns the search of recipes; undefined if a tree in which no text occurs may still be changed, or fail. */
export function textSearchOf(
  recipes: readonly Recipe[],
  grammars: Grammars,
): TextSearch | undefined {
  const found = recipes.map((recipe) =>
    recipe.steps.map((step) => callsIn(step, recipe, grammars)),
  );
  const steps = found.flat();
  if (!steps.every((step) => step !== undefined)) return undefined;
  const calls = steps.flat();
  return {
    textsFor(paths) {
      const texts = calls.map((call) => call.textsFor(paths));
      return texts.every((each) => each !== undefined) ? [...new Set(texts.flat())] : undefined;
    },
    isSearched: (path) => calls.some((call) => call.languageOf(path) !== undefined),
  };
}

/** Returns the calls of a step that only searches and edits; undefined for any other, and if a recipe expects much. */
function callsIn(
  step: RecipeStep,
  recipe: Recipe,
  grammars: Grammars,
): readonly CallTexts[] | undefined {
  const around = recipeAround(recipe, step);
  if (Object.keys(around.expect).length > 0 || around.hooks.length > 0) return undefined;
  const calls = callsOf({ steps: [step] });
  const isPlain = calls.length > 0 && calls.every((call) => call.kind === "ast_edit");
  if (!isPlain) return undefined;
  const edits = calls.filter((call) => call.kind === "ast_edit");
  const isTotal = edits.some(
    ({ params }) => params.onParseError === "fail" || params.ops.length === 0,
  );
  return isTotal
    ? undefined
    : edits.map((edit) => new CallTexts(edit, environmentOf(around), grammars));
}

/** The texts of one call, by language: the ops mean something else in each. */
class CallTexts {
  readonly #choice: LanguageChoice;
  readonly #compiler: OpCompiler;
  readonly #grammars: Grammars;
  readonly #known = new Map<Language, readonly string[] | undefined>();

  constructor(
    { params }: AstEditStep,
    environment: ReturnType<typeof environmentOf>,
    grammars: Grammars,
  ) {
    this.#grammars = grammars;
    this.#choice = chooseLanguages(params, environment);
    // The files of a rule are not looked at here: a text that one of its ops asks for is enough.
    const ops = params.ops.map(withoutFiles);
    this.#compiler = new OpCompiler(ops, this.#choice);
  }

  /** A file that the call names is read in the language that it forces. */
  languageOf(path: string): Language | undefined {
    return this.#choice.languageFor(path, true);
  }

  textsFor(paths: readonly string[]): readonly string[] | undefined {
    const languages = new Set<Language>();
    for (const path of paths) {
      const language = this.languageOf(path);
      if (language !== undefined) languages.add(language);
    }
    const texts = [...languages].map((language) => this.#textsIn(language));
    return texts.every((each) => each !== undefined) ? texts.flat() : undefined;
  }

  #textsIn(language: Language): readonly string[] | undefined {
    if (this.#known.has(language)) return this.#known.get(language);
    // Files of a language without a grammar are left out of every search.
    const isReady = this.#grammars.readinessOf(language).kind === "ready";
    const ops = isReady ? this.#compiler.for(language, "") : [];
    const texts =
      ops.length === 0 ? [] : textsOfWhichOne(anyOf(ops.map(({ prefilter }) => prefilter)));
    this.#known.set(language, texts);
    return texts;
  }
}

function withoutFiles(op: EditOp): EditOp {
  if (op.kind !== "rule") return op;
  const { files: _files, ignores: _ignores, ...rest } = op;
  return rest;
}
