import type { CaseProblem } from "../../model/recipe/recipe-tests.ts";
import { compareTrees } from "./compare-trees.ts";
import { judgeReport } from "./judge-report.ts";
import { areEqual, type CaseRuns } from "./run-case.ts";
import type { TreeCase } from "./test-case.ts";

/** What the runs of a case prove. */
export interface Judgement {
  readonly problems: readonly CaseProblem[];
  readonly isPositive: boolean;
}

/** Compares the runs of a case with all that it expects. */
export function judgeCase(test: TreeCase, { first, second }: CaseRuns): Judgement {
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
