import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { THREADS } from "../support/cached-run.ts";
import { CASES, CHANGES, ONE, SWAP, test, testIn } from "../support/recipe-cases.ts";
import { readText, snapshot, type Tree, tempTree } from "../support/temp-tree.ts";

describe("sluice test", () => {
  it("names differences that a diff does not show, and tests a recipe once", async () => {
    const { product } = await test(
      {
        ...ONE,
        [`${CASES}/bom/input.ts`]: "\uFEFFfoo(1);\n",
        [`${CASES}/bom/expected.ts`]: "bar(1);\n",
        [`${CASES}/crlf/input.ts`]: "foo(1);\r\n",
        [`${CASES}/crlf/expected.ts`]: "bar(1);\n",
      },
      ["swap", "./recipes/swap.yaml"],
    );
    const messages = product.recipes.flatMap(({ cases }) =>
      cases.flatMap(({ problems }) => problems.map(({ message }) => message)),
    );
    expect(messages).toEqual([
      "The result differs: input.ts (the BOM).",
      "The result differs: input.ts (the line ends).",
    ]);
  });

  it("names a recipe without cases, and fails only if the command line names it", async () => {
    const files = { ...ONE, ...CHANGES, "recipes/bare.yaml": SWAP };
    const all = await test(files);
    expect([all.exitCode, all.product.totals.untested]).toEqual([0, 1]);
    const { exitCode, product } = await test(files, ["bare"]);
    expect(exitCode).toBe(1);
    expect(product.recipes).toMatchObject([{ recipe: "bare", state: "failed" }]);
  });
});

describe("sluice test --update", () => {
  it("writes nothing for a file that was left alone, nor for two recipes with the same cases", async () => {
    const broken = {
      [`${CASES}/broken/input.ts`]: "foo(1) @@\n",
      [`${CASES}/broken/expected.ts`]: "bar(1)\n",
    };
    const { root, problems } = await test({ ...ONE, ...CHANGES, ...broken }, ["-u"]);
    expect(problems).toEqual(["broken: skipped", "broken: different"]);
    expect(readText(root, `${CASES}/broken/expected.ts`)).toBe("bar(1)\n");
    const twice = { ...ONE, ...CHANGES, "recipes/swap.yml": SWAP.replace("bar", "baz") };
    const { exitCode, faults } = await test(twice, ["recipes", "-u"]);
    expect([exitCode, faults]).toEqual([
      2,
      [
        "--update: recipes/swap.yml and recipes/swap.yaml have the same cases, in recipes/swap/cases.",
      ],
    ]);
  });

  it("writes nothing for recipes that ship, nor with trust in the base alone", async () => {
    const { exitCode, faults } = await test(ONE, ["shipped:date-now", "-u"]);
    expect([exitCode, faults]).toEqual([
      2,
      ["--update does not write the cases of shipped:date-now, which ships with Sluice."],
    ]);
    expect((await test(ONE, ["shipped:date-now", "-u", "--trust", "none"])).exitCode).toBe(2);
  });
});

describe("code of a recipe", () => {
  const CODE = {
    "recipes/t.yaml":
      "version: 1\nsteps:\n  - { id: edit, transform: ./recipes/t.mjs, api: sluice, paths: [src] }\n",
    "recipes/t.mjs": "export default (file) => file.text.replaceAll('foo', 'bar');\n",
    "recipes/t/cases/a/input/src/a.ts": "foo(1)\n",
    "recipes/t/cases/a/expected/src/a.ts": "bar(1)\n",
  };

  it("fails a recipe if it writes in the root", async () => {
    const root = tempTree(CODE);
    const writes = `import { writeFileSync } from "node:fs";
writeFileSync(${JSON.stringify(join(root, "out.txt"))}, "");
export default (file) => file.text.replaceAll("foo", "bar");\n`;
    writeFileSync(join(root, "recipes/t.mjs"), writes);
    const { product, exitCode } = await testIn(root, ["--allow-code"], { threads: THREADS });
    expect(product.recipes[0]?.reason).toMatch(/^Its code wrote out\.txt in the root/);
    expect(exitCode).toBe(1);
  });
});

describe("cases that are no cases", () => {
  const faultsOf = async (files: Tree, prepare: (folder: string) => void = () => undefined) => {
    const root = tempTree({ ...ONE, ...CHANGES, ...files });
    prepare(join(root, CASES));
    const before = snapshot(root);
    const { exitCode, faults } = await testIn(root, ["-u"]);
    expect(exitCode).toBe(2);
    expect(snapshot(root)).toEqual(before);
    return faults.join("\n");
  };

  it.each([
    ["without input", { [`${CASES}/a/expected.ts`]: "" }, "recipes/swap/cases/a has no input."],
    [
      "with a file that is no part",
      { [`${CASES}/a/input.ts`]: "", [`${CASES}/a/expectd.ts`]: "" },
      "`expectd.ts`, which is no part",
    ],
    [
      "with two inputs",
      { [`${CASES}/a/input.ts`]: "", [`${CASES}/a/input.js`]: "" },
      "two of `input`",
    ],
    [
      "of two kinds",
      { [`${CASES}/a/input.ts`]: "", [`${CASES}/a/expected/a.ts`]: "" },
      "of different kinds",
    ],
    [
      "with an unknown key",
      { [`${CASES}/a/input.ts`]: "", [`${CASES}/a/case.yaml`]: "idempotnt: false" },
      "Unknown key `idempotnt`",
    ],
    [
      "with a path that leaves the case",
      { [`${CASES}/a/input.ts`]: "", [`${CASES}/a/case.yaml`]: 'skipped: { "../a": empty }' },
      "../a",
    ],
    [
      "that are stray files",
      { [`${CASES}/input.ts`]: "" },
      "recipes/swap/cases/input.ts is no case.",
    ],
  ])("are refused %s", async (_what, files, message) => {
    expect(await faultsOf(files)).toContain(message);
  });

  it("are refused with links, also cyclic ones and those that lead out", async () => {
    const link = (path: string, to: string) => (folder: string) => {
      mkdirSync(join(folder, "a/input"), { recursive: true });
      symlinkSync(to, join(folder, path));
    };
    expect(await faultsOf({}, link("a/input/self", "."))).toContain("a/input/self is a link.");
    expect(await faultsOf({}, link("a/expected", "/etc"))).toContain("a link or no file");
    expect(await faultsOf({}, link("b", "/etc"))).toContain("recipes/swap/cases/b is a link.");
  });
});
