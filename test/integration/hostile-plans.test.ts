import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { unifiedDiff } from "../../src/edit/text/unified-diff.ts";
import type { RunEvent } from "../../src/model/events.ts";
import { applyPlan } from "../../src/run/apply-plan.ts";
import { ownProcess } from "../../src/shared/process/own-process.ts";
import { sha256 } from "../../src/shared/sha256.ts";
import { damagePlan, forgePlan, type RawPlan } from "../support/forge-plan.ts";
import { cli, cliReport, SHIPPED_RECIPES } from "../support/run-cli.ts";
import { readText, tempFolder, writeTree } from "../support/temp-tree.ts";
import { initRepository } from "../support/write-repository.ts";

const TREE = {
  "recipe.yaml": `version: 1
steps:
  - { id: edit, ast_edit: { per: file, ops: [{ pat: "old($A)", out: "fresh($A)" }] } }
  - { id: make, tool: write_file, with: { path: "src/made.ts", content: "made(1);\\n" } }
`,
  "sluice.policy.yaml": `version: 1
default: { verdict: apply, reason: Fine. }
guards: [{ id: no, when: { anyFile: ["src/no.ts"] }, verdict: discard, reason: Not this one. }]
`,
  "src/a.ts": "old(1);\nconst face = '😀';\n",
  "src/b.ts": "old(2);\nold(3);\n",
  "src/no.ts": "old(4);\n",
  "z/target.ts": "old(5);\n",
};

/** The same for every tree like this one, but for the commit. */
let planText: string | undefined;

/** A folder with a plan in it and, beside it, the work tree that it is for. */
async function setUp(): Promise<{ folder: string; root: string }> {
  const folder = tempFolder();
  const root = join(folder, "work");
  writeTree(root, TREE);
  initRepository(root);
  if (planText === undefined) {
    const argv = ["plan", "recipe.yaml", "-o", "../plan.json", "--no-cache"];
    const { exitCode, stderr } = await cli(root, argv);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    planText = readText(folder, "plan.json");
  }
  writeTree(folder, { "plan.json": planText });
  return { folder, root };
}

/** Everything below a folder: links, what is in `.git` and `.sluice`, and what lies beside the work tree. */
function listing(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const stats = lstatSync(join(folder, name));
      if (stats.isSymbolicLink()) return `${name} -> ${readlinkSync(join(folder, name))}`;
      if (!stats.isFile()) return name;
      return `${name} ${stats.mode} ${sha256(readFileSync(join(folder, name)))}`;
    });
}

const fileOf = (plan: RawPlan, action = 0) => plan.actions[action].files[0];

/** Makes the plan say of a text what it would say, were the change its own. */
function setEdits(plan: RawPlan, edits: readonly object[], after: string, action = 0): void {
  const file = fileOf(plan, action);
  const before = TREE[file.path as keyof typeof TREE] ?? "";
  const { text: diff, additions, deletions } = unifiedDiff(file.path, before, after);
  Object.assign(file, {
    edits,
    replacements: edits.length,
    postHash: sha256(after),
    diff,
    additions,
    deletions,
  });
  Object.assign(plan.actions[action].facts, { replacements: edits.length, additions, deletions });
}

/** Renames the file of an action wherever the plan names it. */
function setPath(plan: RawPlan, path: string, { action = 0, isNew = false } = {}): void {
  const { facts } = plan.actions[action];
  Object.assign(fileOf(plan, action), { path });
  facts.files = [path];
  if (isNew || fileOf(plan, action).preHash === null) facts.newFiles = [path];
}

/** The action that makes a file. */
const MAKE = 4;
const newAt = (path: string) => (plan: RawPlan) => setPath(plan, path, { action: MAKE });
const oldAt = (path: string) => (plan: RawPlan) => setPath(plan, path);
const edited = (edit: object) => (plan: RawPlan) =>
  setEdits(plan, [{ op: "ops[0]", start: 0, end: 3, text: "fresh", ...edit }], "x");

/** Forged plans whose digest is right. Each is refused with and without deriving it again. */
const FORGED: readonly (readonly [
  what: string,
  forge: (plan: RawPlan) => unknown,
  told: string,
  code: number,
])[] = [
  ["a path that leaves the root", newAt("../out.ts"), "`..` is not allowed", 2],
  ["a path that leaves the root further down", newAt("src/../../out.ts"), "`..` is not allowed", 2],
  ["a path that leaves the root and is there", oldAt("../plan.json"), "`..` is not allowed", 2],
  ["an absolute path", newAt("/tmp/out.ts"), "is absolute", 2],
  ["a path with a drive", newAt("C:/out.ts"), "is absolute", 2],
  ["a path with backslashes", newAt("..\\out.ts"), "backslash", 2],
  ["a path with a detour", newAt("./src//x.ts"), "shortest form", 2],
  ["an empty path", newAt(""), "is empty", 2],
  ["a path that nobody can have", newAt(`${"a/".repeat(3000)}x`), "longer than", 2],
  ["a hook of git", newAt(".git/hooks/post-checkout"), "`.git`", 2],
  ["git's folder in capitals", newAt(".GIT/hooks/post-checkout"), "`.git`", 2],
  ["git's folder by its short name", newAt("GIT~1/hooks/x"), "`.git`", 2],
  ["git's folder with a dot behind it", newAt(".git./hooks/x"), "`.git`", 2],
  ["git's folder of another repository", newAt("vendor/lib/.git/config"), "`.git`", 2],
  ["git's settings, which are there", oldAt(".git/config"), "`.git`", 2],
  ["Sluice's own folder", newAt(".sluice/runs/x.json"), "`.sluice`", 2],
  ["a dependency", newAt("node_modules/x/index.js"), "node_modules", 2],
  ["a dependency of a part", newAt("packages/a/node_modules/x.js"), "node_modules", 2],
  ["a control character in a name", newAt("src/a\u001b[2J.ts"), "control character", 2],
  ["a line end in a name", newAt("src/a\n.ts"), "control character", 2],
  ["a NUL in a name", newAt("src/a\0.ts"), "NUL character", 2],
  ["half of a surrogate pair in a name", newAt("src/\ud800.ts"), "not valid Unicode", 2],
  ["a device of Windows", newAt("src/CON"), "device on Windows", 2],
  ["a device of Windows with an ending", newAt("src/nul.ts"), "device on Windows", 2],
  ["a stream of a file", newAt("src/a.ts:stream"), "not every system", 2],
  ["a new file where one is", newAt("recipe.yaml"), "exists by now", 3],
  ["a new file where a folder is", newAt("src"), "", 2],
  ["a new file below a file", newAt("recipe.yaml/x.ts"), "is not a folder", 3],
  ["a new file below a file of the plan", newAt("src/a.ts/x.ts"), "is a file of the plan", 2],
  [
    "a file through a linked folder",
    oldAt("linked/target.ts"),
    "is a link, or reached through one",
    3,
  ],
  [
    "a new file through a linked folder",
    newAt("linked/new.ts"),
    "is a link, or reached through one",
    3,
  ],
  [
    "a new file through a link out of the root",
    newAt("outside/new.ts"),
    "is a link, or reached through one",
    3,
  ],
  ["a file that is a link", oldAt("alias.ts"), "is a link", 3],
  [
    "another hash before",
    (plan) => Object.assign(fileOf(plan), { preHash: "0".repeat(64) }),
    "has changed",
    3,
  ],
  [
    "another hash after",
    (plan) => Object.assign(fileOf(plan), { postHash: "0".repeat(64) }),
    "do not make the text whose hash",
    2,
  ],
  ["a hash that is none", (plan) => Object.assign(fileOf(plan), { preHash: "x" }), "damaged", 2],
  [
    "a hash in capitals",
    (plan) => Object.assign(fileOf(plan), { postHash: fileOf(plan).postHash.toUpperCase() }),
    "damaged",
    2,
  ],
  [
    "the same hash before and after",
    (plan) => Object.assign(fileOf(plan), { postHash: fileOf(plan).preHash }),
    "would change nothing",
    2,
  ],
  [
    "a file twice in an action",
    (plan) => plan.actions[0].files.push(fileOf(plan)),
    "is in one action twice",
    2,
  ],
  ["an action twice", (plan) => plan.actions.push(plan.actions[2]), "is used twice", 2],
  [
    "actions that do not rest on each other",
    (plan) => plan.actions.push({ ...plan.actions[0], id: "other" }),
    "not what the actions before it leave",
    2,
  ],
  [
    "a hundred thousand and one actions",
    (plan) => {
      plan.actions = Array.from({ length: 100_001 }, () => 1);
    },
    "damaged",
    2,
  ],
  ["an edit beyond the end", edited({ start: 500, end: 501 }), "beyond the end", 2],
  [
    "an edit far beyond the end",
    edited({ start: 0, end: Number.MAX_SAFE_INTEGER }),
    "beyond the end",
    2,
  ],
  ["an edit before the start", edited({ start: -1 }), "damaged", 2],
  ["an edit at half a character", edited({ start: 0.5 }), "damaged", 2],
  ["an edit at a number that is none", edited({ end: 1e300 }), "damaged", 2],
  ["an edit that ends before it starts", edited({ start: 3, end: 1 }), "ends before it starts", 2],
  ["an edit with its offset as a text", edited({ start: "0" }), "damaged", 2],
  [
    "an edit that cuts a character in two",
    (plan) => {
      const at = TREE["src/a.ts"].indexOf("😀");
      setEdits(plan, [{ op: "o", start: at + 1, end: at + 2, text: "" }], "x");
    },
    "",
    2,
  ],
  ["no edits", (plan) => setEdits(plan, [], TREE["src/a.ts"]), "", 2],
  [
    "edits that overlap",
    (plan) => {
      setEdits(
        plan,
        [
          { op: "o", start: 0, end: 3, text: "a" },
          { op: "o", start: 2, end: 4, text: "b" },
        ],
        "x",
      );
    },
    "overlaps",
    2,
  ],
  [
    "edits in the wrong order",
    (plan) => {
      setEdits(
        plan,
        [
          { op: "o", start: 4, end: 5, text: "a" },
          { op: "o", start: 0, end: 1, text: "b" },
        ],
        "x",
      );
    },
    "wrong order",
    2,
  ],
  ["a NUL in a text", edited({ text: "\0" }), "NUL", 2],
  ["half of a surrogate pair in a text", edited({ text: "\ud800" }), "surrogate", 2],
  [
    "an edit of a text that does not exist yet",
    (plan) => Object.assign(fileOf(plan, MAKE).edits[0], { end: 4 }),
    "does not exist yet",
    2,
  ],
  [
    "a file larger than those that are edited",
    (plan) => {
      const text = "x".repeat(11 * 1024 * 1024);
      setEdits(plan, [{ op: "o", start: 0, end: 3, text }], text + TREE["src/a.ts"].slice(3));
    },
    "larger than",
    2,
  ],
  [
    "a diff that shows something else",
    (plan) => Object.assign(fileOf(plan), { diff: "--- a\n+++ b\n" }),
    "diff",
    2,
  ],
  [
    "counts of lines that are not those of the edits",
    (plan) => Object.assign(fileOf(plan), { additions: 0 }),
    "other lines",
    2,
  ],
  [
    "a state that is not that of the verdict",
    (plan) => Object.assign(plan.actions[2], { state: "would-apply" }),
    "",
    2,
  ],
  [
    "an action without a reason",
    (plan) => Object.assign(plan.actions[0], { reason: " " }),
    "no reason",
    2,
  ],
  [
    "facts that name other files",
    (plan) => Object.assign(plan.actions[0].facts, { files: ["README.md"] }),
    "other files",
    2,
  ],
  [
    "facts of another step",
    (plan) => Object.assign(plan.actions[0].facts, { step: "docs" }),
    "another step",
    2,
  ],
  [
    "an action that is applied and has no files",
    (plan) => Object.assign(plan.actions[0], { files: [] }),
    "but lists no file",
    2,
  ],
  ["no recipe", (plan) => Object.assign(plan, { recipes: [] }), "the plan names none", 2],
  [
    "a recipe twice",
    (plan) => plan.recipes.push({ ...plan.recipes[0], asksModel: true }),
    "recipes[1]: the recipe `recipe` is listed twice",
    2,
  ],
  [
    "a recipe outside of the root",
    (plan) => Object.assign(plan.recipes[0], { path: "../evil.yaml" }),
    "`..` is not allowed",
    2,
  ],
  [
    "a shipped recipe that is none",
    (plan) => Object.assign(plan.recipes[0], { path: null, shipped: "../package.json" }),
    "`..` is not allowed",
    2,
  ],
  [
    "a policy outside of the root",
    (plan) => Object.assign(plan.policy, { path: "/etc/passwd" }),
    "is absolute",
    2,
  ],
  [
    "an alert that is an error",
    (plan) => plan.alerts.push({ level: "error", code: "x", message: "x" }),
    "which fails the run",
    2,
  ],
  [
    "another major version",
    (plan) => Object.assign(plan, { formatVersion: "2.0" }),
    "another version",
    2,
  ],
  [
    "a later minor version",
    (plan) => Object.assign(plan, { formatVersion: "1.1" }),
    "another version",
    2,
  ],
  [
    "a version that is a number",
    (plan) => Object.assign(plan, { formatVersion: 1 }),
    "another version",
    2,
  ],
  ["no version", (plan) => delete plan.formatVersion, "does not say which version", 2],
  ["another kind", (plan) => Object.assign(plan, { kind: "report" }), "is not a plan", 2],
  ["a key that plans do not have", (plan) => Object.assign(plan, { run: "rm -rf" }), "damaged", 2],
  [
    "a key of the prototype",
    (plan) =>
      Object.defineProperty(plan.inputs.values, "__proto__", { value: {}, enumerable: true }),
    "__proto__",
    2,
  ],
  [
    "inputs named as methods of objects",
    (plan) => Object.assign(plan.inputs.values, { constructor: "x", toString: "y" }),
    "digest",
    2,
  ],
];

/** Forged plans that only deriving them again tells apart from an honest one. */
const FORGED_VERDICTS: readonly (readonly [
  what: string,
  forge: (plan: RawPlan) => unknown,
  told: string,
])[] = [
  [
    "a verdict that was discard",
    (plan) => Object.assign(plan.actions[2], { verdict: "apply", state: "would-apply" }),
    "differs in `verdict`",
  ],
  [
    "a reason of somebody else's",
    (plan) => Object.assign(plan.actions[0], { reason: "Trust me." }),
    "differs in `reason`",
  ],
  [
    "facts that nobody found",
    (plan) => Object.assign(plan.actions[0].facts, { idempotent: false }),
    "differs in `facts.idempotent`",
  ],
  [
    "other bytes, all of them right",
    (plan) =>
      setEdits(
        plan,
        [{ op: "ops[0]", start: 0, end: 3, text: "evil" }],
        TREE["src/a.ts"].replace("old", "evil"),
      ),
    "differs in `files[0]",
  ],
  [
    "an action more",
    (plan) => plan.actions.push({ ...plan.actions[2], id: "0123456789abcdef" }),
    "its recipes do not make it",
  ],
  ["an action less", (plan) => plan.actions.pop(), "is not in the plan"],
  ["actions in another order", (plan) => plan.actions.reverse(), "another order"],
  [
    "a recipe that is not there",
    (plan) => Object.assign(plan.recipes[0], { path: "other.yaml" }),
    "is not there",
  ],
  [
    "another recipe of the tree",
    (plan) => Object.assign(plan.recipes[0], { path: "sluice.policy.yaml" }),
    "is not what the plan was made of",
  ],
  [
    "the digest of another recipe",
    (plan) => Object.assign(plan.recipes[0], { sha256: "0".repeat(64) }),
    "is not what the plan was made of",
  ],
  [
    "the digest of another policy",
    (plan) => Object.assign(plan.policy, { sha256: "0".repeat(64) }),
    "--policy",
  ],
  [
    "a policy that is not there",
    (plan) => Object.assign(plan.policy, { path: "none.yaml" }),
    "--policy",
  ],
  [
    "a more generous policy that is built in",
    (plan) => Object.assign(plan.policy, { builtIn: "apply-all", path: null }),
    "--policy",
  ],
  [
    "a word that its recipes bring code",
    (plan) => Object.assign(plan.recipes[0], { hasCode: true }),
    "is not what the plan was made of",
  ],
];

/** Files that are no plan of this format, and how each is told from the others. */
const NO_PLANS: readonly (readonly [
  what: string,
  damage: (text: string) => string | Uint8Array,
  code: string,
])[] = [
  ["no JSON", () => "version: 1\n", "not-a-plan"],
  ["an empty file", () => "", "not-a-plan"],
  ["null", () => "null", "not-a-plan"],
  ["a list", (text) => `[${text}]`, "not-a-plan"],
  ["a report", () => '{ "formatVersion": "1.0", "actions": [] }', "not-a-plan"],
  [
    "an object with a prototype for a kind",
    () => '{ "__proto__": { "kind": "sluice-plan" } }',
    "not-a-plan",
  ],
  ["bytes that are not UTF-8", () => Buffer.from([0xff, 0xfe, 0x7b, 0x00]), "not-a-plan"],
  ["a plan that is cut off", (text) => text.slice(0, text.length / 2), "plan-damaged"],
  [
    "a plan without its actions",
    (text) => JSON.stringify({ ...JSON.parse(text), actions: undefined }),
    "plan-damaged",
  ],
  [
    "a plan nested beyond all measure",
    (text) =>
      text
        .replace('"skipped": [', `"skipped": [${"[".repeat(200_000)}${"]".repeat(200_000)},`)
        .replace(",]", "]"),
    "plan-damaged",
  ],
  ["a plan that was edited by hand", (text) => text.replaceAll("fresh", "other"), "plan-edited"],
  [
    "a plan with another digest",
    (text) => text.replace(/"digest": "\w{8}/, '"digest": "00000000'),
    "plan-edited",
  ],
  [
    "a plan that shows another reason before the one that counts",
    (text) => text.replace('"reason": "Fine."', '"reason": "Reviewed.", "r\\u0065ason": "Fine."'),
    "plan-invalid",
  ],
  [
    "a plan that hides a large object behind a key",
    (text) =>
      text.replace(
        '"actions": [',
        `"actions": ${'{"a":'.repeat(2e5)}1${"}".repeat(2e5)}, "actions": [`,
      ),
    "plan-invalid",
  ],
];

const APPLY = ["apply", "../plan.json"];

async function expectRefused(
  { folder, root }: { folder: string; root: string },
  argv: readonly string[],
  expected: { code: number; told: string },
): Promise<void> {
  const before = listing(folder);
  const { exitCode, stdout, stderr } = await cli(root, argv);
  const said = `${stdout}${stderr}`;
  expect({ exitCode, said: said.includes(expected.told) ? expected.told : said }).toEqual({
    exitCode: expected.code,
    said: expected.told,
  });
  expect(said).not.toMatch(/\bat .*\.ts:\d+|RangeError|TypeError/);
  expect(listing(folder)).toEqual(before);
}

describe("a plan of somebody who means harm writes nothing", () => {
  it.each(FORGED)("where it has %s", async (_what, forge, told, code) => {
    const { folder, root } = await setUp();
    symlinkSync("z", join(root, "linked"));
    symlinkSync("..", join(root, "outside"));
    symlinkSync("src/a.ts", join(root, "alias.ts"));
    forgePlan(folder, forge);
    for (const more of [[], ["--no-verify"]]) {
      const { exitCode } = await cli(root, [...APPLY, ...more]);
      expect([2, 3]).toContain(exitCode);
    }
    await expectRefused({ folder, root }, APPLY, { code, told });
  });

  it.each(FORGED_VERDICTS)(
    "where it has %s, unless nobody is to verify",
    async (_what, forge, told) => {
      const { folder, root } = await setUp();
      forgePlan(folder, forge);
      await expectRefused({ folder, root }, APPLY, { code: 3, told });
    },
  );

  it.each(NO_PLANS)("where it is %s, and says which", async (_what, damage, code) => {
    const { folder, root } = await setUp();
    damagePlan(folder, damage);
    await expectRefused({ folder, root }, APPLY, { code: 2, told: `[${code}]` });
  });

  it("where it is larger than what is allowed", async () => {
    const { folder, root } = await setUp();
    await expectRefused({ folder, root }, [...APPLY, "--max-plan-size", "1KB"], {
      code: 2,
      told: "larger than 1024 bytes",
    });
    await expectRefused({ folder, root }, ["apply", "../nope.json"], {
      code: 2,
      told: "There is no file",
    });
    await expectRefused({ folder, root }, ["apply", "."], { code: 2, told: "is not a file" });
    await expectRefused({ folder, root }, ["apply", "../plan.json", "--max-plan-size", "1TB"], {
      code: 2,
      told: "invalid size",
    });
    await expectRefused({ folder, root }, ["apply", "../plan.json", "--max-plan-size", "1GB"], {
      code: 2,
      told: "more than can be read",
    });
  });

  it("tells at most 20 things that are wrong, and that there are more", async () => {
    const { folder, root } = await setUp();
    forgePlan(folder, (plan) => {
      plan.actions = Array.from({ length: 60 }, () => ({ ...plan.actions[0], reason: " " }));
    });
    const { stderr } = await cli(root, ["apply", "../plan.json"]);
    expect(stderr.match(/\berror\b/g)).toHaveLength(21);
    expect(stderr).toContain("The plan has more faults");
  });

  it("decides nothing on facts that its edits contradict", async () => {
    const { folder, root } = await setUp();
    forgePlan(folder, (plan) => Object.assign(plan.actions[1].facts, { replacements: 1 }));
    const argv = [...APPLY, "--no-verify", "--policy", "apply-all"];
    await expectRefused({ folder, root }, argv, { code: 2, told: "its fact `replacements`" });
  });

  it("believes no fact that only the engine knows, where a policy decides again unverified", async () => {
    const { root } = await setUp();
    const argv = [...APPLY, "--no-verify", "--policy", "safe"];
    const { exitCode, report } = await cliReport(root, argv);
    expect(exitCode).toBe(4);
    expect(report.totals).toMatchObject({ applied: 0 });
    expect(readText(root, "src/a.ts")).toBe(TREE["src/a.ts"]);
  });
});

describe("a tree that somebody changes between the check and the write", () => {
  const meddle = async (
    change: (root: string, folder: string, interrupt: (code: number) => void) => void,
  ) => {
    const { folder, root } = await setUp();
    let isDone = false;
    const [interrupted, timedOut] = [new AbortController(), new AbortController()];
    const emit = (event: RunEvent) => {
      if (event.type !== "action-queued" || isDone) return;
      isDone = true;
      change(root, folder, (code) => interrupted.abort(code));
    };
    const request = { root, plan: "../plan.json", recipes: [], maxPlanBytes: 1e6, check: false };
    const report = await applyPlan(
      { ...request, exitZero: false, allowCustomTools: false, cache: false, lockTimeout: 1000 },
      {
        ...{ cwd: root, shippedRecipes: SHIPPED_RECIPES, now: () => 0, newRunId: () => "test" },
        ...{ interrupted: interrupted.signal, timedOut: timedOut.signal, emit },
        ...{ after: () => timedOut.signal, self: ownProcess(process) },
      },
    );
    return { folder, root, report };
  };

  it("answers 3 where a file became a link, and writes neither it nor its target", async () => {
    const { folder, root, report } = await meddle((tree, beside) => {
      writeFileSync(join(beside, "victim.ts"), TREE["src/a.ts"]);
      rmSync(join(tree, "src/a.ts"));
      symlinkSync("../../victim.ts", join(tree, "src/a.ts"));
    });
    expect(report.exitCode).toBe(3);
    expect(readText(folder, "victim.ts")).toBe(TREE["src/a.ts"]);
    expect(readText(root, "src/b.ts")).toBe(TREE["src/b.ts"]);
  });

  it("answers 3 where a folder became a link, and writes nothing behind it", async () => {
    const { folder, root, report } = await meddle((tree, beside) => {
      renameSync(join(tree, "src"), join(beside, "victim"));
      symlinkSync("../victim", join(tree, "src"));
    });
    expect(report.exitCode).toBe(3);
    expect(readText(folder, "victim/a.ts")).toBe(TREE["src/a.ts"]);
    expect(readText(root, "z/target.ts")).toBe(TREE["z/target.ts"]);
  });

  it("answers 3 where something came to stand in the place of a new file, and keeps it", async () => {
    const { root, report } = await meddle((tree) => {
      mkdirSync(join(tree, "src"), { recursive: true });
      writeFileSync(join(tree, "src/made.ts"), "mine\n");
    });
    expect(report.exitCode).toBe(3);
    expect(report.actions.some(({ state }) => state === "applied")).toBe(false);
    expect(readText(root, "src/made.ts")).toBe("mine\n");
    expect(readText(root, "src/a.ts")).toBe(TREE["src/a.ts"]);
  });

  it("writes nothing, and answers 143, where a signal comes before the write", async () => {
    const { root, report } = await meddle((_tree, _folder, interrupt) => interrupt(143));
    expect(report).toMatchObject({ exitCode: 143, outcome: "interrupted" });
    expect(new Set(report.actions.map(({ state }) => state))).toEqual(new Set(["discarded"]));
    expect(readText(root, "src/a.ts")).toBe(TREE["src/a.ts"]);
  });
});
