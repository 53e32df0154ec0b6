import { relative } from "node:path";
import { headCommit } from "../git/head-commit.ts";
import type { Report } from "../model/report.ts";
import { digestOfInputs, digestOfPolicy, digestOfRecipe } from "../plan/digests.ts";
import { parsePlan } from "../plan/parse-plan.ts";
import {
  makePlan,
  type Plan,
  type PlanContent,
  type PlannedRecipe,
  planText,
} from "../plan/plan.ts";
import { findBuiltInPolicy } from "../policy/built-in-policies.ts";
import { toPosix } from "../shared/posix-path.ts";
import { carryOutRun, type FinishedRun } from "./carry-out-run.ts";
import { plannedActions, reasonsAgainst } from "./planned-actions.ts";
import type { RunRequest, RunSurroundings } from "./request.ts";

/** What a dry run came to, and its plan. */
export interface PlannedRun {
  readonly report: Report;
  /** The text of the plan file. Absent where something is not in order: then `why` says what. */
  readonly text?: string;
  readonly why: readonly string[];
}

/**
 * `sluice plan`: previews and decides as `preview` does, and answers the plan that `apply` writes. Nothing is
 * written, and there is no plan of a run in which something failed. The same tree and the same request give
 * the same text, on any machine.
 */
export async function plan(
  request: Omit<RunRequest, "command">,
  surroundings: RunSurroundings,
): Promise<PlannedRun> {
  const finished = await carryOutRun({ ...request, command: "plan" }, surroundings);
  const { report, prepared } = finished;
  const why = reasonsAgainst(report);
  if (why.length > 0) return { report, why };
  const { policy } = prepared;
  if (policy === undefined) throw new Error("Nothing is planned without a policy.");
  const builtIn = findBuiltInPolicy(policy.source) === policy ? policy.source : null;
  const text = textOf({
    sluice: surroundings.version ?? "",
    base: { commit: await headCommit(request.root, surroundings.environment) },
    recipes: prepared.recipes.map(
      (recipe): PlannedRecipe => ({
        name: recipe.name,
        ...placeOf(recipe.path, surroundings.shippedRecipes),
        sha256: digestOfRecipe(recipe),
        hasCode: recipe.tools.length + recipe.hooks.length > 0,
      }),
    ),
    policy: {
      builtIn,
      path: builtIn === null ? placeOf(policy.source, "").path : null,
      sha256: digestOfPolicy(policy),
    },
    inputs: {
      values: prepared.given as Plan["inputs"]["values"], // What is no value of an input was refused.
      sha256: digestOfInputs(prepared.given),
    },
    shard: { index: 1, total: 1 },
    ...foundBy(finished),
  });
  if (text === undefined) return { report, why: [TOO_LARGE] };
  const parsed = parsePlan(text, "The plan"); // Also what `apply` would refuse, so that it is told now.
  if ("plan" in parsed) return { report, text, why };
  return { report, why: parsed.diagnostics.map(({ message }) => message) };
}

const TOO_LARGE =
  "The plan would be larger than can be read. Let an action hold more, with `per`, or name fewer files.";

/** Undefined where no text can be so long. */
function textOf(content: PlanContent): string | undefined {
  try {
    return planText(makePlan(content));
  } catch (error) {
    if (error instanceof RangeError) return undefined; // Of strings: nothing else here throws one.
    throw error;
  }
}

function foundBy(
  finished: FinishedRun,
): Pick<Plan, "filesSearched" | "actions" | "skipped" | "alerts"> {
  const { totals, skipped, alerts } = finished.report;
  const { filesSearched } = totals;
  return { filesSearched, actions: plannedActions(finished), skipped, alerts };
}

/** Where a file lies that messages name `shown`: relative to the root, or to the recipes that ship. */
function placeOf(shown: string, shippedRecipes: string): Pick<PlannedRecipe, "path" | "shipped"> {
  const isInside = !shown.startsWith("/") && !/^[A-Za-z]:/.test(shown);
  if (isInside) return { path: shown, shipped: null };
  const below = shippedRecipes === "" ? ".." : toPosix(relative(shippedRecipes, shown));
  return { path: null, shipped: below.startsWith("..") ? null : below };
}
