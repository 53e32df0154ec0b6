import { exitOf } from "../../../model/exit-code.ts";
import type { TestedPolicy } from "../../../model/policy/tests.ts";
import type { OptionsOf } from "../../../request/options/read-options.ts";
import { countOf } from "../../../shared/count-of.ts";
import { jsonText } from "../../../shared/json/json-text.ts";
import type { CliWorld } from "../../cli-world.ts";
import { productCommand, wordOf } from "../command.ts";
import { withPolicy } from "./with-policy.ts";

/** `sluice policy test`: the tests of a policy, and what they do not reach. */
export const policyTestCommand = productCommand({
  name: "policy test",
  words: "[policy] [file..]",
  summary: "Run the tests of a policy, and say which rules and conditions no test reaches",
  examples: [
    ["sluice policy test", "The policy of the root, with *.policy-test.yaml beside it"],
    [
      "sluice policy test team.policy.yaml cases.yaml --min-coverage 90",
      "Named files, a threshold",
    ],
  ],
  run: (options, words, world) => {
    const named = { policy: wordOf(words, "policy"), files: words.file ?? [] };
    return withPolicy("policy test", options, named.policy, world, async (inHand, terminal) => {
      const { readAllTests, testPolicy } = await import("../../../author/policy/test-policy.ts");
      const { policyTestText } = await import("../../../report/policy/policy-test-text.ts");
      const read = await readAllTests(inHand, named);
      if (read.kind === "stopped") return terminal.stopped();
      if (read.kind === "invalid") return terminal.invalid(read.diagnostics);
      const tested = await testPolicy(inHand, read.ready, terminal.signal);
      if (tested === "stopped") return terminal.stopped();
      const problems = problemsOf(tested, options);
      const { exitCode } = exitOf({ failed: problems.length > 0 });
      const text =
        options.format === "json"
          ? `${jsonText(productOf(tested, inHand.policy.source, exitCode), 2)}\n`
          : policyTestText(tested, terminal.colors);
      terminal.stdout.write(text);
      report(problems, world);
      return exitCode;
    });
  },
});

function productOf({ outcomes, coverage }: TestedPolicy, policy: string, exitCode: number): object {
  const passed = outcomes.filter((outcome) => outcome.passed).length;
  const totals = { tests: outcomes.length, passed, failed: outcomes.length - passed };
  return { formatVersion: "1.0", exitCode, policy, totals, tests: outcomes, coverage };
}

/** Returns a sentence for each reason to end with exit code 1. */
function problemsOf(
  { outcomes, coverage }: TestedPolicy,
  options: OptionsOf<"policy test">,
): readonly string[] {
  const { "allow-empty": allowEmpty, "min-coverage": least = 0 } = options;
  const failed = outcomes.filter(({ passed }) => !passed).length;
  const isBelow = coverage.percent < least;
  return [
    ...(failed > 0 ? [`${countOf(failed, "test")} failed.`] : []),
    ...(outcomes.length === 0 && !allowEmpty
      ? ["the policy has no tests. Write some under `tests`, or use --allow-empty."]
      : []),
    ...(isBelow
      ? [`the coverage is ${coverage.percent} %, and --min-coverage is ${least} %.`]
      : []),
  ];
}

function report(problems: readonly string[], { stderr }: CliWorld): void {
  for (const problem of problems) stderr.write(`sluice: ${problem}\n`);
}
