import { resolve } from "node:path";
import picocolors from "picocolors";
import { outputPathFault } from "../apply/disk/check-output-path.ts";
import { writeOutputFiles } from "../apply/disk/write-output-file.ts";
import type { RunEvent } from "../model/events.ts";
import { collectFileReports } from "../report/file-reports.ts";
import { prettyDiagnostic } from "../report/pretty-diagnostic.ts";
import { loadReporter } from "../report/reporters.ts";
import { DEFAULT_POLICY_FILE } from "../run/request/default-policy-file.ts";
import type { RunRequest } from "../run/request/request.ts";
import { runRecipes } from "../run/run-recipes.ts";
import { startGitListing } from "../run/tree/git-listing.ts";
import { definedOnly } from "../shared/defined-only.ts";
import type { ActionWorld } from "./action-world.ts";
import { type Ending, endingOf, refusal } from "./ending.ts";
import { type GuardedLog, openGuardedLog } from "./guarded-log.ts";
import { type ActionInputs, readInputs } from "./inputs.ts";
import { inputProblem } from "./problem.ts";
import { publish } from "./publish.ts";

/**
 * One step of a job: inputs from the environment, a run, and what the job is told of it (log,
 * annotations, outputs, summary). Answers the step's exit code, which is that of the run.
 */
export async function runAction(surroundings: ActionWorld): Promise<number> {
  const { env, cwd, write, newToken } = surroundings;
  const inputs = readInputs(env);
  const root = inputs.kind === "value" ? resolve(cwd, inputs.value.workingDirectory) : cwd;
  const log = openGuardedLog(write, newToken());
  let ending: Ending;
  try {
    const show = await createPresenter(log, env.NO_COLOR);
    if (inputs.kind === "value") ending = await run(inputs.value, root, show, surroundings);
    else {
      for (const diagnostic of inputs.problems) show.onEvent({ type: "diagnostic", diagnostic });
      ending = refusal(inputs.problems);
    }
  } finally {
    log.close();
  }
  await publish(ending, { root, workspace: env.GITHUB_WORKSPACE || cwd }, surroundings);
  return ending.exitCode;
}

async function run(
  inputs: ActionInputs,
  root: string,
  show: Presenter,
  surroundings: ActionWorld,
): Promise<Ending> {
  const { options } = inputs;
  const { env, after } = surroundings;
  for (const { path, format } of options.reports) {
    const given = [
      ...inputs.recipes,
      inputs.policy ?? DEFAULT_POLICY_FILE,
      options.inputsFile ?? "",
    ];
    const fault = await outputPathFault(root, path, format, given.filter(Boolean));
    if (fault === undefined) continue;
    const problem = inputProblem("args", `--report: ${path} ${fault}.`);
    show.onEvent({ type: "diagnostic", diagnostic: problem });
    return refusal([problem]);
  }
  const files = await collectFileReports(options.reports, { quiet: false, verbose: true });
  const report = await runRecipes(requestOf(inputs, root), {
    ...surroundings,
    cwd: root,
    listing: startGitListing(root, env),
    timedOut: options.timeout === undefined ? new AbortController().signal : after(options.timeout),
    emit(event) {
      show.onEvent(event);
      files.onEvent(event);
    },
  });
  show.onReport(report);
  return endingOf(report, await writeOutputFiles(root, files.texts(report)));
}

function requestOf(inputs: ActionInputs, root: string): RunRequest {
  const { recipes, policy, mode, options } = inputs;
  return {
    command: mode,
    root,
    recipes,
    inputs: options.inputs,
    check: options.check,
    exitZero: options.exitZero,
    cache: options.cache,
    allowCustomTools: options.allowCustomTools,
    lockTimeout: options.lockTimeout,
    requireClean: options.requireClean,
    ...definedOnly({ policy, inputsFile: options.inputsFile, maxActions: options.maxActions }),
    ...definedOnly({ record: options.record, replay: options.replay }),
  };
}

/** Shows a run in the log. */
interface Presenter {
  onEvent(event: RunEvent): void;
  onReport(report: Parameters<typeof endingOf>[0]): void;
}

/** The pretty report, with its diagnostics. The runner's log shows colours though it is no terminal. */
async function createPresenter(log: GuardedLog, noColor: string | undefined): Promise<Presenter> {
  const color = noColor === undefined || noColor === "";
  const colors = picocolors.createColors(color);
  const createReporter = await loadReporter("pretty");
  const reporter = createReporter({ color, verbose: false, quiet: false });
  return {
    onEvent(event) {
      if (event.type === "diagnostic") log.write(`${prettyDiagnostic(event.diagnostic, colors)}\n`);
      if (event.type === "fault")
        log.write(`A fault of Sluice itself. Please report this:\n${event.detail}\n`);
      log.write(reporter.onEvent?.(event) ?? "");
    },
    onReport: (report) => log.write(reporter.onReport?.(report) ?? ""),
  };
}
