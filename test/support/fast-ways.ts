import { linkSync } from "node:fs";
import { join } from "node:path";
import { js, ts, tsx } from "@ast-grep/napi";
import { expect, onTestFinished, vi } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import type { FastWay } from "../../src/model/search/fast-ways.ts";
import type { RunRequest, RunWorld } from "../../src/request/request.ts";
import { mutantsOf } from "./mutants.ts";
import { runWith } from "./run-request.ts";
import { commitAll, type Tree, tempTree } from "./temp-tree.ts";
import { initRepository } from "./write-repository.ts";

/** Every way, so that none can be forgotten. */
export const FAST_WAYS: readonly FastWay[] = Object.keys({
  "native-pass": true,
  "token-lists": true,
  "token-prefilter": true,
  "known-results": true,
  "text-filter": true,
  "chosen-listing": true,
} satisfies Record<FastWay, true>) as FastWay[];

/** Code in which the steps of {@link STEPS} match, one inside another, beside what is hard to copy. */
const CODE = `import { f, type G } from "./é𝒳.js";
// Ein Satz mit Umlaut: ä, und 😀.
export const one = (a: number, b = f(1)) => { return a === b ? f(f(a), f(b, "😀")) : g(a, b); };
if (one(1) !== f(2)) { f(3); g(f(4), 5); if (f(5)) { g(6, 7); } }
class K<T> { static m = f(8); private n(x: T): void { this.m?.(f(x, x)); f(\`a\${f(9)}\`); } }
test("a", async () => { await f( 10 , /* why */ 11 ); old(1); }, );
for (const each of [f(12), ...g(1, 2)]) { f(each); continue; }
type U = Record<string, K<number>>; const u = <U>{}; f(u as unknown);
`;

/** Plain code, so that a file is long. */
const FILL = `export const name = { a: [1, 2, 3], b: "text of no interest", c: (x: number) => x * 2 };
function plain(a: string): string { if (a.length > 2) { return a.trim(); } return \`\${a}!\`; }
`;

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

/** Files of all sorts that differ in what an editor, a system or an accident makes of them. */
const ODD: Tree = {
  "odd/bom.ts": `\uFEFF${CODE}`,
  "odd/bom-blank.ts": `\uFEFF\n\n  ${CODE}`,
  "odd/two-boms.ts": `\uFEFF\uFEFF${CODE}`,
  "odd/crlf.ts": CODE.replaceAll("\n", "\r\n"),
  "odd/cr.ts": CODE.replaceAll(/\/\/.*\n/g, "").replaceAll("\n", "\r"),
  "odd/cr-comment.ts": CODE.replaceAll("\n", "\r"),
  "odd/mixed.ts": CODE.replace("\n", "\r\n").replace(";\n", ";\r"),
  "odd/blank-ends.ts": `\n \t\r\n\n${CODE}\n\n \t`,
  "odd/odd-blanks.ts": `\u00A0\u2028 ${CODE}\u2029\u00A0\v\f`,
  "odd/no-end.ts": CODE.trim(),
  "odd/only-blank.ts": " \n\t\r\n",
  "odd/only-bom.ts": "\uFEFF",
  "odd/empty.ts": "",
  "odd/one.ts": "f(1)",
  "odd/shebang.js": "#!/usr/bin/env node\nf(1);\n",
  "odd/generated.ts": `// @generated\n${CODE}`,
  "odd/read/readonly.ts": CODE,
  "odd/.hidden.ts": CODE,
  "odd/with space é😀.ts": CODE,
  "odd/types.d.ts": "declare const x: typeof f; f(1);\n",
  "odd/module.mts": CODE,
  "odd/common.cts": CODE,
  "odd/plain.js": "f(1); if (f(a) === 2) { g(1, f(2)); }\n".repeat(20),
  "odd/module.mjs": "f(1);\n",
  "odd/view.jsx": "const v = <a b={f(1)}>{f(2)}</a>;\n",
  "odd/view.tsx": `${CODE.replace("<U>{}", "{} as U")}const v = <a b={f(1)}>{f(2)} ä😀</a>;\n`,
  "odd/page.html": "<p>f(1)</p><script>f(1); g(1, 2)</script><script lang='ts'>f(<T>x)</script>\n",
  "odd/sheet.css": "a { width: f(1); }\n",
  "odd/script.py": "f(1)\nif f(2):\n    g(1, 2)\n",
  "odd/surrogate.ts": bytes("f(1); // ", [0xed, 0xa0, 0x80], "\n"),
  "odd/not-utf8.ts": bytes("f(1); // ", [0xff, 0xc3], "\n"),
  "odd/utf16.ts": Buffer.from("\uFEFFf(1);", "utf16le"),
  "odd/nul.ts": "f(1);\0\n",
  "broken/error.ts": `${CODE}f(1, ;;\n}\n`,
  "broken/made-up.ts": `${CODE}const x = { a: f(1)\n`,
  "broken/made-up-name.ts": `${CODE}if (f(1)) { let = ; a. ; }\n`,
  "broken/paren.ts": `${CODE}f(1\n`,
  "broken/blank.ts": `  \n${CODE}\nf(1\n\n  `,
  "broken/view.tsx": "const v = <a b={f(1)}>{f(2)}</b>;\n",
  "broken/plain.js": "f(1); g(2, ;\n",
};

/** Text that costs no time to parse, so that a file is long. */
const COMMENT = `/*${" ä long".repeat(4500)} */\n`;

/** Texts that are so long that they are first asked for the tokens that a parser can make up. */
const LONG: Tree = {
  "long/valid.ts": CODE + COMMENT + FILL,
  "long/crlf.ts": (CODE + FILL + COMMENT).replaceAll("\n", "\r\n"),
  "long/made-up.ts": `${CODE}${COMMENT}${FILL}const x = [f(1)\n`,
  "long/error.ts": `${FILL}${COMMENT}${CODE}f(1 2 }\n`,
  "long/plain.js": `f(1); if (f(a) === 2) { g(1, f(2)); }\n${COMMENT}`,
};

/** The tree: `mutants` of the code, most of which are broken, beside all that is odd or long. */
export function treeOfAllSorts(mutants: number): Tree {
  const mutated = [...mutantsOf(CODE, { count: mutants, seed: 17 })];
  const named = mutated.map((text, index): [string, string] => [`mutants/${index}.ts`, text]);
  return { ...ODD, ...LONG, ...Object.fromEntries(named) };
}

/** Writes a repository in which two of the files are links to the same inode. */
export function repositoryOf(files: Tree): string {
  const root = tempTree({ ...files, "twins/a.ts": CODE });
  linkSync(join(root, "twins/a.ts"), join(root, "twins/b.ts"));
  linkSync(join(root, "twins/a.ts"), join(root, "twins/c.tsx"));
  initRepository(root);
  commitAll(root);
  return root;
}

/** The steps of a recipe by their names, each as the lines of its `ast_edit`. */
export const STEPS: Readonly<Record<string, string>> = {
  nested: `ops: [{ pat: "f($$$A)", out: "h($$$A)" }]`,
  "same-node": `ops:
        - { pat: "f($A)", out: "one($A)" }
        - { pat: "f($$$A)", out: "many($$$A)" }
        - { pat: "g($A, $B)", out: "g($B, $A)" }
        - { pat: "$A === $B", out: "is($A, $B)" }
        - { pat: "f(f($A), $B)", out: "deep($A, $B)" }
        - { pat: "$A >>> $B", strictness: relaxed, out: "shift($A, $B)" }`,
  across: `per: file
      ops:
        - { pat: "if ($C) { $$$B }", out: "when($C, () => { $$$B });" }
        - { pat: "f($A)", out: "h($A)" }`,
  constraints: `ops:
        - { rule: { pattern: "f($A)" }, constraints: { A: { regex: "^[0-9]" } }, out: "digits($A)" }`,
  "two-constraints": `ops:
        - { rule: { pattern: "f($A)" }, constraints: { A: { regex: "^[0-9]" } }, out: "digits($A)" }
        - { rule: { pattern: "f($A)" }, constraints: { A: { kind: identifier } }, out: "names($A)" }`,
  relations: `ops:
        - rule: { pattern: "f($$$A)", inside: { kind: statement_block, stopBy: end } }
          out: "inner($$$A)"
        - rule: { kind: call_expression, has: { field: arguments, has: { pattern: "f($X)" } } }
          out: "outer($X)"`,
  utils: `ops:
        - rule: { pattern: "f($$$A)", inside: { matches: block, stopBy: end } }
          utils: { block: { any: [{ kind: statement_block }, { kind: class_body }] } }
          out: "inner($$$A)"`,
  selector: `ops:
        - { pat: "class A { $M = f($X) }", selector: public_field_definition, out: "$M = field($X)" }
        - { pat: "f($A)", strictness: ast, out: "ast($A)" }
        - { pat: "g($A, $B)", strictness: relaxed, out: "loose($A, $B)" }
        - { pat: "await $X", strictness: signature, out: "wait($X)" }`,
  keep: `ops:
        - { pat: "test($NAME, $$$REST)", out: "it($NAME, $$$REST)", layout: keep }
        - { pat: "f($$$A)", out: "h($$$A)", layout: keep }`,
  lines: `ops:
        - { pat: "continue;", out: ~, deleteLines: true }
        - { rule: { pattern: "test($$$A)" }, out: "", deleteLines: true }
        - rule: { pattern: "f($A)" }
          transform: { TO: { map: { source: $A, table: { "1": one, each: all }, default: other } } }
          out: "f(\\n  $TO\\n)"`,
  "per-match": `per: match
      ops: [{ pat: "f($A)", out: "h($A)" }]`,
  imports: `ops:
        - { pat: "f($$$A)", out: "h($$$A)" }
        - imports: { add: [{ from: h, names: [h] }], remove: [{ from: ./é𝒳.js, names: [f], ifUnused: true }] }`,
  "all-imports": `per: file
      passes: 2
      ops: [{ imports: { add: [{ from: h, names: [h] }], when: always } }]`,
  "max-files": `maxFiles: 7
      ops: [{ pat: "f($A)", out: "h($A)" }]`,
  "max-replacements": `maxReplacements: 31
      ops: [{ pat: "f($A)", out: "h($A)" }, { pat: "g($A, $B)", out: "g($B, $A)" }]`,
  "edit-broken": `onParseError: edit
      editGenerated: true
      ops: [{ pat: "f($$$A)", out: "h($$$A)" }, { pat: "$A === $B", out: "is($A, $B)" }]`,
  breaking: `ops: [{ pat: "f($A)", out: "h($A" }, { pat: "return $A", out: "return\\n\\n$A }" }]`,
  passes: `passes: 2
      ops: [{ pat: "f($A, $$$B)", out: "h($A); f($$$B)" }]`,
  tokens: `ops: [{ pat: "$A => $B", out: "fn($A, $B)" }, { pat: "$A?.($$$B)", out: "call($A, $$$B)" }]`,
  forced: `lang: typescript
      ops: [{ pat: "f($A)", out: "h($A)" }]`,
};

/** Returns a recipe of some steps. */
export function recipeOfSteps(names: readonly string[]): string {
  const steps = names.map((name) => `  - id: ${name}\n    ast_edit:\n      ${STEPS[name]}\n`);
  return `version: 1\nscope: { readonly: ["**/read/**"] }\nsteps:\n${steps.join("")}`;
}

/** A report without its id and times. */
const comparable = ({ run: _run, ...report }: Report) => report;

/** Previews in a repository without some of the fast ways. */
export async function reportWithout(
  root: string,
  without: readonly FastWay[],
  request: Partial<RunRequest> = {},
  world: Partial<RunWorld> = {},
): Promise<ReturnType<typeof comparable>> {
  const wanted = { command: "preview" as const, ...request };
  return comparable(await runWith(root, wanted, undefined, { ...world, without }));
}

/** The ways that are switched off together, and if findings are kept: the first run finds them, the second knows them. */
const COMBINATIONS: readonly (readonly [without: readonly FastWay[], cache: boolean])[] = [
  [["native-pass"], false],
  [["token-lists"], false],
  [["token-prefilter"], false],
  [[], true],
  [[], true],
  [["known-results"], true],
];

/** Expects the same report of a repository with each fast way off, and with all of them off, twice with all on. */
export async function expectSameReports(
  root: string,
  request: Partial<RunRequest>,
  world: Partial<RunWorld> = {},
): Promise<ReturnType<typeof comparable>> {
  const plain = await reportWithout(root, FAST_WAYS, { ...request, cache: true }, world);
  for (const [without, cache] of COMBINATIONS) {
    const report = await reportWithout(root, without, { ...request, cache }, world);
    expect([without, cache, report]).toEqual([without, cache, plain]);
  }
  return plain;
}

/** The languages whose searches are watched. */
const ENGINES = [ts, tsx, js];

/** Watches the native pass: returns the paths that it reads. `before` may meddle with the files that it is about to read. */
export function watchNativePass(before: (paths: readonly string[]) => void = () => undefined) {
  const read: string[] = [];
  for (const engine of ENGINES) {
    const search = engine.findInFiles;
    const spy = vi.spyOn(engine, "findInFiles").mockImplementation((config, callback) => {
      if (JSON.stringify(config.matcher).includes("SLUICE_")) {
        read.push(...config.paths);
        before(config.paths);
      }
      return search.call(engine, config, callback);
    });
    onTestFinished(() => spy.mockRestore());
  }
  return read;
}
