import { dirname } from "node:path";
import type { Grammars } from "../../edit/language/grammars.ts";
import type { CaseOutcome, CaseProblem, TestedRecipe } from "../../model/recipe/recipe-tests.ts";
import { hasCode } from "../../recipe/code-of.ts";
import { countOf } from "../../shared/count-of.ts";
import { messageOf } from "../../shared/message-of.ts";
import { pathInside } from "../../shared/paths/posix-path.ts";
import { shown } from "../../shared/shown.ts";
import { startGitListing } from "../../tree/git-listing.ts";
import { createOverlayWorkspace } from "../../tree/overlay-workspace.ts";
import { type TreeWatch, watchTree } from "../../tree/watch-tree.ts";
import type { CasesPlace } from "./cases-place.ts";
import { compareTrees } from "./compare-trees.ts";
import { judgeReport } from "./judge-report.ts";
import { outsidePaths } from "./outside-paths.ts";
import type { ReadyRecipe } from "./ready-recipe.ts";
import { areEqual, type CaseRuns, runCase, type TestedBy } from "./run-case.ts";
import { opsById, runSnippet } from "./run-snippet.ts";
import type { TreeCase } from "./test-case.ts";
import { type CaseUpdate, NO_UPDATE, updateCase } from "./update-case.ts";

/** How the cases of recipes are run. */
export interface Testing extends Omit<TestedBy, "name"> {
  readonly grammars: Grammars;
  readonly isUpdate: boolean;
  /** Only cases are run whose `RECIPE/CASE` contains it. */
  readonly filter: string | undefined;
  /** True once a signal or the time limit ended the command. */
  readonly isStopped: () => boolean;
}

/** Runs the cases of one recipe. Returns undefined if it was ended before all of them had run. */
export async function testRecipe(
  ready: ReadyRecipe,
  testing: Testing,
): Promise<TestedRecipe | undefined> {
  const { name: recipe, path, untested, place, isNamed } = ready;
  if (untested !== undefined || place === undefined) {
    const state = isNamed ? "failed" : "untested";
    return { recipe, path, state, reason: untested ?? "It is in no file.", cases: [] };
  }
  const watch = hasCode(ready.recipe) ? await watchRoot(testing.world) : undefined;
  const cases = await testCases(ready, place, testing);
  if (cases === undefined) return undefined;
  const written = (await watch?.changed())?.filter((file) => !isOwn(file, place, testing)) ?? [];
  const lacksPositive = testing.filter === undefined && !cases.some(({ isPositive }) => isPositive);
  const reason =
    written.length > 0 ? wroteInRoot(written) : lacksPositive ? NO_POSITIVE : undefined;
  const isFailed = reason !== undefined || cases.some(({ passed }) => !passed);
  const state = isFailed ? "failed" : "passed";
  return { recipe, path, state, ...(reason === undefined ? {} : { reason }), cases };
}

async function testCases(
  ready: ReadyRecipe,
  place: CasesPlace,
  testing: Testing,
): Promise<readonly CaseOutcome[] | undefined> {
  const cases: CaseOutcome[] = [];
  for (const test of ready.cases) {
    await new Promise(setImmediate); // Signals come in.
    if (testing.isStopped()) return undefined;
    if (test.kind === "snippet") {
      const ops = opsById(test, ready.recipe, testing.grammars);
      cases.push({ ...runSnippet(test, ops), updated: [] });
      continue;
    }
    const by = { ...testing, name: ready.exactName };
    const outcome = await testTree(test, place, by, outsidePaths(ready.recipe, test));
    if (testing.isStopped()) return undefined;
    cases.push(outcome);
  }
  return cases;
}

/** Code knows where it was loaded from, and only the trees of the cases are its own. */
function watchRoot({ configuredIn: root, env }: TestedBy["world"]): Promise<TreeWatch> | undefined {
  if (root === undefined) return undefined;
  return watchTree(root, createOverlayWorkspace(root, startGitListing(root, env)), new Set());
}

/** True for what `--update` may have written, and for the trees of cases, if they lie below the root. */
function isOwn(file: string, { folder }: CasesPlace, { scratch, world }: Testing): boolean {
  const trees = pathInside(world.configuredIn ?? "", dirname(scratch.folder));
  return file.startsWith(`${folder}/`) || (trees !== undefined && file.startsWith(`${trees}/`));
}

function wroteInRoot(files: readonly string[]): string {
  const [first = ""] = files;
  const more = files.length > 1 ? ` and ${countOf(files.length - 1, "more file")}` : "";
  return `Its code wrote ${shown(first)}${more} in the root, and not in the tree of a case.`;
}

const NO_POSITIVE = "No case shows that it changes something.";

async function testTree(
  test: TreeCase,
  place: CasesPlace,
  testing: Testing & TestedBy,
  /** Says that no step reads the files of the case. */
  outside: string,
): Promise<CaseOutcome> {
  const runs = await runCase(test, testing);
  const judged = judgeCase(test, runs);
  const { isPositive } = judged;
  const problems = judged.problems.map((each) =>
    each.kind === "different" ? { ...each, message: `${each.message}${outside}` } : each,
  );
  const { result } = runs.first;
  const isWhole = !problems.some(({ kind }) => kind === "run" || kind === "skipped");
  const { updated, removed, fault } =
    testing.isUpdate && isWhole && "files" in result
      ? await tryUpdate(() => updateCase(test, result.files, place))
      : { ...NO_UPDATE, fault: undefined };
  const left = updated.length > 0 ? problems.filter(({ kind }) => kind !== "different") : problems;
  const all = fault === undefined ? left : [...left, fault];
  const passed = all.length === 0;
  const changed = { updated, ...(removed.length > 0 ? { removed } : {}) };
  return { name: test.name, kind: "tree", passed, isPositive, problems: all, ...changed };
}

async function tryUpdate(
  update: () => Promise<CaseUpdate>,
): Promise<CaseUpdate & { fault: CaseProblem | undefined }> {
  try {
    return { ...(await update()), fault: undefined };
  } catch (error) {
    const message = `\`expected\` cannot be written: ${messageOf(error)}.`;
    return { ...NO_UPDATE, fault: { kind: "run", message } };
  }
}

/** The facts that the runs of a case prove. */
interface Judgement {
  readonly problems: readonly CaseProblem[];
  readonly isPositive: boolean;
}

/** Compares the runs of a case with all that it expects. */
function judgeCase(test: TreeCase, { first, second }: CaseRuns): Judgement {
  const { input, expected = input, settings } = test;
  const ofRun = judgeReport(first.report, settings);
  const { result } = first;
  if ("fault" in result) {
    const unread: CaseProblem = { kind: "run", message: `The result: ${result.fault.message}` };
    return { problems: [...ofRun, unread], isPositive: false };
  }
  const { files } = result;
  const isPositive = !areEqual(files, input);
  const problems = [...ofRun, ...differences(test, compareTrees(expected, files))];
  if (ofRun.some(({ kind }) => kind === "run")) return { problems, isPositive };
  return { problems: [...problems, ...judgeSecond(test, files, second)], isPositive };
}

function differences(
  { expected }: TreeCase,
  found: ReturnType<typeof compareTrees>,
): readonly CaseProblem[] {
  if (found === undefined) return [];
  const what = expected === undefined ? "It must not change, and changes" : "The result differs";
  return [{ kind: "different", message: `${what}: ${found.summary}.`, diff: found.diff }];
}

function judgeSecond(
  { settings: { idempotent = true } }: TreeCase,
  files: Parameters<typeof compareTrees>[0],
  second: CaseRuns["second"],
): readonly CaseProblem[] {
  const again = second?.result;
  if (again !== undefined && "fault" in again)
    return [{ kind: "run", message: `The result of a second run: ${again.fault.message}` }];
  const changed = again === undefined ? undefined : compareTrees(files, again.files);
  if (changed !== undefined && idempotent)
    return [
      {
        kind: "not-idempotent",
        message: `A second run changes the result again: ${changed.summary}.`,
        diff: changed.diff,
      },
    ];
  if (changed === undefined && !idempotent)
    return [
      { kind: "idempotent", message: "A second run changes nothing: drop `idempotent: false`." },
    ];
  return [];
}
