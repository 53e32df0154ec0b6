import { describe, expect, it } from "vitest";
import { heldRun } from "../support/held-run.ts";
import { cli } from "../support/run-cli.ts";
import { readText, snapshot, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const recipe = recipeOf([["old($A)", "fresh($A)"]], "per: match");

/** Three held actions in two files. */
const few = () =>
  heldRun({ "src/a.ts": "old(1);\nold(2);\n", "b.ts": "old(3);\n", "recipe.yaml": recipe });

describe("several held actions", () => {
  it("end with --all as one run that is undone at once", async () => {
    const { root, command } = await few();
    const { exitCode, stdout } = await command(
      "resolve",
      "last",
      "--all",
      "apply",
      "--reason",
      "x",
    );
    expect(exitCode).toBe(0);
    expect(stdout).toContain("3 actions: 3 applied.");
    expect(readText(root, "src/a.ts") + readText(root, "b.ts")).toBe(
      "fresh(1);\nfresh(2);\nfresh(3);\n",
    );
    expect((await command("undo", "last")).exitCode).toBe(0);
    expect(readText(root, "src/a.ts") + readText(root, "b.ts")).toBe("old(1);\nold(2);\nold(3);\n");
  });

  it.each<[argv: readonly string[], left: number]>([
    [["--paths", "src/**"], 1],
    [["--recipe", "recipe"], 0],
    [["--rule", "default", "--paths", "b.ts"], 2],
  ])("are chosen by %j", async (argv, left) => {
    const { root, command } = await few();
    const { exitCode } = await command("resolve", "last", ...argv, "discard", "--reason", "x");
    expect(exitCode).toBe(0);
    const { stdout } = await cli(root, ["runs", "last", "--format", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({ run: { held: left } });
  });

  it("X2 end each on its own: those that fit are written, and the exit code is 3", async () => {
    const { root, ids, resolve } = await few();
    writeTree(root, { "src/a.ts": "old(1);\nmine(2);\n" });
    const { exitCode, resolution } = await resolve("--all", "apply");
    expect(exitCode).toBe(3);
    expect(resolution?.actions.map(({ id, resolved }) => [id, resolved?.verdict])).toEqual(
      ids.map((id) => [
        id,
        resolution?.actions.find((one) => one.id === id)?.problems.length ? undefined : "apply",
      ]),
    );
    const texts = readText(root, "src/a.ts") + readText(root, "b.ts");
    expect(texts).toBe("fresh(1);\nmine(2);\nfresh(3);\n");
  });

  it.each<[argv: readonly string[], said: string]>([
    [["apply"], "No action is named"],
    [["--all", "--rule", "x", "apply"], "--all excludes"],
    [["--all"], "verdict is missing"],
    [["--rule", "defaul", "apply"], "Did you mean `default`?"],
    [["--recipe", "recipes", "apply"], "Did you mean `recipe`?"],
    [["--paths", "nowhere/**", "apply"], "has all of its files in these paths"],
    [["--paths", "{".repeat(300), "apply"], "The glob"],
  ])("are refused with exit code 2 for %j, and nothing is written", async (argv, said) => {
    const { root, command } = await few();
    const before = snapshot(root);
    const { exitCode, stdout, stderr } = await command("resolve", "last", ...argv, "--reason", "x");
    expect(exitCode).toBe(2);
    expect(stdout + stderr).toContain(said);
    expect(snapshot(root)).toEqual(before);
  });

  it("X2 are applied by a thousand in one file, which is written once", async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `old(${index % 7});\n`);
    const { root, ids, resolve } = await heldRun({ "a.ts": lines.join(""), "recipe.yaml": recipe });
    expect(ids).toHaveLength(1000);
    const started = performance.now();
    await resolve(`${ids[500]}`, "apply"); // The others are found again after it.
    expect((await resolve("--all", "apply")).exitCode).toBe(0);
    const took = performance.now() - started;
    expect(readText(root, "a.ts")).toBe(lines.join("").replaceAll("old(", "fresh("));
    expect(took).toBeLessThan(20_000);
  });

  it("write nothing if a signal came before the start", async () => {
    const { root } = await few();
    const before = snapshot(root);
    const argv = ["resolve", "test-run", "--all", "apply", "--reason", "x"];
    const { exitCode } = await cli(root, argv, { interrupted: AbortSignal.abort(130) });
    expect(exitCode).toBe(130);
    expect(snapshot(root)).toEqual(before);
  });

  it("are marked once what applied them was undone, with how to have it again", async () => {
    const { ids, command, resolve } = await few();
    const id = `${ids[0]}`;
    await resolve(id, "apply");
    await command("undo", "last");
    const { stdout } = await command("runs", "test-run");
    expect(stdout).toMatch(new RegExp(`${id}.*: applied, undone by z-run-2 — Looked at it.`));
    const again = await resolve(id, "apply");
    expect(again.exitCode).toBe(2);
    expect(again.resolution?.hint).toContain("sluice undo z-run-2");
  });

  it("are marked once their run was undone", async () => {
    const policy = [
      "version: 1",
      "default: { verdict: apply, reason: Fine. }",
      "guards: [{ id: look, when: { anyFile: [b.ts] }, verdict: hold, reason: Look. }]",
    ].join("\n");
    const tree = {
      "a.ts": "old(1);\n",
      "b.ts": "old(3);\n",
      "recipe.yaml": recipe,
      "p.yaml": policy,
    };
    const { root, ids, command, resolve } = await heldRun(tree, "p.yaml");
    await command("undo", "last");
    const { stdout } = await command("runs", "test-run", "--diff");
    expect(stdout).toContain("1 held (the run was undone)");
    expect(stdout).toContain("-old(3);");
    writeTree(root, { "b.ts": "other();\n" });
    const { exitCode, resolution } = await resolve(`${ids[0]}`, "apply");
    expect(exitCode).toBe(3);
    expect(resolution?.hint).toContain("was undone by z-run-1");
  });
});
