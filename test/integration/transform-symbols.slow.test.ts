import { describe, expect, it } from "vitest";
import { readText } from "../support/temp-tree.ts";
import { run } from "../support/transform-form-run.ts";

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
const STEP = "{ transform: ./codemod.ts, api: jssg, paths: [src], per: file }";

describe("a codemod of jssg that asks for names", () => {
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
