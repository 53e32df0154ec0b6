import { describe, expect, it } from "vitest";
import { cli, cliReport } from "../support/run-cli.ts";
import { commitAll, git, readText, tempRepository, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const asking = (when: string) => `version: 1
default: { verdict: hold, reason: "\${{ facts.owners }} / \${{ facts.packages }}" }
rules:
  - { id: ours, when: ${when}, verdict: apply, reason: Ours. }
`;

const FILES = {
  ".github/CODEOWNERS": "* @all\n/web/ @acme/web\n/free/\nbroken line\n",
  "web/package.json": '{ "name": "@acme/web" }\n',
  "web/a.ts": "f(1);\n",
  "free/b.ts": "f(2);\n",
  "r.yaml": recipeOf([["f($A)", "Map($A)"]], "per: file"),
  "p.yaml": asking('{ owners: ["@acme/web"], packages: { all: ["@acme/*"] } }'),
};

/** What was decided on each action, its owners and its packages. */
const decided = async (root: string, ...argv: string[]) => {
  const { report } = await cliReport(root, [...argv, "--facts", "asked"]);
  return report.actions.map(({ facts, ruleId }) => [ruleId, facts.owners, facts.packages]);
};

describe("owners and packages", () => {
  const preview = ["preview", "r.yaml", "--policy", "p.yaml"];
  const ours = ["ours", ["@acme/web"], ["@acme/web"]];
  const rest = ["default", ["none"], ["."]];

  it("decide, and a broken line of CODEOWNERS is reported with its place", async () => {
    const root = tempRepository(FILES);
    expect(await decided(root, ...preview)).toEqual([rest, ours]);
    const { report } = await cliReport(root, preview);
    expect(report.diagnostics).toMatchObject([
      { code: "invalid-owners", severity: "warning", path: ".github/CODEOWNERS", line: 4 },
    ]);
    expect(report.sources.filter(({ role }) => role === "owners")).toMatchObject([
      { path: ".github/CODEOWNERS", origin: "tree" },
    ]);
  });

  it("are found only for those who ask", async () => {
    const root = tempRepository(FILES);
    const unknown = ["safe", undefined, undefined];
    expect(await decided(root, "preview", "r.yaml", "--policy", "safe")).toEqual([
      unknown,
      unknown,
    ]);
    const { report } = await cliReport(root, ["preview", "r.yaml"]); // With all facts.
    expect(report.actions.map(({ facts }) => facts.owners)).toEqual([["none"], ["@acme/web"]]);
  });

  it("are those of the base, if only that is trusted", async () => {
    const root = tempRepository(FILES);
    const base = git(root, "rev-parse", "HEAD").trim();
    writeTree(root, {
      ".github/CODEOWNERS": "* @acme/web\n",
      "package.json": '{ "name": "@acme/all" }\n',
    });
    commitAll(root);
    const trusting = (...trust: string[]) => decided(root, ...preview, ...trust);
    expect(await trusting("--trust", "all")).toEqual([
      ["ours", ["@acme/web"], ["@acme/all"]],
      ours,
    ]);
    expect(await trusting("--trust", "base", "--base", base)).toEqual([rest, ours]);
  });

  it("are unknown if nothing of the tree is trusted", async () => {
    const root = tempRepository(FILES);
    const outside = tempRepository({ "p.yaml": FILES["p.yaml"], "r.yaml": FILES["r.yaml"] });
    const preview = ["preview", `${outside}/r.yaml`, "--policy", `${outside}/p.yaml`];
    expect(await decided(root, ...preview, "--trust", "none")).toEqual([
      ["default", undefined, undefined],
      ["default", undefined, undefined],
    ]);
  });

  it("count from the top of the repository, also if the root is below it", async () => {
    const root = tempRepository({
      ...FILES,
      "web/r.yaml": FILES["r.yaml"],
      "web/p.yaml": FILES["p.yaml"],
    });
    const base = git(root, "rev-parse", "HEAD").trim();
    expect(await decided(`${root}/web`, ...preview)).toEqual([ours]);
    expect(await decided(`${root}/web`, ...preview, "--trust", "base", "--base", base)).toEqual([
      ours,
    ]);
    const { report } = await cliReport(`${root}/web`, preview);
    expect(report.sources.find(({ role }) => role === "owners")?.path).toBe(
      "../.github/CODEOWNERS",
    );
  });

  it("are in plans, and found again when a plan is decided again", async () => {
    const root = tempRepository(FILES);
    await cli(root, ["plan", "r.yaml", "--policy", "apply-all", "-o", "x.plan.json"]);
    const plan = JSON.parse(readText(root, "x.plan.json"));
    expect(plan.actions.map((action: { facts: unknown }) => action.facts)).toMatchObject([
      { owners: ["none"], packages: ["."] },
      { owners: ["@acme/web"], packages: ["@acme/web"] },
    ]);
    const apply = ["apply", "x.plan.json", "--policy", "p.yaml", "--no-verify"];
    const { report } = await cliReport(root, apply);
    expect(report.actions.map(({ ruleId }) => ruleId)).toEqual(["default", "ours"]);
  });
});
