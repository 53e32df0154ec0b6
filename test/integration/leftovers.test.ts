import { describe, expect, it } from "vitest";
import { besidesLoss } from "../support/besides-loss.ts";
import { preview, sources } from "../support/cached-run.ts";
import { REPOSITORY } from "../support/grammar-packages.ts";
import { cliReport } from "../support/run-cli.ts";
import { readText, tempRepository, tempTree } from "../support/temp-tree.ts";

const recipe = (settings: string, ops = '[{ pat: "old($A)", out: "fresh($A)" }]') =>
  `version: 1\nname: r\nsteps:\n  - id: s\n    ast_edit: { ${settings}${settings && ", "}ops: ${ops} }\n`;

/** The alerts about what was left, and its fact of each action. */
async function leftBy(files: Record<string, string>, text: string = recipe("")) {
  const root = tempTree({ ...files, "r.yaml": text });
  const command = ["run", "r.yaml", "--policy", "apply-all", "--packages", REPOSITORY];
  const { report } = await cliReport(root, command);
  const alerts = report.alerts.filter(({ code }) => code === "leftovers");
  return {
    root,
    report,
    messages: alerts.map(({ message }) => message),
    facts: report.actions.map(({ facts }) => facts.leftovers),
  };
}

describe("what a step could not edit", () => {
  const RUST = 'fn f() {\n    let x = old(1);\n    g!(old(2), "old(3)"); // old(4)\n}\n';

  it("L6 is counted by its kind, told in one line with its places, and a fact", async () => {
    const { root, report, messages, facts } = await leftBy({ "a.rs": RUST });
    expect(readText(root, "a.rs")).toBe(RUST.replace("old(1)", "fresh(1)"));
    expect(messages).toEqual([
      "3 places that look like `old($A)` are left: 1 in a macro, 1 in a string, 1 in a comment (a.rs:3).",
    ]);
    expect(report.alerts).toContainEqual(
      expect.objectContaining({ level: "warn", path: "a.rs", recipe: "r", step: "s" }),
    );
    expect(facts).toEqual([
      ["a.rs:3 `old(2)` (macro)", "a.rs:3 `old(3)` (string)", "a.rs:3 `old(4)` (comment)"],
    ]);
  });

  it("L6 L8 is what looks like the pattern with its names as they are written", async () => {
    const files = {
      "a.js": 'import { old } from "m";\nold(1); // old(2)\n"old(3)";\n',
      "b.js": 'import { fresh } from "m";\nfresh(1); // old(2)\n',
      "c.py": "from m import old\nold(1)  # old(2), gold(3)\n",
      "d.py": "from n import old\nold(1)  # m: old(2)\n",
    };
    const names = "names: { old: { from: m, export: old } }";
    const named = (more: string) =>
      recipe("", `[{ pat: "old($A)", out: "abs($A)", ${names}${more} }]`);
    const { messages } = await leftBy(files, named(""));
    expect(messages).toEqual([
      "3 places that look like `old($A)` are left: 1 in a string, 2 in comments (a.js:2, a.js:3, c.py:2).",
    ]);
    expect((await leftBy(files, named(", leftovers: off"))).messages).toEqual([]);
    const renamed = await leftBy(
      { "a.js": "const old = 1;\nf(old); // old, older\n", "b.js": "f(1); // old\n" },
      recipe("", "[{ rename: { name: old, to: fresh } }]"),
    );
    expect(renamed.messages).toEqual([
      "1 place that looks like `old` is left: 1 in a comment (a.js:2).",
    ]);
  });

  it("L6 is not told of a step that replaced nothing", async () => {
    expect((await leftBy({ "a.rs": "fn f() { g!(old(2)); }\n" })).messages).toEqual([]);
  });

  it("L6 is told of templates of components also if nothing was replaced: frontmatter, expressions, attributes", async () => {
    const globs = '\nlanguageGlobs: { html: ["*.astro", "*.svelte", "*.vue"] }\n';
    const components = recipe("").replace("\n", globs);
    const files = {
      "a.astro": "---\nconst a = old(1);\n---\n<p>{old(2)}</p>\n",
      "b.svelte": "{#if old(3) < 3}\n<p on:click={() => old(4)}>x</p>{/if}\n<!-- old(0) -->\n",
      "c.vue": '<template>\n<p v-if="old(5)">{{ old(6) }}</p>\n</template>\n',
    };
    const before = "6 places that look like `old($A)` are left: 6 in the text of templates (";
    const places = "a.astro:2, a.astro:4, b.svelte:1, 3 more).";
    expect((await leftBy(files, components)).messages).toEqual([before + places]);
    expect((await leftBy({ "a.html": "<p>{old(2)}</p>\n" }, components)).messages).toEqual([]);
    const script = { ...files, "d.svelte": "<script>old(1)</script>\n{old(7) < 1}\n" };
    const { root, messages } = await leftBy(script, components);
    expect(readText(root, "d.svelte")).toBe("<script>fresh(1)</script>\n{old(7) < 1}\n");
    expect(messages[0]).toMatch(/^8 places .* 7 in the text of templates, 1 in a comment /);
  });

  it("L6 is looked for in files without a match, too, whatever searches them", async () => {
    const files = { "a.js": "old(1);\n", "b.js": "// old(2)\n", "c.py": "x = 'old(3)'\n" };
    const expected = [
      "2 places that look like `old($A)` are left: 1 in a string, 1 in a comment (b.js:1, c.py:1).",
    ];
    expect((await leftBy(files)).messages).toEqual(expected);
    const long = "x = 1;\n".repeat(30_000); // The engine searches so much by itself.
    expect((await leftBy({ ...files, "d.js": `${long}old();` })).messages).toEqual(expected);
  });

  it("L6 in a step of very many files, is not looked for in scripts without a match, unless it is asked for", async () => {
    const many = Array.from({ length: 500 }, (_, index) => [`many/${index}.js`, "x;\n"]);
    const files = { "a.js": "old(1); // old(0)\n", "b.js": "// old(2)\n", "c.py": "# old(3)\n" };
    const all = { ...Object.fromEntries(many), ...files };
    const [few] = (await leftBy(all)).messages;
    const [asked] = (await leftBy(all, recipe("leftovers: count"))).messages;
    expect(few).toMatch(/^2 places .* \(a\.js:1, c\.py:1\)\.$/);
    expect(asked).toMatch(/^3 places .* \(a\.js:1, b\.js:1, c\.py:1\)\.$/);
  });

  it("L6 has matches that overlap with other replacements, unless further passes replace them", async () => {
    const files = { "a.js": "old(old(1));\n" };
    expect((await leftBy(files)).messages).toEqual([
      "1 place that looks like `old($A)` is left: 1 that overlaps with another replacement (a.js:1).",
    ]);
    expect((await leftBy(files, recipe("passes: 2"))).messages).toEqual([]);
  });

  it("L6 has the code of a match that went on into the result, and not what the result writes", async () => {
    const text = "old(() => { /* old(1) */ });\n";
    expect((await leftBy({ "a.js": text })).facts).toEqual([["a.js:1 `old(1)` (comment)"]]);
    const dropped = recipe("", '[{ pat: "old($A)", out: "fresh(1)" }]');
    expect((await leftBy({ "a.js": text }, dropped)).facts).toEqual([[]]);
    const again = recipe("", `[{ pat: "old($A)", out: "old('old(2)', $A)" }]`);
    expect((await leftBy({ "a.js": "old(1);\n" }, again)).facts).toEqual([[]]);
    const literal = recipe("", `[{ pat: '"old"', out: 'f("old")' }]`);
    expect((await leftBy({ "a.js": 'a = "old";\n' }, literal)).facts).toEqual([[]]);
  });

  it("L6 has the matches of files that are skipped", async () => {
    const files = {
      "a.js": "old(1);\n",
      "b.js": "// @generated\nold(2); old(3);\n",
      "c.js": "old(4);\nif (\n",
    };
    expect((await leftBy(files)).messages).toEqual([
      "3 places that look like `old($A)` are left: 3 in files that were skipped (b.js:2, c.js:1).",
    ]);
  });

  it("L6 `list` names all places, and `off` looks for none, by op", async () => {
    const files = { "a.js": `old(0); two(0);\n${"// old(1)\n".repeat(5)}// two(1)\n` };
    const ops =
      '[{ pat: "old($A)", out: "fresh($A)" }, { pat: "two($A)", out: "b($A)", leftovers: off }]';
    const [message] = (await leftBy(files, recipe("leftovers: list", ops))).messages;
    expect(message).toContain("(a.js:2, a.js:3, a.js:4, a.js:5, a.js:6).");
    const [counted, two] = (await leftBy(files, recipe("", ops.replace(", leftovers: off", ""))))
      .messages;
    expect(counted).toContain("(a.js:2, a.js:3, a.js:4, 2 more).");
    expect(two).toContain("like `two($A)`");
    expect(await leftBy(files, recipe("leftovers: off"))).toMatchObject({
      messages: [],
      facts: [undefined],
    });
  });

  it("L6 is the same with a memory of earlier runs", async () => {
    const files = { "a.js": "old(1); // old(0)\n", "b.js": "// old(2)\n" };
    const root = tempRepository({ ...sources(300), ...files, "recipe.yaml": recipe("") });
    const cold = await preview(root, true);
    expect(besidesLoss(cold.alerts)[0]?.message).toMatch(/^2 places/);
    expect(await preview(root, true)).toEqual(cold);
  });

  it("can be a condition of a policy", async () => {
    const policy =
      "version: 1\ndefault: { verdict: hold, reason: 'Left: ${{ facts.leftovers }}.' }\n" +
      "rules:\n  - { id: all, when: { leftovers: false }, verdict: apply, reason: Nothing is left. }\n";
    const files = { "a.js": "old(1); // old(0)\n", "b.js": "old(2);\n" };
    const root = tempTree({ ...files, "p.yaml": policy, "r.yaml": recipe("per: file") });
    const { report } = await cliReport(root, ["run", "r.yaml", "--policy", "p.yaml"]);
    expect(report.actions.map(({ state }) => state)).toEqual(["held", "applied"]);
    expect(report.actions[0]?.reason).toBe("Left: a.js:1 `old(0)` (comment).");
  });
});
