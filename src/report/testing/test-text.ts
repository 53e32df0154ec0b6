import type { Colors } from "picocolors/types.js";
import {
  type CaseOutcome,
  type TestedRecipe,
  testTotals,
} from "../../model/recipe/recipe-tests.ts";
import { countOf } from "../../shared/count-of.ts";
import { prettyDiff } from "../pretty-diff.ts";
import { terminalLine } from "../terminal-text.ts";

/** How much is shown of tests. */
export interface TestStyle {
  /** Also name the cases that passed. */
  readonly verbose: boolean;
  /** Name nothing but failures and the totals. */
  readonly quiet: boolean;
  /** True if it goes to a terminal that shows ASCII alone. */
  readonly isPlain?: boolean | undefined;
}

/** Returns the outcome of the tests of recipes for people: each recipe, each failure with its diff, and totals. */
export function recipeTestText(
  recipes: readonly TestedRecipe[],
  style: TestStyle,
  colors: Colors,
): string {
  const lines = recipes.flatMap((recipe) => recipeLines(recipe, style, colors));
  return `${[...lines, totalsLine(recipes)].join("\n")}\n`;
}

function recipeLines(
  { recipe, state, reason, cases }: TestedRecipe,
  { verbose, quiet, isPlain }: TestStyle,
  colors: Colors,
): readonly string[] {
  const failed = cases.filter(({ passed }) => !passed);
  const isShown = !quiet || state === "failed" || cases.some(({ updated }) => updated.length > 0);
  if (!isShown) return [];
  const mark =
    state === "failed"
      ? colors.red("failed")
      : state === "passed"
        ? colors.green("passed")
        : colors.dim("no test");
  const count = cases.length === 0 ? "" : ` (${countOf(cases.length, "case")})`;
  const why = reason === undefined ? "" : `: ${reason}`;
  const head = `${mark}  ${terminalLine(`${recipe}${count}${why}`)}`;
  const shown = verbose ? cases : cases.filter((each) => failed.includes(each) || hasUpdate(each));
  return [head, ...shown.flatMap((each) => caseLines(recipe, each, { isPlain, colors }))];
}

function hasUpdate({ updated }: CaseOutcome): boolean {
  return updated.length > 0;
}

function caseLines(
  recipe: string,
  { name, passed, problems, updated, removed = [] }: CaseOutcome,
  { isPlain, colors }: { readonly isPlain: boolean | undefined; readonly colors: Colors },
): readonly string[] {
  const mark = passed ? colors.green("ok") : colors.red("failed");
  return [
    `  ${mark}  ${colors.bold(terminalLine(`${recipe}/${name}`))}`,
    ...problems.flatMap(({ message, diff }) => [
      terminalLine(`    ${message}`),
      ...(diff === undefined ? [] : [prettyDiff(diff, colors, isPlain).replace(/^/gm, "    ")]),
    ]),
    ...updated.map((path) =>
      terminalLine(`    ${removed.includes(path) ? "removed" : "wrote"} ${path}`),
    ),
  ];
}

function totalsLine(recipes: readonly TestedRecipe[]): string {
  const { cases, passed, failed, untested, updated } = testTotals(recipes);
  const failedRecipes = recipes.filter(({ state }) => state === "failed").length;
  return [
    `${countOf(cases, "case")} of ${countOf(recipes.length - untested, "recipe")}: ${passed} passed, ${failed} failed`,
    ...(failedRecipes > 0 ? [`${countOf(failedRecipes, "recipe")} failed`] : []),
    ...(untested > 0 ? [`${countOf(untested, "recipe")} without a test`] : []),
    ...(updated > 0 ? [`${countOf(updated, "file")} updated`] : []),
  ].join(" · ");
}
