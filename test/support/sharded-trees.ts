import type { ShardedTree } from "./merged-shards.ts";
import { recipeOf } from "./yaml.ts";

// Trees of which shards are made and merged again: together they use everything that a shard has a record of.

const NUMBERS = Array.from({ length: 11 }, (_, at) => at);

/** Files in which the recipes below find much, in some of them only, and faults of all kinds. */
const SOURCES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    NUMBERS.map((at) => [
      `src/f${at}.ts`,
      `import { g } from "./g.js";\nf(${at}); // one\nf(f(1${at}));\nconst x = f(2), y = g(x);\nexport const z = "f(1)";\n`,
    ]),
  ),
  ...Object.fromEntries(NUMBERS.map((at) => [`lib/p${at}.py`, `f(${at})\nprint(g(f(3)))\n`])),
  ...Object.fromEntries(NUMBERS.map((at) => [`none/n${at}.js`, `const n = ${at};\n`])),
  "src/broken.ts": "f(1);\nconst = ;\n",
  "src/broken2.ts": "f(1); }}}\nfunction (\n",
  "src/valid.ts":
    "f(1);\nconst a = <T,>(x: T) => x, b = f<number>(1);\nabstract class A { abstract accessor x: number }\n",
  "src/empty.ts": "",
  "src/generated.ts": "// @generated\nf(1);\n",
  "src/binary.ts": "f(1)\0",
  "src/page.html": "<script>f(1); g(2);</script>\n<p>f(1)</p>\n",
  "src/macro.rs": 'fn a() { f(1); println!("{}", f(2)); }\n',
  "src/style.css": "a { color: red }\n",
  "docs/read.ts": "f(8);\n",
  "vendor/v.ts": "f(9);\n",
  "package.json": '{ "name": "root", "scripts": { "a": "f(1)" } }\n',
  "lib/package.json": '{ "name": "lib" }\n',
  ".github/CODEOWNERS": "* @all\nsrc/ @core @team\nsrc/f1.ts\nlib/ @lib\n",
  ".gitignore": "dist/\nsrc/made.ts\n",
};

const APPLY = ["--policy", "apply-all"];

const F: readonly (readonly [string, string])[] = [["f($A)", "String($A)"]];

function treeOf(
  recipe: string,
  policy?: string,
  more: Readonly<Record<string, string>> = {},
): ShardedTree {
  const files = { ...SOURCES, ...more, "r.yaml": recipe };
  if (policy === undefined) return { files, argv: APPLY };
  return { files: { ...files, "sluice.policy.yaml": policy } };
}

/** A recipe of steps, each with its keys as lines. */
function steps(...all: readonly string[]): string {
  return `version: 1\nsteps:\n${all.map((lines) => `  - ${lines.replaceAll("\n", "\n    ")}\n`).join("")}`;
}

const EDIT = (id: string, pat: string, out: string, more = "") =>
  `id: ${id}\nast_edit: { ops: [{ pat: '${pat}', out: '${out}' }]${more === "" ? "" : `, ${more}`} }`;

const HOLD_SOME = `version: 1
default: { verdict: apply, reason: Fine. }
guards:
  - { id: late, when: { anyFile: ["src/f1*.ts", "lib/p3.py"] }, verdict: hold, reason: Look. }
`;

const ranked = (condition: string, verdict = "hold") => `version: 1
default: { verdict: apply, reason: Fine. }
rules:
  - { id: some, when: ${condition}, verdict: ${verdict}, reason: "See \${{ facts.files }}." }
`;

/** A file whose matches are so many, and so far apart, that they are written together. */
const MANY = Array.from({ length: 300 }, (_, at) => `f(${at});${" ".repeat(600)}\n`).join("");

export const SHARDED_TREES: Readonly<Record<string, ShardedTree>> = {
  "an action for each step": treeOf(recipeOf(F)),
  "an action for each file": treeOf(recipeOf(F, "per: file")),
  "an action for each match": treeOf(recipeOf(F, "per: match")),
  "a joint write": treeOf(recipeOf(F, "per: match"), undefined, { "src/many.ts": MANY }),
  "a joint write of some": treeOf(recipeOf(F, "per: match"), ranked("{ percent: 40 }"), {
    "src/many.ts": MANY,
  }),
  "steps that see one another": treeOf(
    steps(
      EDIT("a", "f($A)", "g($A)"),
      EDIT("b", "g($A)", "h($A)", "per: file"),
      EDIT("c", "h($A)", "k($A)", "per: match"),
    ),
  ),
  "many steps, each for each match": treeOf(
    steps(
      EDIT("a", "f($A)", "g($A)", "per: match"),
      EDIT("b", "g($A)", "hhh($A, $A)", "per: match"),
    ),
  ),
  "files that are left alone": treeOf(
    steps(EDIT("a", "f($A)", "g($A)", "per: file"), EDIT("b", "g($A)", "h($A)", "per: file")),
    HOLD_SOME,
  ),
  "onHeld: continue": treeOf(
    `${steps(EDIT("a", "f($A)", "g($A)", "per: file"), EDIT("b", "g($A)", "h($A)"))}onHeld: continue\n`,
    HOLD_SOME,
  ),
  "steps in parallel": treeOf(
    `version: 1\nsteps:\n  - id: p\n    parallel:\n      - ${EDIT("a", "f(f($A))", "k($A)", "per: file").replaceAll("\n", "\n        ")}\n      - ${EDIT("b", "print($A)", "p($A)").replaceAll("\n", "\n        ")}\n      - ${EDIT("c", "g(x)", "two(x)", "per: match").replaceAll("\n", "\n        ")}\n`,
    `${HOLD_SOME}order: stack\n`,
  ),
  "a stack": treeOf(recipeOf(F, "per: match"), `${HOLD_SOME}order: stack\n`),
  "passes, overlaps, deletions": treeOf(
    recipeOf(
      [
        ["f($A)", "$A"],
        ["f(f($A))", "twice($A)"],
        ["const $X = f($$$)", ""],
      ],
      "passes: 3\nper: file",
    ),
  ),
  "edits despite syntax errors": treeOf(recipeOf(F, "onParseError: edit\nper: file")),
  "results with syntax errors": treeOf(
    recipeOf([["f($A)", "(( $A"]], "per: file"),
    ranked("{ newSyntaxErrors: true }", "discard"),
  ),
  "imports and names": treeOf(
    steps(
      `id: a\nast_edit:\n  per: file\n  lang: ts\n  ops:\n    - { pat: 'g($A)', out: 'eq($A)' }\n    - imports: { add: [{ from: ./eq.js, names: [eq] }], remove: [{ from: ./g.js, names: [g], ifUnused: true }] }`,
    ),
  ),
  "leftovers that are listed": treeOf(
    steps(
      `id: a\nast_edit:\n  per: file\n  ops: [{ pat: 'f($A)', out: 'g($A)', leftovers: list }]`,
    ),
  ),
  "nothing found": treeOf(recipeOf([["nothing($A)", "x"]])),
  "paths, languages and a scope": treeOf(
    `version: 1\nscope: { exclude: ["vendor/**"], readonly: ["docs/**"] }\n${recipeOf(F, 'paths: ["src", "docs/**", "nowhere/**", "src/made.ts"]\nlanguages: [ts, py]').replace("version: 1\n", "")}`,
    undefined,
    { "src/made.ts": "f(77);\n" },
  ),
  "owners and packages": treeOf(
    steps(EDIT("a", "f($A)", "g($A)", "per: file"), EDIT("b", "g($A)", "h($A)")),
    `version: 1
default: { verdict: apply, reason: Fine. }
rules:
  - { id: core, when: { owners: ["@core", "@team"] }, verdict: hold, reason: "\${{ facts.owners }}, \${{ facts.packages }}" }
`,
  ),
  "the last commits": treeOf(recipeOf(F, "per: file"), ranked("{ lastCommitOlderThan: 90d }")),
  "a condition on a step": treeOf(
    steps(
      EDIT("a", "String(1)", "g(1)"),
      EDIT("b", "f(10)", "g(10)", "per: file"),
      `${EDIT("c", "g($A)", "h($A)", "per: file")}\nwhen: steps.b.applied > 0`,
      `${EDIT("d", "h($A)", "never($A)")}\nwhen: steps.a.applied > 0`,
    ),
  ),
  "limits of the policy": treeOf(
    recipeOf(F, "per: file"),
    "version: 1\ndefault: { verdict: apply, reason: Fine. }\nlimits: { maxFiles: 7 }\n",
  ),
  "limits on what later steps see": treeOf(
    `${steps(EDIT("a", "f($A)", "g($A)", "per: file"), EDIT("b", "g($A)", "h($A)", "per: file"))}onHeld: continue\n`,
    "version: 1\ndefault: { verdict: apply, reason: Fine. }\nlimits: { maxFiles: 7 }\n",
  ),
  "a verdict on files of several shards": treeOf(
    `${steps(EDIT("a", "f($A)", "g($A)"), EDIT("b", "g($A)", "h($A)", "per: match"))}onHeld: continue\n`,
    "version: 1\ndefault: { verdict: hold, reason: Too much. }\nrules: [{ id: few, when: { maxFiles: 10 }, verdict: apply, reason: Few. }]\n",
  ),
  "a limit of a step": treeOf(
    steps(
      EDIT("a", "f($A)", "g($A)", "per: file"),
      EDIT("b", "g($A)", "h($A)", "per: file, maxFiles: 4"),
      EDIT("c", "h($A)", "k($A)", "per: match"),
    ),
  ),
  "limits for each recipe and package": treeOf(
    recipeOf(F, "per: match"),
    "version: 1\ndefault: { verdict: apply, reason: Fine. }\nlimits: { maxReplacements: 30, each: { package: { maxFiles: 3 } } }\n",
  ),
  "a share of the actions": treeOf(recipeOf(F, "per: file"), ranked("{ percent: 50 }", "discard")),
  expectations: treeOf(`${recipeOf(F)}expect: { minFiles: 5, maxReplacements: 500 }\n`),
};

/**
 * What later steps see depends on another verdict than that of a shard; a step is about all files; or calls of one step edit
 * the same file, whose places are found in its text again.
 */
export const NEEDS_TREE: ReadonlySet<string> = new Set([
  "limits on what later steps see",
  "a verdict on files of several shards",
  "a limit of a step",
  "steps in parallel",
]);
