import { expect, it } from "vitest";
import { misboundNames } from "../../../src/edit/imports/misbound-names.ts";
import { javascriptNames } from "../../../src/names/javascript/javascript-names.ts";
import type { Dialect } from "../../../src/syntax/dialect.ts";

const IMPORT = 'import { log } from "./log.js";\n';
const ADD = { from: "./log.js", names: [["log", "log"]], type: false } as const;

/** Returns what names mean in the edits of a result, which stand between `«` and `»`. */
function misbound(marked: string, dialect: Dialect = "ts") {
  const places: { start: number; end: number }[] = [];
  let text = "";
  for (const piece of marked.split(/(?=[«»])/)) {
    if (piece.startsWith("«")) places.push({ start: text.length, end: text.length });
    const last = places.at(-1);
    if (piece.startsWith("»") && last) last.end = text.length;
    text += piece.replace(/^[«»]/, "");
  }
  const names = javascriptNames(text, dialect);
  if (names === undefined) throw new Error("The text has syntax errors.");
  const leftOut = new Set(text.includes(IMPORT) ? [] : ["log"]);
  return misboundNames({ names, places, leftOut }, [ADD]).map(
    ({ isShadowed, declared }) =>
      `${isShadowed ? "shadowed" : "left out"} ${declared?.kind} ${text.slice(0, declared?.start).split("\n").length}`,
  );
}

it.each([
  ["a parameter", "function f(log) {\n  «log(1)»;\n}", "shadowed parameter 2"],
  ["one of an arrow function", "x.map(log =>\n «log(1)»)", "shadowed parameter 2"],
  ["one with a type", "const f = (a: A,\n { b: log = 1 }: B) => «log(1)»;", "shadowed parameter 3"],
  ["a rest of parameters", "class A { m(...log: B[]) { «log(1)» } }", "shadowed parameter 2"],
  ["a local declaration", "{ «log(1)»;\n const log = 1; }", "shadowed variable 3"],
  [
    "`var` in a block",
    "function f() { if (a) {\n var [log] = b; }\n «log(1)»; }",
    "shadowed variable 3",
  ],
  ["a function in a function", "() => { function log() {}\n «log(1)» }", "shadowed function 2"],
  ["the head of a loop", "for (const log of a)\n «log(1)»;", "shadowed variable 2"],
  ["the clause of a catch", "try {} catch (log) { «log(1)» }", "shadowed variable 2"],
  ["an enum in a block", "{ enum log { a }\n «log(1)» }", "shadowed class 2"],
  ["the name of a function expression", "a = function log() { «log(1)» }", "shadowed function 2"],
  [
    "a parameter that `eval` may see",
    "function f(log) { eval(a);\n «log(1)» }",
    "shadowed parameter 2",
  ],
  ["a shorthand property", "(log) => «({ log })»", "shadowed parameter 2"],
])("finds a name that %s has around an edit", (_what, code, found) => {
  expect(misbound(`${IMPORT}${code}\n`)).toEqual([found]);
});

it.each([
  ["a constant", "const log = 1;\n«log(1)»;\n", "left out variable 1"],
  ["a function, from within another", "«log(1)»;\nfunction log() {}\n", "left out function 2"],
  ["`var` in a block", "if (a) { var log = 1; }\n() => «log(1)»;\n", "left out variable 1"],
  ["an import from elsewhere", 'import log from "x";\n«log(1)»;\n', "left out import 1"],
  [
    "another name of the module",
    'import { a as log } from "./log.js";\n«log(1)»;\n',
    "left out import 1",
  ],
])("finds a name that the file itself has: %s", (_what, code, found) => {
  expect(misbound(code)).toEqual([found]);
});

it.each([
  ["of the import", "«log(1)»; function f(log) {} { const log = 1; } (log) => log;"],
  [
    "of a property, a key and a label",
    "function f(log) { «a.log({ log: 1 }); log: for (;;) break log»; }",
  ],
  ["that no edit mentions", "function f(log) { log(1); «a(1)»; log(2); }"],
  ["that the edit declares", "«a((log) => log(1))»;"],
  [
    "that is required from the module",
    'function f() { const { log } = require("./log.js"); «log(1)»; }',
  ],
  [
    "of a type for a value, and of a value for a type",
    "function f<log>(a) { type log = 1; «log(1)» }",
  ],
  [
    "of an import and an export",
    '«import { log as a } from "x"; export { log } from "y"; export { b as log }»',
  ],
])("finds nothing wrong with a name %s", (_what, code) => {
  expect(misbound(`${IMPORT}${code}\n`)).toEqual([]);
});

it("reads JavaScript and JSX", () => {
  expect(misbound(`${IMPORT}function f(log) { «log(1)» }\n`, "jsx")).toHaveLength(1);
  const element = (name: string) => `${IMPORT}function f(log) { return «<${name}/>» }\n`;
  expect(misbound(element("log.A"), "tsx")).toHaveLength(1);
  expect(misbound(element("log"), "tsx")).toEqual([]);
});

it("finds the innermost of many nested declarations", () => {
  const depth = 500;
  const code = `${"(log) => {\n".repeat(depth)}«log(1)»${"}".repeat(depth)}\n`;
  expect(misbound(IMPORT + code)).toEqual([`shadowed parameter ${depth + 1}`]);
});
