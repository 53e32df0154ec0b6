import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { readText } from "../../support/temp-tree.ts";
import { editRun } from "./support/edit-run.ts";

/** An edit, the text that it is made in, and the fact that must be told. */
interface Trap {
  readonly fact: "commentsLost" | "tokensLost" | "stringsChanged" | "whitespaceOnly";
  readonly pat: string;
  readonly out: string;
  readonly text: string;
}

const TRAPS: Readonly<Record<string, Trap>> = {
  "comment.js": {
    fact: "commentsLost",
    pat: "old($A, $B)",
    out: "neu($A, $B)",
    text: "old(1, /* keep */ 2);\n",
  },
  "async.js": {
    fact: "tokensLost",
    pat: "function handler($A) { $$$B }",
    out: "function handle($A) { $$$B }",
    text: "async function handler(a) { await a; }\n",
  },
  "terminator.js": {
    fact: "tokensLost",
    pat: "var $A = require($B)",
    out: "const $A = require($B)",
    text: 'var a = require("a");\n[1].map(a);\n',
  },
  "template.js": {
    fact: "stringsChanged",
    pat: "wrap($A)",
    out: "block(\n    $A)",
    text: "wrap(`a\n  b\n    c`);\n",
  },
  "white.js": { fact: "whitespaceOnly", pat: "call($A)", out: "call($A)", text: "call( 1 );\n" },
};
const CLEAN = { pat: "plain($A)", out: "Map($A)", text: "plain(1); // stays\n" };

/** Lines of YAML: a step for each of these files. */
function steps(edits: Readonly<Record<string, { readonly pat: string; readonly out: string }>>) {
  return Object.entries(edits)
    .map(([path, { pat, out }]) => {
      const op = JSON.stringify({ pat, out });
      return `  - { id: ${path.replace(".js", "")}, ast_edit: { paths: [${path}], ops: [${op}] } }`;
    })
    .join("\n");
}

const EDITS = { ...TRAPS, "clean.js": CLEAN };
const FILES = Object.fromEntries(Object.entries(EDITS).map(([path, { text }]) => [path, text]));

/** True if a fact tells of a loss, as a number, a list or a boolean. */
const isTold = (fact: unknown) => (Array.isArray(fact) ? fact.length > 0 : Boolean(fact));

describe("an edit that loses what it does not name", () => {
  it("L1 L2 is told in its own fact, and is held by safe with the fact as the reason; a clean one is applied", async () => {
    const { report, root, status } = await editRun({
      steps: steps(EDITS),
      files: FILES,
      policy: "safe",
    });
    for (const action of report.actions) {
      const path = action.files[0]?.path ?? "";
      const facts: Readonly<Record<string, unknown>> = { ...action.facts };
      const told = ["commentsLost", "tokensLost", "stringsChanged", "whitespaceOnly"].filter(
        (fact) => isTold(facts[fact]),
      );
      const { fact } = TRAPS[path] ?? {};
      expect({ path, told }).toEqual({ path, told: fact === undefined ? [] : [fact] });
      expect({ path, state: action.state }).toEqual({ path, state: fact ? "held" : "applied" });
      if (fact === undefined) continue;
      expect(`${action.ruleId}`.replaceAll("-", "")).toBe(fact.toLowerCase());
      expect(action.reason).toContain(fact === "whitespaceOnly" ? "white space" : path);
    }
    expect(report.actions).toHaveLength(Object.keys(EDITS).length);
    for (const [path, { text }] of Object.entries(TRAPS)) expect(readText(root, path)).toBe(text);
    expect(readText(root, "clean.js")).toBe("Map(1); // stays\n");
    expect(status).toBe(4);
  });

  it("L1 is warned of in a preview, with the file, the line and the text", async () => {
    const { report, stdout } = await editRun({
      steps: steps(EDITS),
      files: { ...FILES, "comment.js": `x();\n${FILES["comment.js"]}` },
      policy: null,
      verb: "preview",
      args: ["--facts", "all"],
    });
    const told = report.alerts.map(({ message, path }) => `${path ?? ""} ${message}`).join("\n");
    expect(told).toMatch(/comment\.js/);
    expect(told).toContain("/* keep */");
    expect(told).toMatch(/\b2\b/);
    expect(stdout).toContain("async");
  });

  it("L1 is for a policy to decide", async () => {
    const policy = `version: 1
default: { verdict: hold, reason: Something is lost. }
rules:
  - { id: lossless, when: { commentsLost: false, tokensLost: false, stringsChanged: false, whitespaceOnly: false }, verdict: apply, reason: Nothing is lost. }
`;
    const { report } = await editRun({ steps: steps(EDITS), files: FILES, policy });
    expect(report.actions.map(({ step, state }) => `${step} ${state}`)).toEqual([
      ...Object.keys(TRAPS).map((path) => `${path.replace(".js", "")} held`),
      "clean applied",
    ]);
  });
});

describe("layout: keep", () => {
  const text = `test("a", () => {
  const s = \`
one
      two
  \`;

\tx(  1,2 );   
   y("\\u0041" );
\t
});
describe.each([[ 1 ]])("b", ()=>{
      test( "c" , () => { test("d", async() => {}) } );
});
`;

  it("L3 changes no byte of a capture, and nothing but the texts between", async () => {
    const edit = `ops: [{ pat: "test($A, $B)", out: "it($A, $B)", layout: keep }], passes: 3`;
    const { root, report, status } = await editRun({ edit, files: { "a.test.js": text } });
    expect({ status, diagnostics: report.diagnostics }).toEqual({ status: 0, diagnostics: [] });
    const changed = readText(root, "a.test.js");
    const [before, after] = [text, changed].map((source) => source.split("\n"));
    for (const [index, line] of (before ?? []).entries())
      if (!line.includes("test(")) expect(after?.[index]).toBe(line);
    expect(after?.[0]).toBe('it("a", () => {');
    const diff = execFileSync("git", ["diff", "--unified=0"], { cwd: root, encoding: "utf8" });
    const lines = diff.split("\n").filter((line) => /^[-+](?![-+])/.test(line));
    expect(lines.every((line) => /\b(test|it)\(/.test(line))).toBe(true);
  });

  it("L3 keeps what the default re-indents: the value of a template", async () => {
    const op = { pat: "wrap($A)", out: "block(\n    $A)" };
    const run = (layout: object) =>
      editRun({
        edit: `ops: [${JSON.stringify({ ...op, ...layout })}]`,
        files: { "a.js": TRAPS["template.js"]?.text ?? "" },
      });
    const [kept, moved] = await Promise.all([run({ layout: "keep" }), run({})]);
    expect(readText(kept.root, "a.js")).toBe("block(\n    `a\n  b\n    c`);\n");
    expect(readText(moved.root, "a.js")).not.toBe("block(\n    `a\n  b\n    c`);\n");
  });
});
