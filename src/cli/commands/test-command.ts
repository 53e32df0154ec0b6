import { resolve } from "node:path";
import picocolors from "picocolors";
import { outputPathFault } from "../../apply/disk/check-output-path.ts";
import { writeOutputFiles } from "../../apply/disk/write-output-file.ts";
import type { TestOutcome, TestRequest } from "../../author/test-recipes.ts";
import { outputFolders } from "../../files/tree-link.ts";
import { boundDiagnostics, MOST_DIAGNOSTICS } from "../../model/diagnostic.ts";
import { exitOf } from "../../model/exit-code.ts";
import { type TestedRecipe, testTotals } from "../../model/recipe/recipe-tests.ts";
import { terminalLine } from "../../report/terminal-text.ts";
import type { OptionsOf } from "../../request/options/read-options.ts";
import { fieldsOf } from "../../request/options/request-fields.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import type { CliWorld } from "../cli-world.ts";
import { showDiagnostics } from "../show-diagnostics.ts";
import { showText } from "../show-paged.ts";
import { timeLimitOf } from "../time-limit-of.ts";
import { usageErrorOf } from "../usage-error.ts";
import { wantsColor } from "../wants-color.ts";
import { productCommand } from "./command.ts";

type TestOptions = OptionsOf<"test">;

/** `sluice test`: the cases that lie beside recipes. */
export const testCommand = productCommand({
  name: "test",
  words: "[recipe..]",
  summary:
    "Run the cases beside recipes, each in a temporary tree; without recipes, those of the root",
  examples: [
    ["sluice test", "All recipes in recipes/ and .sluice/recipes/"],
    ["sluice test codemods/rename.yaml", "One recipe, with the cases in codemods/rename/cases/"],
    ["sluice test --filter rename/imports -u", "Write what comes out as what is expected"],
    ["sluice test --report junit=sluice-junit.xml", "And a report for a CI system"],
  ],
  async run(options, { recipe = [] }, world) {
    const request = requestOf(options, recipe, world);
    await refuseReports(options, request.root, world);
    const { testRecipes } = await import("../../author/test-recipes.ts");
    const { executeRun } = await import("../../run/execute-run.ts");
    const limit = timeLimitOf(options.timeout, world);
    const own = { ...world, timedOut: limit.signal, emit: () => undefined };
    const outcome = await testRecipes(request, own, executeRun);
    if (outcome.kind === "stopped") {
      world.stderr.write("sluice: ended before all cases had run.\n");
      return exitOf(limit.findings()).exitCode;
    }
    return show(outcome, options, request.root, world);
  },
});

function requestOf(
  options: TestOptions,
  recipes: readonly string[],
  { cwd }: CliWorld,
): TestRequest {
  const { trust, ...fields } = fieldsOf("test", options);
  // Without code, nothing of the tree can do harm: its own recipes are what is to be tested.
  const usual = fields.base === undefined && !fields.allowCode ? "all" : undefined;
  const root = resolve(cwd, options.root ?? ".");
  return { ...fields, root, recipes, trust: trust ?? usual, allowEnv: [] };
}

async function refuseReports(
  { report }: TestOptions,
  root: string,
  world: CliWorld,
): Promise<void> {
  const folders = outputFolders(world.cwd, root, world.env);
  for (const { path, format } of report) {
    const fault = await outputPathFault(folders, path, format, []);
    if (fault !== undefined)
      throw usageErrorOf([{ option: "report", problem: `${path} ${fault}.`, hint: "" }]);
  }
}

async function show(
  outcome: Exclude<TestOutcome, { readonly kind: "stopped" }>,
  { format, color, quiet, verbose, report, pager }: TestOptions,
  root: string,
  world: CliWorld,
): Promise<number> {
  const recipes = outcome.kind === "tested" ? outcome.recipes : [];
  const unwritten =
    outcome.kind === "tested" ? await writeReports(recipes, report, root, world) : [];
  const { fault } = outcome.kind === "tested" ? outcome : {};
  const { exitCode } = exitOf({
    isFault: fault !== undefined,
    invalid: outcome.kind === "invalid",
    failed: unwritten.length > 0 || recipes.some(({ state }) => state === "failed"),
  });
  for (const line of unwritten) world.stderr.write(`sluice: ${terminalLine(line)}\n`);
  if (fault !== undefined)
    world.stderr.write(`sluice: a fault of Sluice itself: ${terminalLine(fault)}\n`);
  if (format === "json") {
    const diagnostics = boundDiagnostics(outcome.diagnostics, MOST_DIAGNOSTICS.listed);
    const product = {
      formatVersion: "1.0",
      exitCode,
      totals: testTotals(recipes),
      recipes,
      diagnostics,
    };
    world.stdout.write(`${jsonText(product, 2)}\n`);
    return exitCode;
  }
  showDiagnostics(outcome.diagnostics, color, world);
  if (outcome.kind === "invalid") return exitCode;
  const { recipeTestText } = await import("../../report/testing/test-text.ts");
  const colors = picocolors.createColors(wantsColor(color, world, world.stdout));
  const { isPlain } = world.stdout;
  await showText(recipeTestText(recipes, { quiet, verbose, isPlain }, colors), pager, world);
  return exitCode;
}

async function writeReports(
  recipes: readonly TestedRecipe[],
  reports: TestOptions["report"],
  root: string,
  { cwd, env }: CliWorld,
): Promise<readonly string[]> {
  if (reports.length === 0) return [];
  const { junitText } = await import("../../report/testing/junit.ts");
  const text = junitText(recipes);
  const files = reports.map(({ path }) => ({ path, text }));
  const unwritten = await writeOutputFiles(outputFolders(cwd, root, env), files);
  return unwritten.map(({ path, reason }) => `${path} was not written: ${reason}.`);
}
