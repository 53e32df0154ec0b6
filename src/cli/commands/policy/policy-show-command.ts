import { jsonText } from "../../../shared/json/json-text.ts";
import { modeline } from "../../../shared/schema/schema-names.ts";
import { productCommand, wordOf } from "../command.ts";
import { withPolicy } from "./with-policy.ts";

/** `sluice policy show`: the policy in force, with everything that it extends. */
export const policyShowCommand = productCommand({
  name: "policy show",
  words: "[policy]",
  summary: "Show every guard and rule of a policy, and of those that it extends, in order",
  examples: [["sluice policy show --resolved", "The policy of the root, as one file"]],
  run: (options, words, world) =>
    withPolicy("policy show", options, wordOf(words, "policy"), world, async (inHand, terminal) => {
      const { showPolicy } = await import("../../../author/policy/show-policy.ts");
      const { policyText, resolvedText } = await import("../../../report/policy/policy-text.ts");
      const { written, ...shown } = showPolicy(inHand.policy, inHand.files);
      const policy = { ...shown, written };
      const product = options.resolved ? written : { formatVersion: "1.0", ...shown };
      const text =
        options.format === "json"
          ? `${jsonText(product, 2)}\n`
          : options.resolved
            ? `${modeline("policy", world.version)}${resolvedText(policy)}`
            : policyText(policy, terminal.colors);
      terminal.stdout.write(text);
      return 0;
    }),
});
