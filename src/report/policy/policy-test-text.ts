import type { Colors } from "picocolors/types.js";
import type { PolicyCoverage, TestedPolicy, TestOutcome } from "../../model/policy/tests.ts";
import { countOf } from "../../shared/count-of.ts";
import { terminalLine } from "../terminal-text.ts";

/** Returns the outcome of the tests of a policy for people: failures, what no test reaches, and totals. */
export function policyTestText({ outcomes, coverage }: TestedPolicy, colors: Colors): string {
  const failures = outcomes.filter(({ passed }) => !passed);
  const passed = outcomes.length - failures.length;
  const gaps = gapsOf(coverage);
  const totals = [
    `${countOf(passed, "test")} passed, ${failures.length} failed`,
    `coverage ${coverage.percent} %`,
  ];
  return [
    ...failures.flatMap((outcome) => failureLines(outcome, colors)),
    ...gaps.slice(0, MOST_GAPS).map((gap) => colors.dim(terminalLine(gap))),
    ...(gaps.length > MOST_GAPS
      ? [`And ${gaps.length - MOST_GAPS} more that no test reaches.`]
      : []),
    `${totals.join(" · ")}`,
    "",
  ].join("\n");
}

/** The most conditions and rules out of reach that are shown. */
const MOST_GAPS = 100;

function failureLines(
  { path, line, column, name, expected, actual, why }: TestOutcome,
  colors: Colors,
): readonly string[] {
  const place = [path, line, column].filter((part) => part !== undefined).join(":");
  return [
    `${colors.bold(terminalLine(place))}: ${colors.red("failed")}: ${terminalLine(name)}`,
    terminalLine(`  expected: ${expected}`),
    terminalLine(`  actual:   ${actual}`),
    ...why.map((sentence) => terminalLine(`  ${sentence}`)),
  ];
}

function gapsOf({ rules, conditions }: PolicyCoverage): readonly string[] {
  const ofRules = rules
    .filter(({ hit }) => !hit)
    .map(({ rule, path, line }) => `${path}:${line}: no test hits \`${rule}\``);
  const ofConditions = conditions.flatMap(
    ({ rule, condition, path, line, wasTrue, wasFalse }): string[] => {
      const never = [...(wasTrue ? [] : ["true"]), ...(wasFalse ? [] : ["false"])].join(" or ");
      const what = `\`${condition}\` of \`${rule}\` is never ${never}`;
      return never === "" ? [] : [`${path}:${line}: ${what}`];
    },
  );
  return [...ofRules, ...ofConditions];
}
