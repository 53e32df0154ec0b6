import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findMatchingFiles } from "../../../../src/edit/match/find-matching-files.ts";
import { tempTree } from "../../../support/temp-tree.ts";
import { definitionAt, type MarkedFiles, openMarked, referencesAt } from "../symbols-in.ts";

const PARTS = "export function part(a: number) {\n  return a;\n}\nexport const whole = part(1);\n";

describe("the definition of a name", () => {
  it.each<[what: string, files: MarkedFiles, definition: string]>([
    ["is its declaration", { "a.js": "const b = 1;\nf(«b»);" }, "local a.js 1: b"],
    ["is the innermost", { "a.ts": "let b;\nf((b: B) =>\n «b»);" }, "local a.ts 2: b"],
    ["is found for itself", { "a.js": "\nfunction «b»() {}" }, "local a.js 2: b"],
    ["is found for its statement", { "a.js": "«const b = 1;»" }, "local a.js 1: b"],
    ["counts characters as texts do", { "a.js": "f('😀é'); let b; «b»;" }, "local a.js 1: b"],
    ["may be a type", { "a.tsx": "type B = 1;\nlet c: «B» = <b/>;" }, "local a.tsx 1: B"],
    ["may be a key, too", { "a.js": "let b;\nf({ «b» });" }, "local a.js 1: b"],
    ["may be required", { "a.js": "const { b } = require('./c');\n«b»;" }, "local a.js 1: b"],
    ["is none of a global", { "a.js": "«b»();" }, "none"],
    ["is none of a member", { "a.js": "let b; c.«b»;" }, "none"],
    ["is none of what is no name", { "a.js": "let b; «f(b)»;" }, "none"],
    ["is none where code decides", { "a.js": "let b; with (c) «b»;" }, "none"],
    ["may be of Python", { "a.py": "def f(b):\n    return «b»\n" }, "local a.py 1: b"],
  ])("%s", (_, files, definition) => {
    expect(definitionAt(files)).toBe(definition);
  });

  it.each<[what: string, files: MarkedFiles, definition: string]>([
    ["a name", { "a.ts": "import { part } from './b';\n«part»();" }, "external b.ts 1: part"],
    ["its import", { "a.ts": "import { «part» } from './b';" }, "external b.ts 1: part"],
    [
      "another name",
      { "a.ts": "import { part as p } from './b.js';\n«p»;" },
      "external b.ts 1: part",
    ],
    ["what it was", { "a.ts": "import { «part» as p } from './b';" }, "external b.ts 1: part"],
    ["a variable", { "a.ts": "import { whole } from './b';\n«whole»;" }, "external b.ts 4: whole"],
    ["no export", { "a.ts": "import { no } from './b';\n«no»;" }, "import a.ts 1: no"],
    ["a package", { "a.ts": "import { no as n } from 'b';\n«n»;" }, "import a.ts 1: no as n"],
    ["a default", { "a.ts": "import no from 'b';\n«no»;" }, "import a.ts 1: no"],
    ["all", { "a.ts": "import * as b from './b';\n«b».part();" }, "import a.ts 1: * as b"],
    ["no file", { "a.ts": "import { part } from './c';\n«part»;" }, "import a.ts 1: part"],
    ["what is outside", { "a.ts": "import { part } from '../b';\n«part»;" }, "import a.ts 1: part"],
  ])("follows an import of %s", (_, files, definition) => {
    expect(definitionAt({ ...files, "b.ts": PARTS })).toBe(definition);
  });

  it.each<[what: string, files: MarkedFiles, definition: string]>([
    ["a name", { "i/index.ts": "export { part as p } from '../b';" }, "external b.ts 1: part"],
    [
      "all names",
      { "i/index.ts": "export * from './c';\nexport * from '../d';" },
      "external d.ts 1: p",
    ],
    [
      "an import",
      { "i/index.ts": "import { p } from '../d';\nexport { p };" },
      "external d.ts 1: p",
    ],
    [
      "a package",
      { "i/index.ts": "export { p } from 'p';" },
      "external i/index.ts 1: export { p } from 'p';",
    ],
    [
      "each other",
      { "i/index.ts": "export { p } from '../a';" },
      "external i/index.ts 1: export { p } from '../a';",
    ],
    ["what has errors", { "i/index.ts": "export const p = ;" }, "import a.ts 1: p"],
  ])("follows modules that export %s again", (_, files, definition) => {
    const a = "import { p } from './i';\nexport * from './i';\n«p»;";
    expect(definitionAt({ "a.ts": a, "b.ts": PARTS, "d.ts": "export let p;", ...files })).toBe(
      definition,
    );
  });

  it("is the statement of a default export without a name", () => {
    const files = { "a.js": "import b from './b.js';\n«b»;", "b.js": "export default 1 + 1;" };
    expect(definitionAt(files)).toBe("external b.js 1: export default 1 + 1;");
  });

  it("stops at the import if it is asked to", () => {
    const files = { "a.ts": "import { part } from './b';\n«part»;", "b.ts": PARTS };
    expect(definitionAt(files, { resolveExternal: false })).toBe("import a.ts 1: part");
  });

  it("follows the relative imports of Python", () => {
    const files = {
      "p/a.py": "from ..q.b import part as c\n«c»()\n",
      "q/b.py": "from .d import part\n",
      "q/d.py": "def part(): pass\n",
    };
    expect(definitionAt(files)).toBe("external q/d.py 1: part");
  });

  it("fails for a text with syntax errors, and for one that is nested too deeply", () => {
    expect(() => definitionAt({ "a.ts": "let b = ; «b»;" })).toThrow(
      "a.ts has syntax errors, so that its names cannot be told",
    );
    const deep = `«b»; ${"(".repeat(1100)}1${")".repeat(1100)}`;
    expect(() => definitionAt({ "a.ts": deep })).toThrow("the code of a.ts is nested too deeply");
  });
});

describe("the references to a name", () => {
  it("are those of its file, without the name that declares it", () => {
    const text = "let «b» = 1;\nb = b + 1;\nf({ b }, (b) => b);\nexport { b };";
    const found = ["a.ts 2: b", "a.ts 2: b", "a.ts 3: b", "a.ts 4: b"];
    expect(referencesAt({ "a.ts": text })).toEqual(found);
    expect(referencesAt({ "a.ts": text.replace("let «b» = 1;", "«let b = 1;»") })).toEqual(found);
    expect(referencesAt({ "a.ts": "let b;\nf((b) =>\n «b»);" })).toEqual(["a.ts 3: b"]);
    expect(referencesAt({ "a.ts": "f(«b»)" })).toEqual([]);
  });

  it("are those of the files that import it, in all spellings, sorted by path", () => {
    const files = {
      "b.ts": PARTS.replace("part(a", "«part»(a"),
      "a.ts": "import { part } from './b';\npart(part);",
      "c/d.tsx": "import * as b from '../b.js';\nb.part(<b.whole/>);\nb\n  ?.part;",
      "e.ts": "import { part as p } from './b';\np();",
      "f.ts": "export { part as q } from './b';",
      "g.ts": "import { q } from './f';\nq();",
      "h.ts": "export * from './b';",
      "i.js": "import { part } from './h.js';\npart();",
      "k.ts": "import { part } from './other/b';\npart();",
      "l.ts": "// './b'\nlet part;\npart();",
      "other/b.ts": "export let part;",
    };
    expect(referencesAt(files)).toEqual([
      ...["b.ts 4: part", "a.ts 1: part", "a.ts 2: part", "a.ts 2: part"],
      ...["c/d.tsx 2: part", "c/d.tsx 4: part", "e.ts 1: part as p", "e.ts 2: p"],
      ...["f.ts 1: part", "g.ts 1: q", "g.ts 2: q", "i.js 1: part", "i.js 2: part"],
    ]);
  });

  it("of an import are those of its file", () => {
    const files = { "a.ts": "import { «part» } from './b';\npart();", "b.ts": PARTS };
    expect(referencesAt(files)).toEqual(["a.ts 2: part"]);
  });

  it("of Python have the name that declares it, too", () => {
    const files = { "a.py": "def «f»(): pass\nf()\n", "b.py": "from .a import f as g\ng()\n" };
    expect(referencesAt(files)).toEqual(["a.py 1: f", "a.py 2: f", "b.py 1: f as g", "b.py 2: g"]);
  });

  it("are those of what was written before", () => {
    const { node, file } = openMarked({
      "a.ts": "import { b } from './c';\n«b»;",
      "c.ts": "export let b;",
    });
    const written = "// Twice.\nexport let b;";
    node.definition()?.root.write(written);
    expect(node.definition()?.root.root().text()).toBe(written);
    expect(file.proposals(undefined)).toEqual([{ path: "c.ts", text: written }]);
  });
});

it("leaves the names of files to the engine that it reads itself", async () => {
  expect(definitionAt({ "a.js": "«b»();" })).toBe("none"); // The methods of jssg are there.
  const path = join(tempTree({ "a.ts": "old(1);\n" }), "a.ts");
  const search = { rule: { pattern: "old($A)" } };
  expect([...(await findMatchingFiles("typescript", search, [path]))]).toEqual([path]);
});
