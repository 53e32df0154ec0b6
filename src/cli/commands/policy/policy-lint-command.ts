import picocolors from "picocolors";
import {
  boundDiagnostics,
  countDiagnostics,
  type Diagnostic,
  hasErrors,
  MOST_DIAGNOSTICS,
} from "../../../model/diagnostic.ts";
import { exitOf } from "../../../model/exit-code.ts";
import { prettyDiagnostic } from "../../../report/pretty-diagnostic.ts";
import { countOf } from "../../../shared/count-of.ts";
import { jsonText } from "../../../shared/json/json-text.ts";
import { timeLimitOf } from "../../time-limit-of.ts";
import { wantsColor } from "../../wants-color.ts";
import { checkedSources } from "../checked-sources.ts";
import { productCommand } from "../command.ts";

/** `sluice policy lint`: what is valid in a policy, and has no effect. */
export const policyLintCommand = productCommand({
  name: "policy lint",
  words: "[policy..]",
  summary: "Look for rules that never decide, and for other slips in valid policies",
  examples: [
    ["sluice policy lint", "The policy of the root"],
    ["sluice policy lint team.policy.yaml base.policy.yaml", "These policies"],
  ],
  async run(options, { policy = [] }, world) {
    const { format, color, quiet, timeout } = options;
    const { lintPolicies } = await import("../../../author/policy/lint-policies.ts");
    const limit = timeLimitOf(timeout, world);
    const request = checkedSources("policy lint", options, world.cwd);
    const linted = await lintPolicies(policy, request, world, limit.signal);
    const { diagnostics, isInvalid: invalid, isStopped } = linted;
    const failed = hasErrors(diagnostics);
    const { exitCode } = exitOf({ invalid, failed, ...(isStopped ? limit.findings() : {}) });
    if (format === "json") {
      const bounded = boundDiagnostics(diagnostics, MOST_DIAGNOSTICS.listed);
      const product = { formatVersion: "1.0", exitCode, policies: linted.policies };
      world.stdout.write(`${jsonText({ ...product, diagnostics: bounded }, 2)}\n`);
      return exitCode;
    }
    const colors = picocolors.createColors(wantsColor(color, world, world.stdout));
    for (const diagnostic of boundDiagnostics(diagnostics, MOST_DIAGNOSTICS.shown))
      world.stdout.write(`${prettyDiagnostic(diagnostic, colors)}\n\n`);
    if (isStopped) world.stderr.write("sluice: ended before all policies were looked at.\n");
    if (!quiet) world.stdout.write(`${totalsOf(linted.policies.length, diagnostics)}\n`);
    return exitCode;
  },
});

function totalsOf(policies: number, diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic["severity"]) =>
    countDiagnostics(diagnostics.filter((diagnostic) => diagnostic.severity === severity));
  const looked = countOf(policies, "policy", "policies");
  return `${looked} looked at, ${countOf(count("error"), "error")}, ${countOf(count("warning"), "warning")}.`;
}
