import type { CaseOutcome, TestedRecipe } from "../../model/recipe/recipe-tests.ts";
import { testTotals } from "../../model/recipe/recipe-tests.ts";
import { xmlAttribute, xmlText } from "../formats/xml-text.ts";

/** Returns the outcome of tests as JUnit XML: a suite for each recipe, a test for each case. No times, no host. */
export function junitText(recipes: readonly TestedRecipe[]): string {
  const { cases, failed } = testTotals(recipes);
  const suites = recipes.map(suiteOf);
  const extra = recipes.filter(isFailedItself).length;
  const skipped = recipes.filter(({ state }) => state === "untested").length;
  const tests = cases + extra + skipped;
  const head = `<testsuites name="sluice test" tests="${tests}" failures="${failed + extra}">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${suites.join("")}</testsuites>\n`;
}

function suiteOf(tested: TestedRecipe): string {
  const { recipe, cases, state } = tested;
  const ownCases = isFailedItself(tested) || state === "untested" ? [ownCase(tested)] : [];
  const failed = cases.filter(({ passed }) => !passed).length + (isFailedItself(tested) ? 1 : 0);
  const skipped = state === "untested" ? 1 : 0;
  const counts = `tests="${cases.length + ownCases.length}" failures="${failed}" skipped="${skipped}"`;
  const tests = cases.map((each) => caseOf(each, tested));
  return `  <testsuite name="${xmlAttribute(recipe)}" ${counts}>\n${[...tests, ...ownCases].join("")}  </testsuite>\n`;
}

/** True if something else than a case fails. */
function isFailedItself({ state, reason }: TestedRecipe): boolean {
  return state === "failed" && reason !== undefined;
}

function ownCase({ recipe, path, state, reason = "" }: TestedRecipe): string {
  const element = state === "untested" ? "skipped" : "failure";
  const inner = `      <${element} message="${xmlAttribute(reason)}"/>\n`;
  return testCase("(cases)", { recipe, path }, inner);
}

function caseOf({ name, problems }: CaseOutcome, tested: TestedRecipe): string {
  const failures = problems.map(({ kind, message, diff = "" }) => {
    const attributes = `type="${kind}" message="${xmlAttribute(message)}"`;
    return `      <failure ${attributes}>${xmlText(diff)}</failure>\n`;
  });
  return testCase(name, tested, failures.join(""));
}

function testCase(
  name: string,
  { recipe, path }: Pick<TestedRecipe, "recipe" | "path">,
  inner: string,
): string {
  const head = `    <testcase name="${xmlAttribute(name)}" classname="${xmlAttribute(recipe)}" file="${xmlAttribute(path)}"`;
  return inner === "" ? `${head}/>\n` : `${head}>\n${inner}    </testcase>\n`;
}
