import { resolve } from "node:path";
import { stampOutputs } from "../files/output-stamps.ts";
import { outputFolders } from "../files/tree-link.ts";
import type { Alert } from "../model/alert.ts";
import type { EmitEvent } from "../model/events.ts";
import { withUnwrittenReport } from "../model/exit-code.ts";
import type { FileReport } from "../model/report/formats.ts";
import type { Report } from "../model/report/report.ts";
import type { World } from "../model/world.ts";
import type { MadeRun } from "../plan/merge/planned-run.ts";
import { collectFileReports } from "../report/file-reports.ts";
import type { Pieces, ReportStyle } from "../report/reporter.ts";
import type { RunWorld } from "../request/request.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { listingOfRequest } from "../tree/listing-of-request.ts";
import type { Presenter } from "./presenter.ts";
import { reportedFolder, rootFrom } from "./reported-folder.ts";
import type { Task } from "./task.ts";
import type { TaskOutcome } from "./task-outcome.ts";
import { type ProductFile, writeProducts } from "./write-products.ts";

/** The outputs and the time limit of a task. */
export interface TaskOptions {
  /** Relative to the working directory of the world, or absolute. */
  readonly report: readonly FileReport[];
  /** The style of reports in files. */
  readonly style: Omit<ReportStyle, "color">;
  /** Milliseconds. */
  readonly timeout: number | undefined;
}

/** A report, and the plan if there is one. */
interface Product {
  readonly report: Report;
  readonly plan?: { readonly path: string; readonly text: Pieces };
  /** Why there is no plan. */
  readonly noPlan?: string;
}

/**
 * Runs a task, writes its plan and then its reports, and shows it last: what is shown has the outcome of the whole
 * command. The paths of outputs were checked before.
 */
export async function executeTask(
  task: Task,
  { report: reports, style, timeout }: TaskOptions,
  world: World,
  presenter: Presenter,
): Promise<TaskOutcome> {
  const timedOut = timeout === undefined ? new AbortController().signal : world.after(timeout);
  const stopped = AbortSignal.any([world.interrupted, timedOut]);
  const outputs = [...reports.map(({ path }) => path), ...("output" in task ? [task.output] : [])];
  const stamps = stampOutputs(world.cwd, outputs);
  // While the engine is loaded. A merge need not have the tree, and `verify` looks at it in another way.
  const listing =
    task.kind === "merge" || task.kind === "verify"
      ? undefined
      : await listingOfRequest(task.request, world, stopped);
  const folder = reportedFolder(task.request.root, world.cwd, world.env);
  const isGithub = reports.some(({ format }) => format === "github");
  const files = await collectFileReports(reports, {
    pullFiles: isGithub ? await pullFilesOf(task.request.root, world) : undefined,
    ...{ ...style, folder, version: world.version },
    advisedRoot: rootFrom(world.cwd, task.request.root),
  });
  const product = await runTask(task, {
    ...world,
    ...definedOnly({ listing }),
    timedOut,
    emit(event) {
      if (event.type === "run-finished") return; // Its outcome is not known before the outputs are written.
      presenter.onEvent(event);
      files.onEvent(event);
    },
  });
  const { report, plan, noPlan } = product;
  const folders = outputFolders(world.cwd, task.request.root, world.env);
  const write = (noun: string, all: readonly ProductFile[]) =>
    writeProducts(noun, all, folders, { ...world, stamps });
  const planned = await write("plan", plan === undefined ? [] : [plan]);
  const missing = [...planned.unwritten, ...(noPlan === undefined ? [] : [noPlan])];
  const kept = finish(report, missing, files.onEvent);
  const reported = await write("report", files.texts(kept));
  const unwritten = [...reported.unwritten, ...missing];
  const shown = finish(report, unwritten, presenter.onEvent);
  await presenter.onReport(shown);
  const { outcome, exitCode } = shown;
  const written = [...reported.written, ...planned.written];
  return { outcome, exitCode, report, unwritten, written };
}

async function pullFilesOf(root: string, { env }: World) {
  const { findPullFiles } = await import("./pull-files.ts");
  return findPullFiles(root, env);
}

/** Ends the events of a run, and returns its report: a failure with an alert for each output that is missing. */
function finish(report: Report, unwritten: readonly string[], onEvent: EmitEvent): Report {
  const alerts = unwritten.map(
    (message): Alert => ({ level: "error", code: "output-unwritten", message }),
  );
  const finished = withUnwritten(report, alerts);
  const { outcome, exitCode, totals } = finished;
  for (const alert of alerts) onEvent({ type: "alert", alert });
  onEvent({ type: "run-finished", outcome, exitCode, totals });
  return finished;
}

function withUnwritten(report: Report, alerts: readonly Alert[]): Report {
  if (alerts.length === 0) return report;
  return { ...withUnwrittenReport(report), alerts: [...report.alerts, ...alerts] };
}

/** Loads the use case of a task, and with it the engine, only now that it is needed. */
async function runTask(task: Task, world: RunWorld): Promise<Product> {
  switch (task.kind) {
    case "run": {
      const { executeRun } = await import("../run/execute-run.ts");
      const { report } = await executeRun(task.request, world);
      return { report };
    }
    case "plan": {
      const { planRecipes } = await import("../plan/plan-recipes.ts");
      return productOf(task, await planRecipes(task.request, world));
    }
    case "merge": {
      const { mergePlans } = await import("../plan/merge-plans.ts");
      const output = resolve(world.cwd, task.output);
      return productOf(task, await mergePlans({ ...task.request, output }, world));
    }
    case "apply": {
      const { applyPlan } = await import("../plan/apply-plan.ts");
      return { report: await applyPlan(task.request, world) };
    }
    case "verify": {
      const { verifyTree } = await import("../verify/verify-tree.ts");
      return { report: await verifyTree(task.request, world) };
    }
    case "publish": {
      const { publishPlan } = await import("../publish/publish-plan.ts");
      return { report: await publishPlan(task.request, world) };
    }
    case "decide": {
      const { decidePlan } = await import("../decide/decide-plan.ts");
      return { report: await decidePlan(task.request, world) };
    }
  }
}

/** Returns the plan of a dry run, or why there is none. */
function productOf({ output }: { readonly output: string }, planned: MadeRun): Product {
  const { report, plan, why } = planned;
  if (plan) return { report, plan: { path: output, text: plan.pieces() } };
  // The diagnostics of an invalid request say why.
  if (report.outcome === "invalid") return { report };
  return { report, noPlan: `No plan was written. ${why.join(" ")}` };
}
