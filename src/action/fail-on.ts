import type { TaskOutcome } from "../command/task-outcome.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { ActionState } from "../model/report/report.ts";
import type { Environment } from "../model/world.ts";
import { didYouMean } from "../shared/closest-name.ts";
import { listOf } from "./input-table.ts";
import { inputProblem } from "./problem.ts";

/** The values of the input `fail-on`. */
export const FAIL_ON = ["never", "change", "held", "discarded", "failed"] as const;

/** A reason for a step to fail. */
type Reason = Exclude<(typeof FAIL_ON)[number], "never">;

/** The states of actions that each reason is about. */
const STATES: Readonly<Record<Reason, readonly ActionState[]>> = {
  failed: ["failed"],
  change: ["applied", "would-apply", "pending", "held"],
  discarded: ["discarded"],
  held: ["held"],
};

/** The reasons in the order in which they count, with their exit codes. */
const RANKING: readonly (readonly [reason: Reason, exitCode: number])[] = [
  ["failed", 1],
  ["change", 1],
  ["discarded", 1],
  ["held", 4],
];

/** When a step fails. */
export interface FailRule {
  /** Empty: never. Undefined: as the exit code of the run says. */
  readonly reasons: readonly Reason[] | undefined;
  /** The run was asked for `--check`. */
  readonly check: boolean;
}

/** The end of a step. */
export interface Judgement {
  readonly exitCode: number;
  /** The states of the actions for which the step fails. */
  readonly blamed: readonly ActionState[];
}

/** Reads the input `fail-on`. `others` are the options that say the same in another way, as they were written. */
export function readFailOn(
  env: Environment,
  others: readonly string[],
): { readonly reasons: FailRule["reasons"]; readonly problems: readonly Diagnostic[] } {
  const words = listOf(env, "fail-on");
  if (words.length === 0) return { reasons: undefined, problems: [] };
  const names: readonly string[] = FAIL_ON;
  const problems = words
    .filter((word) => !names.includes(word))
    .map((word) => inputProblem("fail-on", `invalid value \`${word}\`.`, didYouMean(word, names)));
  if (words.includes("never") && words.some((word) => word !== "never"))
    problems.push(inputProblem("fail-on", "`never` stands with another value.", "Leave one out."));
  for (const other of others) {
    const [what, hint] = IN_OTHER_WORDS[other] ?? [other, ""];
    problems.push(inputProblem("fail-on", `cannot be used together with ${what}.`, hint));
  }
  return { reasons: RANKING.map(([reason]) => reason).filter((r) => words.includes(r)), problems };
}

const IN_OTHER_WORDS: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  "--check": ["`check`", "Leave `check` out: `fail-on: change` says the same."],
  "--exit-zero": ["`--exit-zero`", "Use `fail-on: never` alone."],
};

/** Returns the end of a step that ran a task. Errors and lost outputs always fail it. */
export function judgeStep(
  { report, exitCode, unwritten }: Pick<TaskOutcome, "report" | "exitCode" | "unwritten">,
  { reasons, check }: FailRule,
): Judgement {
  const isFound = (reason: Reason) => isReasonFor(reason, report);
  if (reasons === undefined) {
    if (exitCode === 4) return { exitCode, blamed: STATES.held };
    if (exitCode !== 1) return { exitCode, blamed: [] };
    return { exitCode, blamed: [...STATES.failed, ...(check ? STATES.change : [])] };
  }
  if (![0, 1, 4].includes(exitCode)) return { exitCode, blamed: [] };
  const found = RANKING.filter(([reason]) => reasons.includes(reason) && isFound(reason));
  const code = unwritten.length > 0 ? 1 : (found[0]?.[1] ?? 0);
  return { exitCode: code, blamed: found.flatMap(([reason]) => STATES[reason]) };
}

/** A run can also fail, or wait for a person, without an action that did: its exit code says so. */
function isReasonFor(reason: Reason, { exitCode, actions }: TaskOutcome["report"]): boolean {
  if (reason === "failed" && exitCode === 1) return true;
  if (reason === "held" && exitCode === 4) return true;
  return actions.some(({ state }) => STATES[reason].includes(state));
}
