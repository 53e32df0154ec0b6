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
