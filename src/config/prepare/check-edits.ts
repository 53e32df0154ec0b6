import { compileOp } from "../../edit/compile/compile-op.ts";
import { losesTerminator } from "../../edit/compile/loses-terminator.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import {
  type Language,
  resolveLanguage,
  supportedLanguages,
} from "../../edit/language/language.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { EditOp } from "../../model/edit.ts";
import type { SearchStep } from "../../model/recipe/call-step.ts";
import {
  callsOf,
  type PlaceInText,
  type Recipe,
  searchStepsOf,
} from "../../model/recipe/recipe.ts";
import { searchesOf } from "../../recipe/searches-of.ts";
import { closestName } from "../../shared/closest-name.ts";
import { findInvalidOps } from "../../tools/ast-edit/search/compile-ops.ts";
import { chooseLanguages } from "../../tools/ast-edit/search/language-choice.ts";
import { languagesOfPaths } from "../../tools/ast-edit/search/languages-of-paths.ts";
import { checkImports } from "./check-imports.ts";
import { environmentOf, languageOfFiles } from "./recipe-languages.ts";
import { checkReadings } from "./warnings/check-readings.ts";
import { checkTemplate } from "./warnings/check-templates.ts";

/**
 * Checks the parts of a recipe that only the engine knows: languages and patterns. Between two ops it waits for
 * `pause`, which throws when the run must end.
 */
export async function checkEdits(
  recipe: Recipe,
  grammars: Grammars,
  pause: () => Promise<void>,
): Promise<readonly Diagnostic[]> {
  const found = [
    ...recipe.languageGlobs.flatMap(({ language, place }) =>
      checkLanguage(language, place, grammars),
    ),
    ...(recipe.parsers ?? []).flatMap(({ language, place }) => checkName(language, place)),
    ...[recipe, ...callsOf(recipe)].flatMap(({ languages = [] }) =>
      languages.flatMap(({ language, place }) => checkName(language, place)),
    ),
  ];
  if (found.length > 0) return found;
  for (const call of [...searchStepsOf(recipe), ...searchesOf(recipe)]) {
    const language = checkForced(call, grammars);
    found.push(...language);
    if (language.length > 0) continue;
    found.push(...checkImports(call, recipe));
    for (const index of call.params.ops.keys()) {
      await pause(); // A step may have thousands of rules.
      for (const problem of await checkOpOf(call, index, recipe, grammars)) found.push(problem);
    }
  }
  return found;
}

/** Checks the languages that a step names for all of its ops. */
function checkForced({ params, places }: SearchStep, grammars: Grammars): readonly Diagnostic[] {
  const { lang, languages = [] } = params;
  if (lang !== undefined) return checkLanguage(lang, places(["lang"]), grammars);
  return languages.flatMap((name, index) => checkName(name, places(["languages", index])));
}

async function checkOpOf(
  step: SearchStep,
  index: number,
  recipe: Recipe,
  grammars: Grammars,
): Promise<readonly Diagnostic[]> {
  const op = step.params.ops[index];
  const own = op?.kind === "rule" ? op.language : undefined;
  if (own === undefined) return checkOp(step, index, languagesOf(step, recipe, grammars));
  const problems = checkLanguage(own, step.places(["ops", index, "language"]), grammars);
  const language = resolveLanguage(own);
  if (problems.length > 0 || language === undefined) return problems;
  return checkOp(step, index, { named: new Set([language]), ready: [language], all: [language] });
}

/** The languages that an op may be for: those that its step names, and all that it may have, named ones first. */
interface OpLanguages {
  readonly named: ReadonlySet<Language>;
  /** The named ones whose grammars are installed. */
  readonly ready: readonly Language[];
  readonly all: Iterable<Language>;
}

/** Returns undefined if the grammars of all languages of the step are missing: nothing can be checked then. */
function languagesOf(
  { params }: SearchStep,
  recipe: Recipe,
  grammars: Grammars,
): OpLanguages | undefined {
  const { named, isChosen } = chooseLanguages(params, environmentOf(recipe));
  const isReady = (language: Language) => grammars.readinessOf(language).kind === "ready";
  const first = [...named].filter(isReady);
  if (named.size > 0 && first.length === 0) return undefined;
  const { areAll } = languagesOfPaths(params.paths, languageOfFiles(recipe));
  return {
    named,
    ready: first,
    all: {
      *[Symbol.iterator]() {
        yield* first;
        if (!areAll)
          for (const language of grammars.readyLanguages) if (isChosen(language)) yield language;
      },
    },
  };
}

async function checkOp(
  { params, places }: SearchStep,
  index: number,
  candidates: OpLanguages | undefined,
): Promise<readonly Diagnostic[]> {
  const op = params.ops[index];
  if (candidates === undefined || op === undefined) return [];
  const invalid = findInvalidOps([op], candidates.all, candidates.named);
  if (invalid.length === 0) {
    const place = places(["ops", index, "out"]);
    const { named, ready, all } = candidates;
    const read = await checkReadings(op, ready, (field) => places(["ops", index, ...field]));
    if (ready.some((language) => isTerminatorLost(params.ops, index, language)))
      return [...read, terminatorLost(op.id, place)];
    return [...read, ...(await checkTemplate(op, named.size > 0 ? ready : all, place))];
  }
  return invalid.flatMap(({ problems }) =>
    problems.map(({ code, field, isAboutKey, message, hint }) =>
      errorAt(
        places(["ops", index, ...field], isAboutKey ? "key" : "value"),
        code === "unknown-key" ? "unknown-key" : "invalid-pattern",
        `${op.id}: ${message}`,
        hint,
      ),
    ),
  );
}

/**
 * True if an op loses a `;`; one that stands after the same pattern with `;` gets the other matches only. In a language
 * in which it is not valid it matches nothing: most patterns for the scripts of pages are no CSS for their styles.
 */
function isTerminatorLost(ops: readonly EditOp[], index: number, language: Language): boolean {
  const op = ops[index];
  if (op?.kind !== "pattern" || op.layout === "keep" || !losesTerminator(op, language))
    return false;
  if (compileOp(op, language).kind !== "compiled") return false;
  const ended = `${op.pat.trim()};`;
  return !ops.slice(0, index).some((each) => each.kind === "pattern" && each.pat.trim() === ended);
}

function terminatorLost(id: string, place: PlaceInText): Diagnostic {
  const message = `${id}: a match of the pattern includes the \`;\` at its end, and \`out\` has none: it is lost.`;
  const hint = "End `out` with `;`.";
  return { ...errorAt(place, "terminator-lost", message, hint), severity: "warning" };
}

/** Checks that a language exists. Its grammar is needed only if there are files of it. */
function checkName(name: string, place: PlaceInText): Diagnostic[] {
  if (resolveLanguage(name) !== undefined) return [];
  const near = closestName(name, supportedLanguages());
  const guess = near === undefined ? "" : `Did you mean \`${near}\`? `;
  const hint = `${guess}Supported: ${supportedLanguages().join(", ")}.`;
  return [errorAt(place, "unknown-language", `There is no language \`${name}\`.`, hint)];
}

/** Checks that a language exists and that its grammar is installed. */
function checkLanguage(name: string, place: PlaceInText, grammars: Grammars): Diagnostic[] {
  const language = resolveLanguage(name);
  if (language === undefined) return checkName(name, place);
  const readiness = grammars.readinessOf(language);
  switch (readiness.kind) {
    case "ready":
      return [];
    case "not-installed": {
      const message = `The grammar of \`${language}\` is not installed.`;
      return [errorAt(place, "language-not-installed", message, readiness.hint)];
    }
    case "broken": {
      const message = `The grammar of \`${language}\` cannot be used: ${readiness.why}.`;
      return [errorAt(place, "language-broken", message, "Install the package again.")];
    }
  }
}

function errorAt(
  place: PlaceInText,
  code: Diagnostic["code"],
  message: string,
  hint?: string,
): Diagnostic {
  return { code, severity: "error", message, ...(hint ? { hint } : {}), ...place };
}
