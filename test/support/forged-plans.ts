import { regionsOfEdits } from "../../src/edit/text/edit-regions.ts";
import { unifiedDiff } from "../../src/edit/text/unified-diff.ts";
import type { PlannedFile } from "../../src/plan-file/plan.ts";
import { sha256 } from "../../src/shared/sha256.ts";
import type { RawPlan } from "./forge-plan.ts";

/** The work tree that the plans are for. */
export const TREE = {
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
    regions: regionsOf(before, edits),
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

/** The regions that fit the edits, so that another fault is the first. */
function regionsOf(before: string, edits: readonly object[]): readonly object[] {
  const raw = edits as readonly PlannedFile["edits"][number][]; // Some of them are not valid.
  return regionsOfEdits(before, raw).map((region, at) => ({ op: raw[at]?.op, ...region }));
}

/** Forged plans whose digest is right, and what is said when they are read. */
export const FORGED: readonly (readonly [
  what: string,
  forge: (plan: RawPlan) => unknown,
  told: string,
])[] = [
  ["a path that leaves the root", newAt("../out.ts"), "`..` is not allowed"],
  ["a path that leaves the root further down", newAt("src/../../out.ts"), "`..` is not allowed"],
  ["a path that leaves the root and is there", oldAt("../plan.json"), "`..` is not allowed"],
  ["an absolute path", newAt("/tmp/out.ts"), "is absolute"],
  ["a path with a drive", newAt("C:/out.ts"), "is absolute"],
  ["a path with backslashes", newAt("..\\out.ts"), "backslash"],
  ["a path with a detour", newAt("./src//x.ts"), "shortest form"],
  ["an empty path", newAt(""), "is empty"],
  ["a path that nobody can have", newAt(`${"a/".repeat(3000)}x`), "longer than"],
  ["a hook of git", newAt(".git/hooks/post-checkout"), "`.git`"],
  ["git's folder in capitals", newAt(".GIT/hooks/post-checkout"), "`.git`"],
  ["git's folder by its short name", newAt("GIT~1/hooks/x"), "`.git`"],
  ["git's folder with a dot behind it", newAt(".git./hooks/x"), "`.git`"],
  ["git's folder of another repository", newAt("vendor/lib/.git/config"), "`.git`"],
  ["git's settings, which are there", oldAt(".git/config"), "`.git`"],
  ["Sluice's own folder", newAt(".sluice/runs/x.json"), "`.sluice`"],
  ["a dependency", newAt("node_modules/x/index.js"), "node_modules"],
  ["a dependency of a part", newAt("packages/a/node_modules/x.js"), "node_modules"],
  ["a control character in a name", newAt("src/a\u001b[2J.ts"), "control character"],
  ["a line end in a name", newAt("src/a\n.ts"), "control character"],
  ["a NUL in a name", newAt("src/a\0.ts"), "NUL character"],
  ["half of a surrogate pair in a name", newAt("src/\ud800.ts"), "not valid Unicode"],
  ["a device of Windows", newAt("src/CON"), "device on Windows"],
  ["a device of Windows with an ending", newAt("src/nul.ts"), "device on Windows"],
  ["a stream of a file", newAt("src/a.ts:stream"), "not every system"],
  ["a new file where a folder is", newAt("src"), ""],
  ["a new file below a file of the plan", newAt("src/a.ts/x.ts"), "is a file of the plan"],
  ["a hash that is none", (plan) => Object.assign(fileOf(plan), { preHash: "x" }), "damaged"],
  [
    "a hash in capitals",
    (plan) => Object.assign(fileOf(plan), { postHash: fileOf(plan).postHash.toUpperCase() }),
    "damaged",
  ],
  [
    "the same hash before and after",
    (plan) => Object.assign(fileOf(plan), { postHash: fileOf(plan).preHash }),
    "would change nothing",
  ],
  [
    "a file twice in an action",
    (plan) => plan.actions[0].files.push(fileOf(plan)),
    "is in one action twice",
  ],
  ["an action twice", (plan) => plan.actions.push(plan.actions[2]), "is used twice"],
  [
    "actions that do not rest on each other",
    (plan) => plan.actions.push({ ...plan.actions[0], id: "other" }),
    "not what the actions before it leave",
  ],
  [
    "a hundred thousand and one actions",
    (plan) => {
      plan.actions = Array.from({ length: 100_001 }, () => 1);
    },
    "damaged",
  ],
  ["an edit before the start", edited({ start: -1 }), "damaged"],
  ["an edit at half a character", edited({ start: 0.5 }), "damaged"],
  ["an edit at a number that is none", edited({ end: 1e300 }), "damaged"],
  ["an edit that ends before it starts", edited({ start: 3, end: 1 }), "ends before it starts"],
  ["an edit with its offset as a text", edited({ start: "0" }), "damaged"],
  ["no edits", (plan) => setEdits(plan, [], TREE["src/a.ts"]), ""],
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
  ],
  ["a NUL in a text", edited({ text: "\0" }), "NUL"],
  ["half of a surrogate pair in a text", edited({ text: "\ud800" }), "surrogate"],
  [
    "an edit of a text that does not exist yet",
    (plan) => Object.assign(fileOf(plan, MAKE).edits[0], { end: 4 }),
    "does not exist yet",
  ],
  [
    "a state that is not that of the verdict",
    (plan) => Object.assign(plan.actions[2], { state: "would-apply" }),
    "",
  ],
  [
    "an action without a reason",
    (plan) => Object.assign(plan.actions[0], { reason: " " }),
    "no reason",
  ],
  [
    "facts that name other files",
    (plan) => Object.assign(plan.actions[0].facts, { files: ["README.md"] }),
    "other files",
  ],
  [
    "facts of another step",
    (plan) => Object.assign(plan.actions[0].facts, { step: "docs" }),
    "another step",
  ],
  [
    "an action that is applied and has no files",
    (plan) => Object.assign(plan.actions[0], { files: [] }),
    "but lists no file",
  ],
  ["no recipe", (plan) => Object.assign(plan, { recipes: [] }), "the plan names none"],
  [
    "a recipe twice",
    (plan) => plan.recipes.push({ ...plan.recipes[0], asksModel: true }),
    "recipes[1]: the recipe `recipe` is listed twice",
  ],
  [
    "a recipe outside of the root",
    (plan) => Object.assign(plan.recipes[0], { path: "../evil.yaml" }),
    "`..` is not allowed",
  ],
  [
    "a shipped recipe that is none",
    (plan) => Object.assign(plan.recipes[0], { path: null, shipped: "../package.json" }),
    "`..` is not allowed",
  ],
  [
    "a policy outside of the root",
    (plan) => Object.assign(plan.policy, { path: "/etc/passwd" }),
    "is absolute",
  ],
  [
    "an alert that is an error",
    (plan) => plan.alerts.push({ level: "error", code: "x", message: "x" }),
    "which fails the run",
  ],
  [
    "another major version",
    (plan) => Object.assign(plan, { formatVersion: "2.0" }),
    "another version",
  ],
  [
    "a later minor version",
    (plan) => Object.assign(plan, { formatVersion: "1.1" }),
    "another version",
  ],
  [
    "a version that is a number",
    (plan) => Object.assign(plan, { formatVersion: 1 }),
    "another version",
  ],
  ["no version", (plan) => delete plan.formatVersion, "does not say which version"],
  ["another kind", (plan) => Object.assign(plan, { kind: "report" }), "is not a plan"],
  ["a key that plans do not have", (plan) => Object.assign(plan, { run: "rm -rf" }), "damaged"],
  [
    "a key of the prototype",
    (plan) =>
      Object.defineProperty(plan.inputs.values, "__proto__", { value: {}, enumerable: true }),
    "__proto__",
  ],
  [
    "inputs named as methods of objects",
    (plan) => Object.assign(plan.inputs.values, { constructor: "x", toString: "y" }),
    "digest",
  ],
];

/** A forged plan that is refused, with an exit code, once it is compared with its tree. */
export type ForgedForTree = readonly [
  what: string,
  forge: (plan: RawPlan) => unknown,
  told: string,
  code: number,
];

/** Forged plans whose digest is right and that only their tree contradicts, with and without deriving them again. */
export const FORGED_FOR_TREE: readonly ForgedForTree[] = [
  ["a new file where one is", newAt("recipe.yaml"), "exists by now", 3],
  ["a new file below a file", newAt("recipe.yaml/x.ts"), "is not a folder", 3],
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
  ["an edit beyond the end", edited({ start: 500, end: 501 }), "beyond the end", 2],
  [
    "an edit far beyond the end",
    edited({ start: 0, end: Number.MAX_SAFE_INTEGER }),
    "beyond the end",
    2,
  ],
  [
    "an edit that cuts a character in two",
    (plan) => {
      const at = TREE["src/a.ts"].indexOf("😀");
      setEdits(plan, [{ op: "o", start: at + 1, end: at + 2, text: "" }], "x");
    },
    "",
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
    "a place that is not that of the edit",
    (plan) => Object.assign(fileOf(plan).regions[0].before, { startLine: 9 }),
    "the regions are not those of the edits",
    2,
  ],
  [
    "a place of another op",
    (plan) => Object.assign(fileOf(plan).regions[0], { op: "other" }),
    "the regions name other ops",
    2,
  ],
];

/** One more of them, which takes seconds. */
export const LARGE_FORGED: ForgedForTree = [
  "a file larger than those that are edited",
  (plan) => {
    const text = "x".repeat(11 * 1024 * 1024);
    setEdits(plan, [{ op: "o", start: 0, end: 3, text }], text + TREE["src/a.ts"].slice(3));
  },
  "larger than",
  2,
];

/** Forged plans that only deriving them again tells apart from an honest one. */
export const FORGED_VERDICTS: readonly (readonly [
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
export const NO_PLANS: readonly (readonly [
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
    "plan-damaged",
  ],
];
