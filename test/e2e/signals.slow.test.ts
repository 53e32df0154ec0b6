import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { git, readText, tempFolder, tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const DIST = resolve(import.meta.dirname, "../../dist");
const SIGNALS = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 143],
] as const;

it.each(SIGNALS)(
  "the built command ends on %s with %i and a tree in which every file is whole",
  async (signal, code) => {
    const many = Object.fromEntries(
      Array.from({ length: 201 }, (_, index) => [`f${index}.ts`, `old(${index});\n`.repeat(30)]),
    );
    const root = tempRepository({
      "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: file"),
      ...many,
    });
    const child = spawn(
      process.execPath,
      [join(DIST, "main.js"), "run", "recipe.yaml", "--policy", "apply-all", "--format", "jsonl"],
      { cwd: root, stdio: ["ignore", "pipe", "ignore"] },
    );
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      const isFirstEnd = !output.includes('"action-ended"');
      output += chunk.toString();
      if (isFirstEnd && output.includes('"action-ended"')) {
        child.kill(signal);
        child.kill(signal); // A second one changes nothing.
      }
    });
    const status = await new Promise((done) => child.once("close", done));
    const changed = git(root, "diff", "--name-only").trim().split("\n");
    const last = JSON.parse(output.trim().split("\n").at(-1) ?? "");
    expect(status).toBe(code);
    expect(last).toMatchObject({
      type: "run-finished",
      outcome: "interrupted",
      totals: { actions: 201, applied: changed.length },
    });
    expect(changed.length).toBeLessThan(201);
    for (const path of changed) expect(readText(root, path)).not.toContain("old(");
    expect(git(root, "status", "--porcelain", "--untracked-files=all")).not.toContain("??");
  },
);

it.each(SIGNALS.slice(1, 2))(
  "the built action ends on %s with %i, sets its outputs, and writes nothing more",
  async (signal, code) => {
    const root = tempRepository({
      "a.js": "a();\n",
      "recipe.yaml": "version: 1\ntools: [t.mjs]\nsteps: [{ id: t, tool: t }]\n",
      "t.mjs": `export default (pi) => ({ name: "t", description: "d", parameters: pi.zod.object({}), async execute() { console.log("STARTED"); await new Promise(() => {}); } });\n`,
    });
    const output = join(tempFolder(), "output");
    const env = {
      PATH: process.env.PATH,
      GITHUB_OUTPUT: output,
      SLUICE_INPUT_MODE: "run",
      SLUICE_INPUT_POLICY: "apply-all",
      SLUICE_INPUT_RECIPES: "recipe.yaml",
      SLUICE_INPUT_ARGS: "--allow-custom-tools",
    };
    const child = spawn(process.execPath, [join(DIST, "action/main.js")], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    child.stderr.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("STARTED")) child.kill(signal);
    });
    expect(await new Promise((done) => child.once("close", done))).toBe(code);
    expect(readFileSync(output, "utf8")).toMatch(/^outcome<<(\w+)\ninterrupted\n\1\n/);
    expect(git(root, "status", "--porcelain")).toBe("");
  },
);
