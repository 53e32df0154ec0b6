import { exitOf } from "../../../model/exit-code.ts";
import { jsonText } from "../../../shared/json/json-text.ts";
import { productCommand, wordOf } from "../command.ts";
import { withTests } from "./with-tests.ts";

/** `sluice policy mutate`: the changes of a policy that its tests do not notice. */
export const policyMutateCommand = productCommand({
  name: "policy mutate",
  words: "[policy] [file..]",
  summary: "Change each condition of a policy, and say which change no test notices",
  examples: [
    ["sluice policy mutate", "The policy of the root, with *.policy-test.yaml beside it"],
    ["sluice policy mutate team.policy.yaml --min-score 80", "A threshold"],
  ],
  run: (options, words, world) => {
    const named = { policy: wordOf(words, "policy"), files: words.file ?? [] };
    return withTests("policy mutate", options, named, world, async (inHand, terminal, ready) => {
      const { mutatePolicy } = await import("../../../author/policy/mutate-policy.ts");
      const { policyMutateText } = await import("../../../report/policy/policy-mutate-text.ts");
      const mutated = await mutatePolicy(inHand, ready);
      if (mutated === "stopped") return terminal.stopped();
      if (mutated === "failing" || ready.length === 0) {
        const what = ready.length === 0 ? "the policy has no tests" : "a test of the policy fails";
        world.stderr.write(`sluice: ${what}. See sluice policy test.\n`);
        return exitOf({ failed: true }).exitCode;
      }
      const least = options["min-score"] ?? 0;
      const failed = mutated.score < least;
      const { exitCode } = exitOf({ failed });
      const product = { formatVersion: "1.0", exitCode, policy: inHand.policy.source, ...mutated };
      const text =
        options.format === "json"
          ? `${jsonText(product, 2)}\n`
          : policyMutateText(mutated, terminal.colors);
      terminal.stdout.write(text);
      if (failed)
        world.stderr.write(
          `sluice: the score is ${mutated.score} %, and --min-score is ${least} %.\n`,
        );
      return exitCode;
    });
  },
});
