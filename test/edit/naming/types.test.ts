import { describe, expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { plannedNames } from "../passes/planned-names.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // Loads all.

const [old, fresh] = ["old", "fresh"].map((name) => ({ from: ["m"], export: name })) as [
  { from: string[]; export: string },
  { from: string[]; export: string },
];
const TYPE = { pat: "old", out: "fresh", names: { old, fresh } };
const CALL = { pat: "old($A)", out: "fresh($A)", names: { old: "global", fresh } } as const;
const { names: _, ...PLAIN } = CALL;

describe("a name that is imported as a type", () => {
  it.each([
    ["import type { old } from 'm';\n", "import type { fresh } from 'm';\n"],
    ["import { type old, b } from 'm';\nb();\n", "import { type fresh, b } from 'm';\nb();\n"],
    ["import { old } from 'm';\n", "import { fresh } from 'm';\n"],
  ])("gives way to one that is imported likewise: %j", async (before, after) => {
    const { text, faults } = await plannedNames(`${before}let a: old;\n`, TYPE, "typescript");
    expect({ text, faults }).toEqual({ text: `${after}let a: fresh;\n`, faults: [] });
  });

  const FROM_N = { ...TYPE, names: { old, fresh: { from: ["n"], export: "fresh" } } };
  it.each([
    [
      "import { type old } from 'm';\nlet a: old;",
      "import { type fresh } from 'n';\nlet a: fresh;",
    ],
    [
      "import { type old as o } from 'm';\nlet a: o;",
      "import { type fresh as o } from 'n';\nlet a: o;",
    ],
    [
      "import type * as m from 'm';\nlet a: m.old;",
      "import type { fresh } from 'n';\nlet a: fresh;",
    ],
    [
      "import type * as m from 'm';\nlet a: typeof m.old;",
      "import type { fresh } from 'n';\nlet a: typeof fresh;",
    ],
    [
      "import { type old, v } from 'm';\nlet a: old = v;",
      "import { v } from 'm';\nimport type { fresh } from 'n';\nlet a: fresh = v;",
    ],
    [
      "import type { old } from 'm';\nexport { old };",
      "import type { fresh } from 'n';\nexport { fresh as old };",
    ],
    [
      "import type { old } from 'm';\nimport { old as o, v } from 'm';\nlet a: old = o(v);",
      "import { v } from 'm';\nimport { fresh } from 'n';\nlet a: fresh = fresh(v);",
    ],
    [
      "import * as m from 'm';\nlet a: typeof m.old;",
      "import type { fresh } from 'n';\nlet a: typeof fresh;",
    ],
    [
      "import m = require('m');\nlet a: m.old = m.b;",
      "import type { fresh } from 'n';\n\nimport m = require('m');\nlet a: fresh = m.b;",
    ],
    [
      "import * as m from 'm';\nlet a: m.old = m.old;",
      "import { fresh } from 'n';\nlet a: fresh = fresh;",
    ],
  ])(
    "gives way to a type of another module, and an import of values to one: %j",
    async (before, after) => {
      expect(await plannedNames(before, FROM_N, "typescript")).toMatchObject({
        text: after,
        faults: [],
      });
    },
  );

  it("gives way to a default, which no braces have as a type", async () => {
    const names = { old, fresh: { from: ["n"], export: "default" } };
    const text = "import { type old } from 'm';\nlet a: old;";
    const after = "import type fresh from 'n';\nlet a: fresh;";
    expect((await plannedNames(text, { ...TYPE, names }, "typescript")).text).toBe(after);
  });

  it("is no value: one that out brings is imported", async () => {
    const types = "import type { fresh } from 'm';\nlet a: fresh;\n";
    const { text, faults } = await plannedNames(`${types}old(1);\n`, CALL, "typescript");
    expect(text).toBe(
      "import type { fresh } from 'm';\nimport { fresh as fresh2 } from 'm';\nlet a: fresh;\nfresh2(1);\n",
    );
    expect(faults).toEqual([]);
    const known = "import { fresh } from 'm';\nlet a: fresh;\n";
    expect((await plannedNames(`${known}old(1);\n`, CALL, "typescript")).text).toBe(
      `${known}fresh(1);\n`,
    );
  });

  it.each([
    ["import type { fresh } from 'm';", "typescript"],
    ["import { type fresh } from 'm';", "typescript"],
    ["import type fresh from 'm';", "typescript"],
    ["import type fresh = require('m');", "typescript"],
    ["interface fresh {}", "typescript"],
    ["if TYPE_CHECKING:\n    # Only then.\n    from m import fresh", "python"],
    ["if typing.TYPE_CHECKING: import fresh", "python"],
  ] as const)("is unbound where it is used as a value: %s", async (line, language) => {
    const { faults } = await plannedNames(`${line}\nold(1)\n`, PLAIN, language);
    expect(faults).toEqual(["unbound `fresh`"]);
  });

  it.each([
    ["import { fresh } from 'm';\nold(1);", PLAIN, "typescript"],
    [
      "import type { fresh } from 'm';\nlet a: old<b>;",
      { pat: "old<$A>", out: "fresh<$A>" },
      "typescript",
    ],
    ["try:\n    from m import fresh\nexcept: fresh = 1\nold(1)", PLAIN, "python"],
    ["if not TYPE_CHECKING:\n    from m import fresh\nold(1)", PLAIN, "python"],
    ["if TYPE_CHECKING:\n    from m import fresh\nelse:\n    fresh = 1\nold(1)", PLAIN, "python"],
    [
      "if TYPE_CHECKING:\n    from m import fresh\na: old = 1",
      { pat: "old", out: "fresh" },
      "python",
    ],
  ] as const)("is bound otherwise: %s", async (code, op, language) => {
    expect((await plannedNames(`${code}\n`, op, language)).faults).toEqual([]);
  });
});
