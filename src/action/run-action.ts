import picocolors from "picocolors";
import { appendToRunnerFile } from "../apply/disk/write-output-file.ts";
import { executeTask } from "../command/execute-task.ts";
import { findOutputFaults } from "../command/output-faults.ts";
import type { Presenter } from "../command/presenter.ts";
import { createProgress } from "../command/progress.ts";
import { viewOf } from "../command/view-of.ts";
import { withProject } from "../command/with-project.ts";
import { leadsOutOfTree, outputFolders } from "../files/tree-link.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import {
  annotationCommand,
  resumeCommands,
  stopCommands,
} from "../report/annotations/workflow-command.ts";
import { prettyNotice } from "../report/pretty-notice.ts";
import type { ReportStyle } from "../report/reporter.ts";
import { loadReporter } from "../report/reporters.ts";
import { terminalLine } from "../report/terminal-text.ts";
import type { ActionWorld } from "./action-world.ts";
import { type AnnotationFolders, annotationsOf, hasManyAnnotations } from "./annotations.ts";
import { judgeStep } from "./fail-on.ts";
import { type ActionInputs, readInputs } from "./inputs.ts";
import { inputOfOption } from "./option-inputs.ts";
import { outputsText } from "./outputs.ts";
import { inputProblem, optionProblem, type Reading } from "./problem.ts";
import { productsOf, withOwnReports } from "./products.ts";
import { outcomeOf, refusal, type StepOutcome, withUnwritten } from "./step-outcome.ts";
import { stepSummary } from "./step-summary.ts";
import { FEEDBACK_OF_REFUSAL, type Feedback } from "./switches.ts";
import { takeToken, worldOf } from "./take-token.ts";

/**
 * Runs one step of a job: reads its inputs, runs its task, and passes the outcome on to the job (log, annotations,
 * outputs, summary, comment). Returns the exit code of the step.
 */
export async function runAction(world: ActionWorld): Promise<number> {
  const { env, cwd, write, newToken } = world;
  const token = takeToken(world);
  const inputs = withoutLinkedRoot(readInputs(env, cwd), world);
  const workspace = env.GITHUB_WORKSPACE || cwd;
  const log = openGuardedLog(write, newToken());
  let ended: StepOutcome;
  try {
    ended =
      inputs.kind === "value"
        ? await runStep(inputs.value, workspace, log, worldOf(inputs.value.task, token, world))
        : await refuse(inputs.problems, log, world);
  } finally {
    log.close();
  }
  const root = inputs.kind === "value" ? inputs.value.root : cwd;
  const feedback = inputs.kind === "value" ? inputs.value.feedback : FEEDBACK_OF_REFUSAL;
  const outcome = await publish(ended, feedback, { root, workspace }, world);
  if (inputs.kind === "value" && (feedback.comment || feedback["check-run"])) {
    const { tellForge } = await import("./tell-forge.ts");
    const options = { root, token, feedback, task: inputs.value.task, ...inputs.value.comment };
    for (const note of await tellForge(outcome, options, world))
      write(annotationCommand("notice", { title: "Sluice" }, terminalLine(note)));
  }
  return outcome.exitCode;
}

/** Returns a problem if the working directory lies inside of the workspace and a link leads it to another tree. */
function withoutLinkedRoot(
  inputs: Reading<ActionInputs>,
  { env, cwd }: ActionWorld,
): Reading<ActionInputs> {
  if (inputs.kind === "problems") return inputs;
  if (!leadsOutOfTree(outputFolders(cwd, cwd, env), inputs.value.root)) return inputs;
  const fault = "is a link, or reached through one, that leads out of the workspace.";
  const hint = "Name the folder by its own path.";
  return { kind: "problems", problems: [inputProblem("working-directory", fault, hint)] };
}

async function runStep(
  { root, failRule, ...written }: ActionInputs,
  workspace: string,
  log: GuardedLog,
  world: ActionWorld,
): Promise<StepOutcome> {
  const { task, options } = await withProject(written, { ...world, cwd: root });
  const { quiet, verbose, timeout } = options;
  const report = withOwnReports(
    options.report,
    world.env.RUNNER_TEMP,
    `sluice-${world.newRunId()}`,
  );
  const faults = await findOutputFaults(task, report, outputFolders(root, root, world.env));
  if (faults.length > 0) {
    const problems = faults.map((fault) =>
      optionProblem(fault, inputOfOption(fault.option, world.env)),
    );
    return refuse(problems, log, world);
  }
  const view = viewOf(options, report);
  const presenter = await openLogPresenter(log, { quiet, verbose, view }, world);
  // A file is read later, when the log may be gone: it has everything.
  const outputs = { report, timeout, style: { quiet: false, verbose: true, view } };
  const ended = await executeTask(task, outputs, { ...world, cwd: root }, presenter);
  const products = productsOf(task, report, ended, { root, workspace });
  return outcomeOf(ended, judgeStep(ended, failRule), products);
}

async function refuse(
  problems: readonly Diagnostic[],
  log: GuardedLog,
  world: ActionWorld,
): Promise<StepOutcome> {
  const presenter = await openLogPresenter(log, { quiet: false, verbose: false }, world);
  for (const diagnostic of problems) presenter.onEvent({ type: "diagnostic", diagnostic });
  return refusal(problems);
}

/** The log of a runner shows colors, although it is not a terminal. */
function hasColor({ env }: ActionWorld): boolean {
  return env.NO_COLOR === undefined || env.NO_COLOR === "";
}

/** Shows a run in the log, as `pretty`. */
async function openLogPresenter(
  log: GuardedLog,
  view: Omit<ReportStyle, "color">,
  world: ActionWorld,
): Promise<Presenter> {
  const style = { ...view, color: hasColor(world) };
  const progress = createProgress({ write: log.write, isTerminal: false, columns: 80 }, world);
  const colors = picocolors.createColors(style.color);
  const reporter = (await loadReporter("pretty", style.view))(style);
  return {
    onEvent(event) {
      log.write(prettyNotice(event, style, colors));
      for (const text of reporter.onEvent?.(event) ?? []) log.write(text);
      if (style.quiet !== true) progress.onEvent(event);
    },
    async onReport(report) {
      for (const text of reporter.onReport?.(report) ?? []) log.write(text);
    },
  };
}

/**
 * Passes the outcome of a step on to the job: annotations, the summary, then the outputs, which tell of a summary that
 * could not be written. Returns the outcome with that of both.
 */
async function publish(
  ended: StepOutcome,
  feedback: Feedback,
  folders: AnnotationFolders,
  { env, write, newToken }: Pick<ActionWorld, "env" | "write" | "newToken">,
): Promise<StepOutcome> {
  if (feedback.annotations)
    for (const annotation of annotationsOf(ended, folders, await findOwn(ended, folders, env)))
      write(annotation);
  const summary = feedback.summary ? stepSummary(ended) : "";
  const lost = await appendToRunnerFile(env.GITHUB_STEP_SUMMARY, summary);
  const summed = withUnwritten(ended, "The step summary", lost);
  const unset = await appendToRunnerFile(env.GITHUB_OUTPUT, outputsText(summed, newToken()));
  const outcome = withUnwritten(summed, "The file of the outputs", unset);
  for (const sentence of outcome.unwritten.slice(ended.unwritten.length))
    write(annotationCommand("error", { title: "Sluice" }, terminalLine(sentence)));
  return outcome;
}

/** Finds the files of the pull request if their annotations may have no room. */
async function findOwn(outcome: StepOutcome, { root }: AnnotationFolders, env: ActionWorld["env"]) {
  if (!hasManyAnnotations(outcome)) return undefined;
  const { findPullFiles } = await import("../command/pull-files.ts");
  return findPullFiles(root, env);
}

/** A log for text that came from files: no line of it is a workflow command. */
interface GuardedLog {
  write(text: string): void;
  /** Lets the runner take commands again. */
  close(): void;
}

/**
 * Stops workflow commands on `write` until it is closed. The token must be random: text that has it ends the guard.
 */
export function openGuardedLog(write: (text: string) => void, token: string): GuardedLog {
  let [isAtLineStart, isClosed] = [true, false];
  write(stopCommands(token));
  return {
    write(text) {
      if (text === "" || isClosed) return; // The progress of a run that broke may come late.
      isAtLineStart = text.endsWith("\n");
      write(text);
    },
    close() {
      isClosed = true;
      // In the middle of a line the runner would not see the command, and stay deaf for the rest of the job.
      write(`${isAtLineStart ? "" : "\n"}${resumeCommands(token)}`);
    },
  };
}
