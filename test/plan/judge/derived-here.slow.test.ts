import { chmodSync, cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { apply, planned, RECIPE } from "../../support/known-plan.ts";
import { cli, cliReport } from "../../support/run-cli.ts";
import { readText, tempFolder, tempTree, writeTree } from "../../support/temp-tree.ts";
import { withHome } from "../../support/user-state.ts";

const STATE = ".local/state/sluice";

describe("a plan that this user derived here", () => {
  it.each<[what: string, argv: readonly string[], more: object]>([
    ["--verify asks for it", ["--verify"], {}],
    ["another policy decides", ["--policy", "apply-all"], {}],
    ["nothing kept is to be used", ["--no-cache"], {}],
    ["the tree is not trusted", ["--trust", "none"], {}],
    ["another build of Sluice applies it", [], { build: "9.9.9" }],
    ["there is no home", [], { env: { PATH: process.env.PATH } }],
  ])("is derived again if %s", async (_what, argv, more) => {
    const { root, home } = await planned();
    expect((await apply(root, home, argv, more)).exitCode).toBe(3);
    expect(readText(root, "src/a.ts")).toBe("old(1);\n");
  });

  it("is derived again if another user applies it", async () => {
    const { root } = await planned();
    expect((await apply(root, tempFolder())).exitCode).toBe(3);
  });

  it.each<[what: string, spoil: (state: string) => void]>([
    ["the key can be read by others", (state) => chmodSync(join(state, "key"), 0o644)],
    ["the key is gone", (state) => rmSync(join(state, "key"))],
    ["the key is new", (state) => cpSync(join(state, "other/key"), join(state, "key"))],
    ["it was forgotten", (state) => rmSync(join(state, "plans"), { recursive: true })],
  ])("is derived again if %s", async (_what, spoil) => {
    const { root, home } = await planned();
    const other = await planned();
    cpSync(join(other.home, STATE), join(home, STATE, "other"), { recursive: true });
    spoil(join(home, STATE));
    expect((await apply(root, home)).exitCode).toBe(3);
  });

  it.each<[what: string, change: Readonly<Record<string, string>>]>([
    ["one of its files has changed", { "src/b.ts": "old(2); \n" }],
    ["its recipe has changed", { "recipe.yaml": RECIPE.replace("fresh", "other") }],
  ])("writes nothing if %s", async (_what, change) => {
    const { root, home } = await planned();
    writeTree(root, change);
    expect((await apply(root, home)).exitCode).toBe(3);
    expect(readText(root, "src/a.ts")).toBe("old(1);\n");
  });

  it("gives the same report as a plan that is derived again, also of a part that was held", async () => {
    for (const policy of ["apply-all", "hold-all"]) {
      const { root, home } = await planned(policy);
      rmSync(join(root, "src/new.ts"));
      const { actions } = JSON.parse(readText(root, "plan.json"));
      const only = policy === "hold-all" ? ["--only", actions[0].id] : [];
      const reports = [];
      for (const verify of [[], ["--verify"]]) {
        const tree = { "src/a.ts": "old(1);\n", "src/b.ts": "old(2);\n" };
        writeTree(root, tree);
        const { report } = await cliReport(
          root,
          ["apply", "plan.json", ...only, ...verify],
          withHome(home),
        );
        const { run: _run, ...rest } = report;
        reports.push(rest);
      }
      expect(reports[0]?.exitCode).toBe(0);
      expect(reports[0]).toEqual(reports[1]);
    }
  });

  it("is derived again if its policy looks at what git tells, which may be another thing by now", async () => {
    const policyOn = (condition: string) => `version: 1
default: { verdict: apply, reason: Yes. }
rules: [{ id: r, when: { ${condition}: true }, verdict: hold, reason: No. }]
`;
    for (const [condition, exitCode] of [
      ["dirtyFiles", 3],
      ["newFiles", 0],
    ] as const) {
      const { root, home } = await planned("p.yaml", { "p.yaml": policyOn(condition) });
      expect([condition, (await apply(root, home)).exitCode]).toEqual([condition, exitCode]);
    }
  });
});

describe("a plan is not remembered", () => {
  it.each<[why: string, argv: readonly string[], home: (root: string) => string]>([
    ["if nothing is to be kept", ["--no-cache"], () => tempFolder()],
    ["if the tree is not trusted", ["--trust", "none"], () => tempFolder()],
    ["if the home of the user is the tree", [], (root) => root],
  ])("%s", async (_why, argv, homeOf) => {
    const root = tempTree({ "src/a.ts": "old(1);\n" });
    const recipe = join(tempTree({ "recipe.yaml": RECIPE }), "recipe.yaml");
    const home = homeOf(root);
    const command = ["plan", recipe, "--policy", "apply-all", "-o", "plan.json", ...argv];
    expect((await cli(root, command, withHome(home))).exitCode).toBe(0);
    expect(readdirSync(home).filter((name) => name === ".local")).toEqual([]);
  });
});
