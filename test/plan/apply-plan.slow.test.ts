import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lonelyRepository, lonelyTree, POLICY, planned, TREE } from "../support/planned-tree.ts";
import { cli } from "../support/run-cli.ts";
import { git, readText, snapshot, tempFolder, tempTree, writeTree } from "../support/temp-tree.ts";

describe("sluice apply", () => {
  it("does the same without deriving the plan again", async () => {
    const root = lonelyRepository();
    const copy = join(tempFolder(), "a");
    git(root, "clone", "-q", root, copy);
    const { file } = await planned(root);
    await cli(root, ["run", "move"]);
    expect((await cli(copy, ["apply", file, "--no-verify"])).exitCode).toBe(4);
    expect(snapshot(copy)).toEqual(snapshot(root));
  });

  it("reports in every format, and answers as run does with --check and --exit-zero", async () => {
    const root = lonelyTree();
    const { file } = await planned(root);
    const argv = ["apply", file, "--report", "jsonl=../r.jsonl", "--exit-zero"];
    const { exitCode, stdout } = await cli(root, argv);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("✔ applied src/a.ts");
    expect(stdout).toContain("◼ held src/held/h.ts");
    const lines = readText(root, "../r.jsonl").trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toContain(
      "action-ended",
    );
  });

  it("writes a file with a line end in its name, as run does", async () => {
    const name = "src/odd\nname.ts";
    const root = lonelyRepository({ ...TREE, [name]: "old(1);\n" });
    const { exitCode, stderr, file } = await planned(root);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    await cli(root, ["apply", file]);
    expect(readText(root, name)).toBe("wrap(fresh(1), 1);\n");
  });

  it("answers 3 where a rule file of the recipe is another one", async () => {
    const rule = (fix: string) =>
      `id: swap\nlanguage: ts\nrule: { pattern: old($A) }\nfix: ${fix}($A)\n`;
    const root = lonelyTree({
      "a.ts": "old(1);\n",
      "rules/swap.yml": rule("fresh"),
      "recipes/move.yaml":
        "version: 1\nsteps: [{ id: s, ast_edit: { rules: [rules/swap.yml] } }]\n",
    });
    const { file } = await planned(root, "--policy", "apply-all");
    writeTree(root, { "rules/swap.yml": rule("other") });
    expect((await cli(root, ["apply", file])).exitCode).toBe(3);
    writeTree(root, { "rules/swap.yml": rule("fresh") });
    expect((await cli(root, ["apply", file])).exitCode).toBe(0);
  });

  it("finds a recipe outside of the root by --recipe, and the policy by --policy", async () => {
    const root = lonelyTree();
    const outside = tempTree({
      "r.yaml": `name: r\n${TREE["recipes/move.yaml"]}`,
      "other.yaml": `name: r\n${TREE["recipes/move.yaml"].replace("wrap(", "warp(")}`,
      "p.yaml": POLICY,
    });
    const [recipe, other, policy] = ["r.yaml", "other.yaml", "p.yaml"].map((name) =>
      join(outside, name),
    );
    const argv = ["plan", String(recipe), "--policy", String(policy), "-o", "../plan.json"];
    expect((await cli(root, argv)).exitCode).toBe(0);
    expect(readText(root, "../plan.json")).not.toContain(outside);
    const apply = (...more: (string | undefined)[]) =>
      cli(root, ["apply", "../plan.json", ...more.map(String)]);
    expect((await apply()).stdout).toContain("Name its file with --recipe FILE");
    expect((await apply("--recipe", other)).stdout).toContain("is none of the files");
    expect((await apply("--recipe", recipe)).exitCode).toBe(3);
    expect((await apply("--recipe", recipe, "--policy", policy)).exitCode).toBe(4);
  });
});
