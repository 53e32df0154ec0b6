import { describe, expect, it } from "vitest";
import { readText } from "../support/temp-tree.ts";
import { run } from "../support/transform-form-run.ts";

/** Renames the function `part` in the file that declares it, and in all that import it. */
const RENAME = `
export default (root) => {
  const name = root.root().find({ rule: { pattern: "part", inside: { kind: "function_declaration" } } });
  if (name === null) return null;
  const edits = [name.replace("piece")];
  for (const { root: other, nodes } of name.references()) {
    const own = nodes.map((node) => node.replace("piece"));
    if (other.filename() === root.filename()) edits.push(...own);
    else other.write(other.root().commitEdits(own));
  }
  return root.root().commitEdits(edits);
};
`;

/** Asks in a way that its text does not tell, and catches all errors. */
const CASES = `
const seen = [];
const ask = (node, ...parts) => { try { return node[parts.join("")](); } catch { return undefined; } };
const CASES = {
  "src/a.ts": (root) => ask(root.root().findAll("b")[1], "defin", "ition")?.kind ?? "caught",
  "src/b.ts": (root) => String(seen.length),
  "src/c.css": (root) => ask(root.root(), "refer", "ences"),
  "src/d.js": (root) => ask(root.root(), "type", "Info"),
};
export default (root) => {
  seen.push(root.root().text());
  return CASES[root.relativeFilename()](root) ?? null;
};
`;

const TREE = {
  "codemod.ts": RENAME,
  "src/a.ts": "import { part } from './b';\npart(1);\n",
  "src/b.ts": "export function part(n: number) {}\npart(2);\n",
  "src/c.ts": "import { part as p } from './b.js';\np(3);\n",
  "other/d.ts": "import { part } from '../src/b';\npart(4);\n",
};
const STEP = "{ transform: ./codemod.ts, api: jssg, paths: [src], per: file }";

describe("a codemod of jssg that asks for names", () => {
  it("T32 may change the files of the step that refer to a name, and no others", async () => {
    const { root, report, alerts } = await run(STEP, TREE);
    expect([report.exitCode, alerts]).toEqual([0, []]);
    expect(readText(root, "src/a.ts")).toBe("import { piece } from './b';\npiece(1);\n");
    expect(readText(root, "src/b.ts")).toBe("export function piece(n: number) {}\npiece(2);\n");
    expect(readText(root, "src/c.ts")).toBe("import { piece } from './b.js';\npiece(3);\n");
    expect(readText(root, "other/d.ts")).toBe(TREE["other/d.ts"]);
  });

  it("sees what earlier steps made of other files, and fails where two propose a change of one", async () => {
    const first = "{ ast_edit: { ops: [{ pat: part(1), out: 'part(part)' }], paths: [src] } }";
    const { root, alerts } = await run(`${first}\n  - ${STEP}`, {
      ...TREE,
      "src/c.ts": "import { part as p } from './b.js';\nimport { part } from './e';\np(part);\n",
      "src/e.ts": "export function part() {}\n",
    });
    expect(alerts).toEqual(["src/e.ts: it proposes src/c.ts, as src/b.ts does."]);
    expect(readText(root, "src/a.ts")).toBe("import { piece } from './b';\npiece(piece);\n");
    expect(readText(root, "src/e.ts")).toBe("export function part() {}\n");
  });

  it("T33 is evaluated for each file, is called again if it hides that it asks, and may not ask for everything", async () => {
    const { root, alerts } = await run(STEP, {
      "codemod.ts": CASES,
      "src/a.ts": "import { b } from './b';\nb;\n",
      "src/b.ts": "export let b;\n",
      "src/c.css": "a {}\n",
      "src/d.js": "d;\n",
    });
    expect(alerts).toEqual([
      "src/c.css: it calls references() of a node of Css, whose names Sluice does not know.",
      "src/d.js: it calls typeInfo() of a node, which needs an analysis of types that Sluice does not have.",
    ]);
    expect(readText(root, "src/a.ts")).toBe("external");
    expect(readText(root, "src/b.ts")).toBe("1");
  });
});
