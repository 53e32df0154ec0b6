import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { readText, snapshot, tempRepository } from "../support/temp-tree.ts";

const SETTINGS = '{\n  "model": "opus"\n}\n';
const FILES = {
  "a.js": "f();\n",
  ".claude/settings.json": SETTINGS,
};

describe("sluice init --agents", () => {
  it("makes the agents that are there ask, once, and takes that out again", async () => {
    const root = tempRepository(FILES);
    mkdirSync(join(root, ".codex"));
    const { exitCode, stdout } = await cli(root, ["init", "--agents"]);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("enter /hooks in Codex")]);
    expect(stdout).toMatch(
      /made\s+.claude\/settings.json\nmade\s+.codex\/hooks.json\n(?!.*cursor)/,
    );
    const after = snapshot(root);
    expect((await cli(root, ["init", "--agents"])).stdout).toMatch(/kept\s+.claude\/settings.json/);
    expect(snapshot(root)).toEqual(after);
    const removed = await cli(root, ["init", "--agents", "--remove"]);
    expect(removed.stdout).toMatch(
      /^removed\s+.claude\/settings.json\nremoved\s+.codex\/hooks.json\n$/,
    );
    expect(readText(root, ".claude/settings.json")).toBe(SETTINGS);
    expect(readdirSync(join(root, ".codex"))).toEqual([]);
    const none = await cli(root, ["init", "--agents", "--remove"]);
    expect(none.stdout).toBe("No entry of Sluice is there.\n");
  });

  it("is a run of one action, all files or none, that undo takes back", async () => {
    const root = tempRepository(FILES);
    await cli(root, ["init", "--agents"]);
    const { stdout } = await cli(root, ["runs", "last", "--format", "json"]);
    expect(JSON.parse(stdout).actions).toMatchObject([{ state: "applied" }]);
    expect((await cli(root, ["undo"])).exitCode).toBe(0);
    expect(readText(root, ".claude/settings.json")).toBe(SETTINGS);
  });

  it("names the program in the packages of the tree if it is there", async () => {
    const root = tempRepository({ ...FILES, "node_modules/.bin/sluice": "" });
    await cli(root, ["init", "--agents"]);
    expect(readText(root, ".claude/settings.json")).toContain(
      '"\\"$CLAUDE_PROJECT_DIR\\"/node_modules/.bin/sluice hook claude',
    );
  });

  it("says what it needs: an agent, and settings that it can read", async () => {
    const bare = await cli(tempRepository({ "a.js": "" }), ["init", "--agents"]);
    expect([bare.exitCode, bare.stdout]).toEqual([0, expect.stringContaining("No agent is there")]);
    const root = tempRepository({ ".claude/settings.json": "{", "a.js": "" });
    const failed = await cli(root, ["init", "--agents"]);
    expect([failed.exitCode, failed.stdout]).toEqual([
      1,
      expect.stringContaining("no object of JSON"),
    ]);
    expect(readText(root, ".claude/settings.json")).toBe("{");
    expect((await cli(root, ["init", "--remove"])).exitCode).toBe(2);
  });
});
