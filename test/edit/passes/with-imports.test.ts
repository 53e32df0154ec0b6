import { describe, expect, it } from "vitest";
import { plannedNames } from "./planned-names.ts";

const BROUGHT = {
  pat: "old($A)",
  out: "fresh($A)",
  names: { old: "global", fresh: { from: ["n"], export: "fresh" } },
} as const;

describe("an import that stands right before a replacement", () => {
  it.each([
    ["old(1);\n", 'import { fresh } from "n";\n\nfresh(1);\n'],
    ["import a from 'a'\nold(a)\n", "import a from 'a'\nimport { fresh } from 'n'\nfresh(a)\n"],
    [
      "const b = require('b')\nold(b).c\n",
      "const b = require('b')\nconst { fresh } = require('n')\nfresh(b).c\n",
    ],
    [
      "import a from 'a'\nold(a) + 1\n",
      "import a from 'a'\nimport { fresh } from 'n'\nfresh(a) + 1\n",
    ],
  ])("does not regroup it (L4): %j", async (before, after) => {
    expect(await plannedNames(before, BROUGHT)).toEqual({ text: after, regrouped: [], faults: [] });
  });

  it("hides no replacement that is read in another way (L4)", async () => {
    const op = { ...BROUGHT, out: "fresh($A) || $A" };
    const { text, regrouped } = await plannedNames("import a from 'a'\nold(a).b\n", op);
    expect(text).toBe("import a from 'a'\nimport { fresh } from 'n'\nfresh(a) || a.b\n");
    expect(regrouped).toHaveLength(1);
  });
});

it("is a require where edits took the last one of a CommonJS file", async () => {
  const op = { ...BROUGHT, names: { ...BROUGHT.names, old: { from: ["m"], export: "old" } } };
  expect((await plannedNames("f(require('m').old(1));\n", op)).text).toBe(
    'const { fresh } = require("n");\n\nf(fresh(1));\n',
  );
  expect((await plannedNames("import 'a';\nf(require('m').old(1));\n", op)).text).toContain(
    "import",
  );
});

describe("a require that a replacement needs runs before it", () => {
  const NEW = "const { fresh } = require('n');\n";
  it.each([
    ["old(1);\nconst fs = require('fs');\n", `${NEW}\nfresh(1);\nconst fs = require('fs');\n`],
    ["old(1);\nconst n = require('n');\n", `${NEW}\nfresh(1);\nconst n = require('n');\n`],
    [
      "old(1);\nconst { fresh } = require('n');\n",
      "const { fresh: fresh2 } = require('n');\n\nfresh2(1);\nconst { fresh } = require('n');\n",
    ],
    ["old(1);\nconst { a } = require('n');\n", `${NEW}\nfresh(1);\nconst { a } = require('n');\n`],
    [
      "if (a) { var { fresh } = require('n'); }\nold(1);\n",
      "const { fresh: fresh2 } = require('n');\n\nif (a) { var { fresh } = require('n'); }\nfresh2(1);\n",
    ],
    ["const { fresh } = require('n');\nold(1);\n", `${NEW}fresh(1);\n`],
    [
      "f();\nconst a = require('a');\nold(1);\n",
      `f();\nconst a = require('a');\n${NEW}fresh(1);\n`,
    ],
    ["const { a } = require('n');\nold(1);\n", "const { a, fresh } = require('n');\nfresh(1);\n"],
    [
      "function f() { const { fresh } = require('n'); return old(1); }\nexports.f = f;\n",
      "function f() { const { fresh } = require('n'); return fresh(1); }\nexports.f = f;\n",
    ],
  ])("%j", async (before, after) => {
    expect((await plannedNames(before, BROUGHT)).text).toBe(after);
  });
});
