import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeRecord } from "../../src/apply/state/journal-lines.ts";
import { parseLines, writeLines } from "../../src/cache/search-cache.ts";
import { sha256 } from "../../src/shared/sha256.ts";
import { forgePlan } from "../support/forge-plan.ts";
import { cli } from "../support/run-cli.ts";
import { git, readText, type Tree, tempRepository, writeTree } from "../support/temp-tree.ts";
import { checkSafely, openPullRequest } from "./pull-request.ts";

const RECIPE = `version: 1
name: r
steps:
  - id: s
    ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "g($A)" }] }
`;
const EVIL = "evil();\n";
const BASE: Tree = { "recipe.yaml": RECIPE, "src/a.js": "f(1);\n", "src/b.js": "h(1);\n" };

/** A journal of a run that says it has replaced a text of the stranger, so that taking it back would write that. */
function forgedJournal(text: string, isOpen: boolean): string {
  const [preHash, postHash] = [sha256(EVIL), sha256(text)];
  const edits: [number, number, string][] = [[0, EVIL.length, text]];
  const file = { path: "src/b.js", preHash, postHash, mode: 0o644, image: [0, EVIL.length], edits };
  const action = { id: "x", label: "x", reason: "x" };
  const records = [
    {
      kind: "run",
      formatVersion: "1.0",
      id: "20990101-aa",
      command: "run",
      startedAt: "2099-01-01T00:00:00.000Z",
      recipes: ["r"],
    },
    { kind: "begin", index: 0, action, token: "0".repeat(12), files: [file], folders: [] },
    ...(isOpen
      ? []
      : [
          { kind: "done", index: 0, by: "run" },
          { kind: "end", by: "run" },
        ]),
  ];
  return records.map((record) => writeRecord(record as Parameters<typeof writeRecord>[0])).join("");
}

/** Opens the pull request of a stranger who also commits `.sluice`. */
function withState(state: Tree, prepare?: (root: string, outside: string) => void) {
  return openPullRequest({
    base: BASE,
    head: () => ({ "src/a.js": "f(1);\nf(2);\n" }),
    prepare(root, outside) {
      writeTree(root, state);
      prepare?.(root, outside);
      git(root, "add", "-f", "-A");
    },
    outside: { "kept.txt": "mine\n" },
  });
}

const RUN = { mode: "run", recipes: ["recipe.yaml"], policy: "apply-all" } as const;

describe("a pull request that brings state of Sluice", () => {
  it("has a journal taken for no run: neither recovered nor undone", async () => {
    const runs = ".sluice/runs/20990101-aa";
    const request = await withState({
      [`${runs}.open/journal.jsonl`]: forgedJournal("h(1);\n", true),
      [`${runs}.open/images`]: EVIL,
      [`${runs}/journal.jsonl`]: forgedJournal("h(1);\n", false),
      [`${runs}/images`]: EVIL,
    });
    const attempts = await checkSafely(request, RUN);
    expect(attempts.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(attempts[0]?.output).toContain("which was not written here");
    expect(readText(request.root, "src/a.js")).toBe("g(1);\ng(2);\n");
    const { root } = request;
    for (const argv of [["recover"], ["undo", "20990101-aa"], ["undo", "--force"]]) {
      await cli(root, argv);
      expect(readText(root, "src/b.js")).toBe("h(1);\n");
    }
  });

  it.each([
    ["of another machine", JSON.stringify({ token: "0".repeat(32), pid: 1 })],
    ["that is empty", ""],
  ])("has a lock %s refused, without a wait", async (_what, text) => {
    const request = await withState({ ".sluice/lock": text });
    const attempts = await checkSafely(request, RUN);
    expect(attempts.map(({ exitCode }) => exitCode)).toEqual([1, 1]);
    for (const { output } of attempts) expect(output).toContain("brings a `.sluice/lock`");
    expect(readText(request.root, "src/a.js")).toBe("f(1);\nf(2);\n");
  });

  it("has a held action applied by nothing", async () => {
    const run = ".sluice/runs/20990101-aa";
    const other = tempRepository({ ...BASE, "src/a.js": "f(1);\nf(2);\n" });
    await cli(other, ["plan", "recipe.yaml", "--policy", "hold-all", "-o", "plan.json"]);
    forgePlan(other, ({ actions: [action] }) => Object.assign(action, { label: "Harmless" }));
    const held = readText(other, "plan.json");
    const request = await withState({
      [`${run}/held.json`]: held,
      [`${run}/journal.jsonl`]: forgedJournal("h(1);\n", false),
    });
    const { root } = request;
    const [action] = JSON.parse(held).actions;
    const argv = ["resolve", "20990101-aa", action.id, "apply", "--reason", "x"];
    const { exitCode, stderr } = await cli(root, argv);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("are not trusted")]);
    expect(readText(root, "src/a.js")).toBe("f(1);\nf(2);\n");
  });

  it("has a cache that hides matches left unread", async () => {
    const misses = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`src/miss${index}.js`, `h(${index}, f);\n`]),
    );
    const head = { ...BASE, ...misses, "src/a.js": "f(1);\nf(2);\n" };
    const request = await openPullRequest({
      base: BASE,
      head: () => head,
      prepare(root) {
        git(root, "add", "-A");
      },
    });
    const { root } = request;
    await cli(root, ["preview", "recipe.yaml"]);
    const cache = join(root, ".sluice/cache");
    const names = readdirSync(cache).filter((name) => name.startsWith("misses-"));
    expect(names.length).toBeGreaterThan(0);
    const blobOf = (path: string) => git(root, "rev-parse", `HEAD:${path}`).trim();
    const [missed, hidden] = [blobOf("src/miss0.js"), blobOf("src/a.js")];
    for (const name of names) {
      const lines = parseLines(name, readFileSync(join(cache, name), "utf8"));
      const known = lines.find((line) => line.includes(missed));
      expect(known).toBeDefined();
      const forged = [...lines, known?.replace(missed, hidden) ?? ""].sort();
      writeFileSync(join(cache, name), writeLines(name, forged));
    }
    const believed = await cli(root, ["preview", "recipe.yaml", "--format", "json"]);
    expect(JSON.parse(believed.stdout).totals.replacements).toBe(0); // A cache of our own would be believed.
    git(root, "add", "-f", ".sluice");
    const attempts = await checkSafely(request, { ...RUN, mode: "preview" });
    expect(attempts.map(({ report }) => report?.totals.replacements)).toEqual([2, 2]);
  });

  it.each([".sluice", ".sluice/runs", ".sluice/cache"])(
    "has %s as a link followed by nothing",
    async (part) => {
      const request = await withState({}, (root, outside) => {
        if (part !== ".sluice") mkdirSync(join(root, ".sluice"));
        symlinkSync(outside, join(root, part));
      });
      const attempts = await checkSafely(request, RUN);
      const expected = part === ".sluice/cache" ? 0 : 1;
      expect(attempts.map(({ exitCode }) => exitCode)).toEqual([expected, expected]);
      expect(readdirSync(request.outside).sort()).toEqual([".keep", "kept.txt"]);
    },
  );
});
