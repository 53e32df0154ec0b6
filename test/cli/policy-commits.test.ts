import { expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { tempTree } from "../support/temp-tree.ts";

const POLICY = `version: 1
default: { verdict: hold, reason: No. }
commits: { per: rule, branch: "sluice/\${{ group }}" }
`;

it("shows the commits of a policy, and writes them when it is resolved", async () => {
  const root = tempTree({ "sluice.policy.yaml": POLICY });
  const shown = await cli(root, ["policy", "show"]);
  expect(shown.stdout).toContain('commits: {"per":"rule"');
  const resolved = await cli(root, ["policy", "show", "--resolved"]);
  expect(resolved.stdout).toContain("branch: sluice/${{ group }}");
  expect(resolved.exitCode).toBe(0);
});
