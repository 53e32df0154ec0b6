import { describe, expect, it } from "vitest";
import { besidesLoss } from "../../support/besides-loss.ts";
import { cli, cliReport } from "../../support/run-cli.ts";
import { commitAll, git, readText, tempRepository, writeTree } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

const POLICY = `version: 1
default: { verdict: discard, reason: Not changed. }
rules:
  - { id: changed, when: { touchesChangedLines: true }, verdict: apply, reason: Changed. }
`;
const BEFORE = "f(1);\nf(2);\nf(3);\n";
const CHANGED = "f(1);\nf(20);\nf(3);\n";
const APPLIED = "f(1);\ng(20);\nf(3);\n";

/** A repository whose last commit changes one line, and a plan of that change. */
async function planned(...argv: readonly string[]): Promise<string> {
  const recipe = recipeOf([["f($A)", "g($A)"]], "per: match");
  const root = tempRepository({ "sluice.policy.yaml": POLICY, "r.yaml": recipe, "a.ts": BEFORE });
  git(root, "branch", "base");
  writeTree(root, { "a.ts": CHANGED });
  commitAll(root);
  await cli(root, ["plan", "r.yaml", "-o", "x.json", ...argv]);
  return root;
}

async function apply(root: string, ...argv: readonly string[]) {
  const { exitCode, report } = await cliReport(root, ["apply", "x.json", ...argv]);
  const { diagnostics, alerts } = report;
  const words = [...diagnostics, ...besidesLoss(alerts)].map(({ message }) => message).join("\n");
  return { exitCode, words, text: readText(root, "a.ts") };
}

const BASE = ["--trust", "base", "--base", "HEAD"];

describe("sluice apply --since", () => {
  it("derives a plan again for the changed lines that the caller names", async () => {
    const root = await planned("--since", "base");
    const believed = await apply(root, ...BASE);
    expect(believed).toMatchObject({ exitCode: 3, text: CHANGED });
    expect(believed.words).toContain("Say it with --since REF.");
    expect(await apply(root, ...BASE, "--since", "base")).toMatchObject({
      exitCode: 0,
      text: APPLIED,
    });
  });

  it("refuses a plan about changes since another commit, or about none", async () => {
    const root = await planned("--since", "base");
    const other = await apply(root, "--since", "HEAD");
    expect(other).toMatchObject({ exitCode: 3, text: CHANGED });
    expect(other.words).toMatch(
      /The plan is about changes since [0-9a-f]{10}, and HEAD and HEAD parted at/,
    );
    const whole = await planned();
    const without = await apply(whole, "--since", "base");
    expect(without).toMatchObject({ exitCode: 3, text: CHANGED });
    expect(without.words).toContain("The plan was made without --since.");
  });

  it("is refused if the reference is not known, or nothing is derived again", async () => {
    const root = await planned("--since", "base");
    const unknown = await apply(root, "--since", "none");
    expect(unknown).toMatchObject({ exitCode: 2, text: CHANGED });
    expect(unknown.words).toContain("The reference none of --since is not in this clone.");
    for (const argv of [["--no-verify"], ["--no-verify", "--policy", "sluice.policy.yaml"]]) {
      const unused = await apply(root, ...argv, "--since", "base");
      expect(unused).toMatchObject({ exitCode: 2, text: CHANGED });
      expect(unused.words).toContain("--since is for a plan that is derived again");
    }
  });

  it("leaves the fact unknown to a policy that decides without deriving again", async () => {
    const root = await planned("--since", "base");
    const decided = await apply(root, "--no-verify", "--policy", "sluice.policy.yaml");
    expect(decided).toMatchObject({ exitCode: 0, text: CHANGED });
    expect(await apply(root)).toMatchObject({ exitCode: 0, text: APPLIED });
  });
});

describe("what a run with --changed-lines holds", () => {
  it.each([[["--staged"]], [["--since", "base"]], [["--staged", "--since", "base"]]])(
    "with %j is derived again for these lines, once it was exported and committed",
    async (selected) => {
      const recipe = recipeOf([["f($A)", "g($A)"]], "per: file");
      const root = tempRepository({ "r.yaml": recipe, "a.ts": BEFORE });
      git(root, "branch", "base");
      writeTree(root, { "a.ts": CHANGED });
      git(root, "add", "a.ts");
      const line = ["run", "r.yaml", "--policy", "hold-all", "--changed-lines", ...selected];
      const { report } = await cliReport(root, line);
      await cli(root, ["runs", "last", "--export", "x.json"]);
      git(root, "commit", "--quiet", "--message", "Change a line");
      const { exitCode, words, text } = await apply(root, "--only", `${report.actions[0]?.id}`);
      expect({ exitCode, words, text }).toEqual({ exitCode: 0, words: "", text: APPLIED });
    },
  );
});
