import { describe, expect, it } from "vitest";
import { prepareTreePolicy } from "../../../src/config/prepare/prepare-policy.ts";
import { openSources } from "../../../src/config/sources/open-sources.ts";
import { stdin } from "../../support/hook-calls.ts";
import { cli, cliReport, SHIPPED_RECIPES } from "../../support/run-cli.ts";
import { tempRepository, tempTree } from "../../support/temp-tree.ts";

const STRICT = "version: 1\nextends: hold-all\n";
const project = (policy: string) => `version: 1\nrecipes: [r.yaml]\npolicy: ${policy}\n`;
const DEFAULT = { "sluice.policy.yaml": "version: 1\nextends: apply-all\n" };

async function found(
  files: Readonly<Record<string, string>>,
  named?: string,
  trust: "all" | "none" = "all",
) {
  const root = tempTree(files);
  const world = { cwd: root, shippedRecipes: SHIPPED_RECIPES, env: {} };
  const given = { root, trust, base: undefined } as const;
  const opened = await openSources(given, world, new AbortController().signal);
  if (opened.kind === "refused") throw new Error(opened.fault.message);
  const { policy, diagnostics } = await prepareTreePolicy(
    named?.replace("ROOT", root),
    opened.reader,
  );
  return policy?.source ?? diagnostics.map(({ path, line, message }) => [path, line, message]);
}

describe("the policy of a tree", () => {
  it.each([
    ["the one that sluice.yaml names", project("p/strict.yaml"), undefined, "p/strict.yaml"],
    ["a built-in one that it names", project("hold-all"), undefined, "hold-all"],
    ["the named one before it", project("p/strict.yaml"), "safe", "safe"],
    ["the named one, if it cannot be read", "nonsense: [", "ROOT/p/strict.yaml", "p/strict.yaml"],
    ["the default one, if it names none", "version: 1\nrecipes: [r]\n", undefined, DEFAULT],
  ])("is %s", async (_, text, named, source) => {
    const files = { ...DEFAULT, "p/strict.yaml": STRICT, "sluice.yaml": text };
    const expected = typeof source === "string" ? source : "sluice.policy.yaml";
    expect(await found(files, named)).toBe(expected);
  });

  it.each([
    ["is no YAML", "policy: [", 1],
    ["has an unknown key", `${project("safe")}policies: x\n`, 4],
    ["names a policy that is missing", project("gone.yaml"), 3],
    ["names one outside of the root", project("../p.yaml"), 3],
  ])("is none if sluice.yaml %s", async (_, text, line) => {
    const told = [["sluice.yaml", line, expect.any(String)]];
    expect(await found({ ...DEFAULT, "sluice.yaml": text })).toEqual(told);
  });

  it("is none of a tree that is not trusted", async () => {
    const files = { ...DEFAULT, "p.yaml": STRICT, "sluice.yaml": project("p.yaml") };
    expect(await found(files, undefined, "none")).toEqual([]);
  });
});

describe("whoever names no recipe", () => {
  const RECIPE =
    'version: 1\nname: r\nsteps: [{ ast_edit: { ops: [{ pat: "export const a = 1", out: "export const a = 3" }] } }]\n';
  const files = { ...DEFAULT, "a.ts": "export const a = 1;\n", "p.yaml": STRICT, "r.yaml": RECIPE };
  const tree = () => tempRepository({ ...files, "sluice.yaml": project("p.yaml") });
  const patch = "--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-export const a = 1;\n+export const a = 3;\n";

  it.each([
    ["propose", ["-", "--dry-run"]],
    ["verify", ["--base=HEAD"]],
  ])("is judged by the policy that sluice.yaml names: %s", async (command, words) => {
    const { report } = await cliReport(tree(), [command, ...words], stdin(patch));
    expect(report.policy?.source).toBe("p.yaml");
  });

  it("is shown that policy, and may apply a plan by it where only the base is trusted", async () => {
    const root = tree();
    expect((await cli(root, ["policy", "show"])).stdout).toContain("p.yaml");
    const trust = ["--trust=base", "--base=HEAD"];
    const codes: unknown[] = [];
    for (const words of ["plan -o plan.json", "apply plan.json"])
      codes.push((await cli(root, [...words.split(" "), ...trust])).exitCode);
    expect(codes).toEqual([0, 4]); // Held, and not refused.
  });
});
