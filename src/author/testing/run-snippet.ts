import { environmentOf } from "../../config/prepare/recipe-languages.ts";
import { compileOp } from "../../edit/compile/compile-op.ts";
import { parseText } from "../../edit/engine/engine.ts";
import { findErrorNodes } from "../../edit/engine/error-nodes.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import { type Language, resolveLanguage } from "../../edit/language/language.ts";
import { findReplacements } from "../../edit/match/find-replacements.ts";
import { keptText } from "../../edit/match/kept-text.ts";
import { provideLayout } from "../../edit/match/ready-layout.ts";
import type { EditOp } from "../../model/edit.ts";
import { type Recipe, searchStepsOf } from "../../model/recipe/recipe.ts";
import type { CaseOutcome, CaseProblem } from "../../model/recipe/recipe-tests.ts";
import { chooseLanguages } from "../../tools/ast-edit/search/language-choice.ts";
import type { SnippetCase } from "./test-case.ts";

provideLayout(keptText); // Ops are tried here that no run has asked for.

/** An op of a recipe, and the languages that it is for. */
interface MeantOp {
  readonly op: EditOp;
  readonly languages: readonly Language[];
}

/** Returns the ops of a recipe by their id: rules by the ids of their files, the ops of a step as `ops[0]`. */
export function opsById({ id }: SnippetCase, recipe: Recipe, grammars: Grammars): MeantOp[] {
  return searchStepsOf(recipe).flatMap(({ params }) => {
    const ops = params.ops.filter((op) => op.id === id);
    if (ops.length === 0) return [];
    const { named } = chooseLanguages(params, environmentOf(recipe));
    return ops.map((op): MeantOp => {
      const own = op.kind === "rule" && op.language !== undefined && resolveLanguage(op.language);
      const meant = own ? [own] : named.size > 0 ? [...named] : grammars.readyLanguages;
      const languages = [...meant].filter((each) => grammars.readinessOf(each).kind === "ready");
      return { op, languages };
    });
  });
}

/** Searches a snippet for what a rule changes: an `invalid` one must have it, and a `valid` one must not. */
export function runSnippet(
  test: SnippetCase,
  ops: readonly MeantOp[],
): Omit<CaseOutcome, "updated"> {
  const hits = ops.filter(({ op, languages }) =>
    languagesOf(test.text, languages).some((language) => hasMatch(test.text, op, language)),
  );
  const isHit = hits.length > 0;
  const passed = isHit === (test.list === "invalid");
  const message = isHit
    ? `\`${test.id}\` finds something in this \`valid\` snippet.`
    : `\`${test.id}\` finds nothing in this \`invalid\` snippet.`;
  const diff = snippetDiff(test.text);
  const problems: readonly CaseProblem[] = passed ? [] : [{ kind: "match", message, diff }];
  return { name: test.name, kind: "snippet", passed, isPositive: isHit, problems };
}

/** The languages in which a snippet has no syntax error; all of them if it has one in each. */
function languagesOf(text: string, languages: readonly Language[]): readonly Language[] {
  if (languages.length < 2) return languages;
  const valid = languages.filter(
    (each) => findErrorNodes(parseText(text, each), each).length === 0,
  );
  return valid.length > 0 ? valid : languages;
}

function hasMatch(text: string, op: EditOp, language: Language): boolean {
  const compiled = compileOp(op, language);
  if (compiled.kind !== "compiled") return false;
  const root = parseText(text, language);
  return findReplacements(root, text, compiled.op, { onlyFirst: true }).accepted.length > 0;
}

/** Shows a snippet as lines that stay. */
function snippetDiff(text: string): string {
  const lines = text.replace(/\n$/, "").split("\n").slice(0, MOST_LINES);
  return lines.map((line) => ` ${line}\n`).join("");
}

const MOST_LINES = 40;
