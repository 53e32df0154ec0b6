import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Resolution } from "../../src/model/past/resolution.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, snapshot, tempTree, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const TREE = {
  "a.ts": "old(1);\n",
  "b.ts": "old(2);\r\n",
  "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: file"),
};

/** A run that holds both of its actions. */
async function held() {
  const root = tempTree(TREE);
  const { report } = await cliReport(root, ["run", "recipe.yaml", "--policy", "hold-all"]);
  expect(report.exitCode).toBe(4);
  const [a = "", b = ""] = report.actions.map(({ id }) => id);
  const resolve = async (...argv: readonly string[]) => {
    const more = { newRunId: () => "resolve-run" };
    const result = await cli(root, ["resolve", ...argv, "--format", "json"], more);
    const resolution = result.stdout === "" ? undefined : (JSON.parse(result.stdout) as Resolution);
    return { ...result, resolution };
  };
  const heldNow = async () => {
    const { stdout } = await cli(root, ["runs", "--format", "json"]);
    const { runs } = JSON.parse(stdout) as { runs: { id: string; held: number }[] };
    return runs.find(({ id }) => id === "test-run")?.held;
  };
  return { root, a, b, resolve, heldNow };
}

const BECAUSE = ["--reason", "Looked at it."];

describe("sluice resolve", () => {
  it.each(["{", '[{"action":"x"}]', "{}"])(
    "resolves nothing while what was resolved before cannot be read, and keeps that file: %s",
    async (text) => {
      const { root, a, b, resolve } = await held();
      expect((await resolve("test-run", a, "discard", ...BECAUSE)).exitCode).toBe(0);
      const folder = readdirSync(join(root, ".sluice/runs")).find((name) =>
        name.includes("test-run"),
      );
      const path = `.sluice/runs/${folder}/resolved.json`;
      writeTree(root, { [path]: text });
      for (const verdict of ["apply", "discard"]) {
        const { exitCode, stderr, stdout } = await resolve("test-run", b, verdict, ...BECAUSE);
        expect(exitCode).not.toBe(0);
        expect(stdout + stderr).toContain("Bring it back as it was, or remove it");
      }
      expect(readText(root, path)).toBe(text);
      expect(readText(root, "b.ts")).toBe("old(2);\r\n");
    },
  );

  it("applies a held action as it was previewed, as a run that can be undone", async () => {
    const { root, a, b, resolve, heldNow } = await held();
    expect(await heldNow()).toBe(2);
    expect((await cli(root, ["runs", "test-run"])).stdout).toMatch(
      new RegExp(`  ${a}  AST Edit.*: held .*sluice resolve test-run --all apply`, "s"),
    );
    const { exitCode, resolution } = await resolve("test-run", a.slice(0, 6), "apply", ...BECAUSE);
    expect(exitCode).toBe(0);
    expect(resolution).toMatchObject({
      run: "test-run",
      action: { id: a, files: ["a.ts"] },
      resolved: { verdict: "apply", reason: "Looked at it.", by: "resolve-run" },
    });
    expect(readText(root, "a.ts")).toBe("fresh(1);\n");
    expect(readText(root, "b.ts")).toBe("old(2);\r\n");
    expect(await heldNow()).toBe(1);
    const shown = await cli(root, ["runs", "test-run"]);
    expect(shown.stdout).toContain("Looked at it.");
    expect((await resolve("test", b, "apply", ...BECAUSE)).exitCode).toBe(0);
    expect(readText(root, "b.ts")).toBe("fresh(2);\r\n");
    const undone = await cli(root, ["undo", "resolve-run"], { newRunId: () => "undo-run" });
    expect(undone.exitCode).toBe(0);
    expect(readText(root, "a.ts")).toBe("old(1);\n");
  });

  it("ends what a run held that was given two recipes of one name", async () => {
    const root = tempTree({ ...TREE, "more/recipe.yaml": TREE["recipe.yaml"] });
    const argv = ["run", "recipe.yaml", "more/recipe.yaml", "--policy", "hold-all"];
    const { report } = await cliReport(root, argv);
    expect(report.actions).toHaveLength(4);
    const [first] = report.actions;
    const { exitCode } = await cli(
      root,
      ["resolve", "test-run", `${first?.id}`, "apply", ...BECAUSE],
      {
        newRunId: () => "resolve-run",
      },
    );
    expect(exitCode).toBe(0);
    expect(readText(root, "a.ts")).toBe("fresh(1);\n");
  });

  it("discards one without a write, and ends each only once", async () => {
    const { root, a, resolve, heldNow } = await held();
    const before = snapshot(root);
    expect((await resolve("test-run", a, "discard", "--reason", "No.")).exitCode).toBe(0);
    const again = await resolve("test-run", a, "apply", ...BECAUSE);
    expect(again.exitCode).toBe(2);
    expect(again.resolution?.problems.join()).toContain("was discarded already: No.");
    expect(snapshot(root)).toEqual(before);
    expect(await heldNow()).toBe(1);
  });

  it("A18 answers 3 where a file has changed since, and leaves the action held", async () => {
    const { root, a, resolve, heldNow } = await held();
    writeTree(root, { "a.ts": "mine();\n" });
    const { exitCode, resolution } = await resolve("test-run", a, "apply", ...BECAUSE);
    expect(exitCode).toBe(3);
    expect(resolution?.problems.join()).toContain(
      "a.ts:1 has changed. Expected: `old(1);` Found: `mine();`",
    );
    expect(readText(root, "a.ts")).toBe("mine();\n");
    expect(await heldNow()).toBe(2);
  });

  it.each<[what: string, argv: (a: string) => readonly string[], said: string]>([
    ["an unknown run", (a) => ["nope", a, "apply", ...BECAUSE], "no run `nope`"],
    [
      "an unknown action",
      () => ["test-run", "zz", "apply", ...BECAUSE],
      "no action `zz` that the run test-run holds",
    ],
    ["another verdict", (a) => ["test-run", a, "hold", ...BECAUSE], "Invalid verdict"],
    ["no reason", (a) => ["test-run", a, "apply"], "reason is required"],
    ["R23 a blank reason", (a) => ["test-run", a, "apply", "--reason", " "], "reason is required"],
  ])("answers 2 for %s, and writes nothing", async (_what, argv, said) => {
    const { root, a, resolve } = await held();
    const before = snapshot(root);
    const { exitCode, stdout, stderr } = await resolve(...argv(a));
    expect(exitCode).toBe(2);
    expect(stdout + stderr).toContain(said);
    expect(snapshot(root)).toEqual(before);
  });

  it("does not believe what was changed by hand", async () => {
    const { root, a, resolve } = await held();
    const [folder = ""] = readdirSync(join(root, ".sluice/runs"));
    const path = `.sluice/runs/${folder}/held.json`;
    const text = readFileSync(join(root, path), "utf8");
    writeTree(root, { [path]: text.replaceAll("fresh(", "evil!(") });
    const { exitCode, resolution } = await resolve("test-run", a, "apply", ...BECAUSE);
    expect(exitCode).toBe(2);
    expect(resolution?.problems.join()).toContain("was edited");
    expect(readText(root, "a.ts")).toBe("old(1);\n");
  });
});
