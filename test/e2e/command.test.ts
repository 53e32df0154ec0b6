import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { FILES, MAIN, PROJECT, sluice } from "../support/built-command.ts";
import { callIn } from "../support/hook-calls.ts";
import { readText, tempTree } from "../support/temp-tree.ts";

describe("the built command", () => {
  it("runs with a closed standard input, writes, and answers 0", () => {
    const root = tempTree(FILES);
    const { status, stdout, stderr } = sluice(root, "run", "recipe.yaml", "--policy", "apply-all");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("✔ applied a.ts");
    expect(readText(root, "a.ts")).toBe("fresh(1);\n");
  });

  it("is what npx sluice runs after npm ci", () => {
    const { status, stdout } = spawnSync("npx", ["--no-install", "sluice", "--version"], {
      cwd: PROJECT,
      encoding: "utf8",
      // In a home without a cache of npm it runs `prepare`, which builds dist/ again under the other tests.
      env: { ...process.env, npm_config_ignore_scripts: "true" },
    });
    expect({ status, stdout: stdout.trim() }).toEqual({ status: 0, stdout: "0.1.0" });
  });

  it("answers the hook of an agent, at once and by the policy", () => {
    const root = tempTree({
      "a.ts": "export const a = 1;\n",
      "sluice.policy.yaml": "version: 1\ndefault: { verdict: hold, reason: Wait. }\n",
    });
    const answer = (name: string) =>
      spawnSync(process.execPath, [MAIN, "hook", "claude"], {
        cwd: root,
        encoding: "utf8",
        input: callIn(root, name),
      });
    expect(answer("claude-read")).toMatchObject({ status: 0, stdout: "", stderr: "" });
    const { status, stdout, stderr } = answer("claude-edit");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("holds the edit of a.ts");
  });

  it("keeps standard output for the product: with --format json it is one object, whatever goes wrong", () => {
    const root = tempTree(FILES);
    for (const argv of [
      ["preview", "recipe.yaml"],
      ["run", "nope"],
      ["run", "recipe.yaml"],
    ]) {
      const { stdout } = sluice(root, ...argv, "--format", "json");
      expect(JSON.parse(stdout)).toMatchObject({ formatVersion: "1.0" });
    }
  });
});
