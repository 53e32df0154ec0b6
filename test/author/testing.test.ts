import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { THREADS } from "../support/cached-run.ts";
import { CASES, CHANGES, ONE, SWAP, test, testIn } from "../support/recipe-cases.ts";
import { cli } from "../support/run-cli.ts";
import { readText, snapshot, type Tree, tempTree } from "../support/temp-tree.ts";

describe("sluice test", () => {
  it("passes single files, trees and cases that must not change, beside both forms of a recipe", async () => {
    const { product, exitCode, root } = await test({
      ...ONE,
      ...CHANGES,
      [`${CASES}/tree/input/src/a.ts`]: "foo(2);\n",
      [`${CASES}/tree/input/.hidden`]: new Uint8Array([0, 255]),
      [`${CASES}/tree/expected/src/a.ts`]: "bar(2);\n",
      [`${CASES}/tree/expected/.hidden`]: new Uint8Array([0, 255]),
      [`${CASES}/stays/input.ts`]: "other(1);\n",
      [`${CASES}/stays/README.md`]: "Why it stays.\n",
      [`${CASES}/inputs/case.yaml`]: "inputs: { to: baz }\n",
      [`${CASES}/inputs/input.ts`]: "foo(1);\n",
      [`${CASES}/inputs/expected.ts`]: "baz(1);\n",
      ".sluice/recipes/other/recipe.yaml": SWAP,
      ".sluice/recipes/other/cases/one/input.ts": "foo(1);\n",
      ".sluice/recipes/other/cases/one/expected.ts": "bar(1);\n",
    });
    expect(product.totals).toMatchObject({ recipes: 2, cases: 5, passed: 5, failed: 0 });
    expect(exitCode).toBe(0);
    expect(Object.keys(snapshot(root)).filter((path) => path.startsWith(".sluice/runs"))).toEqual(
      [],
    );
  });

  it("shows a diff of what came out, names the case, and changes no file of the tree", async () => {
    const root = tempTree({
      ...ONE,
      [`${CASES}/wrong/input.ts`]: "foo(1);\nfoo(2);\n",
      [`${CASES}/wrong/expected.ts`]: "bar(1);\nfoo(2);\n",
      [`${CASES}/stays/input.ts`]: "foo(1);\n",
    });
    const before = snapshot(root);
    const { exitCode, stdout } = await cli(root, ["test"]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("swap/wrong");
    expect(stdout).toContain("-foo(2);\n    +bar(2);");
    expect(stdout).toContain("It must not change, and changes: input.ts.");
    expect(stdout).toContain("2 cases of 1 recipe: 0 passed, 2 failed · 1 recipe failed");
    expect(snapshot(root)).toEqual(before);
  });

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

  it("fails a recipe of which no case changes something", async () => {
    const { exitCode, product } = await test({ ...ONE, [`${CASES}/stays/input.ts`]: "other();\n" });
    expect(exitCode).toBe(1);
    expect(product.recipes[0]?.reason).toBe("No case shows that it changes something.");
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
  it("writes what came out below the folders of the cases, says so, and then passes", async () => {
    const root = tempTree({
      ...ONE,
      [`${CASES}/file/input.ts`]: "foo(1);\n",
      [`${CASES}/tree/input/a.ts`]: "foo(1);\n",
      [`${CASES}/tree/input/b.bin`]: new Uint8Array([0, 255]),
      [`${CASES}/tree/expected/a.ts`]: "old\n",
      [`${CASES}/tree/expected/sub/gone.ts`]: "old\n",
      [`${CASES}/stays/input.ts`]: "other(1);\n",
    });
    const before = snapshot(root);
    const { stdout, exitCode } = await cli(root, ["test", "-u"]);
    expect(exitCode).toBe(0);
    for (const path of ["expected.ts", "expected/a.ts", "expected/b.bin"])
      expect(stdout).toContain(`wrote ${path}`);
    expect(stdout).toContain("removed expected/sub/gone.ts");
    const after = snapshot(root);
    expect(readText(root, `${CASES}/file/expected.ts`)).toBe("bar(1);\n");
    const changed = Object.keys({ ...before, ...after }).filter(
      (path) => before[path] !== after[path],
    );
    expect(changed.sort()).toEqual(
      [
        "file/expected.ts",
        "tree/expected/a.ts",
        "tree/expected/b.bin",
        "tree/expected/sub/gone.ts",
      ].map((path) => `${CASES}/${path}`),
    );
    expect((await testIn(root)).product.totals).toMatchObject({ cases: 3, passed: 3, updated: 0 });
  });

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

describe("snippets in ast-grep's own format", () => {
  const RULES = {
    "recipes/r.yaml":
      "version: 1\nsteps:\n  - id: edit\n    ast_edit: { rules: [rules/no-foo.yml] }\n",
    "rules/no-foo.yml": "id: no-foo\nlanguage: ts\nrule: { pattern: foo($A) }\nfix: bar($A)\n",
  };

  it("must match if they are invalid, must not if they are valid, and show that a rule changes something", async () => {
    const file = "recipes/r/cases/no-foo-test.yml";
    const good = {
      ...RULES,
      [file]: "id: no-foo\nvalid: [bar(1)]\ninvalid: [foo(1), 'x; foo(2)']\n",
    };
    const { product, exitCode } = await test(good);
    expect([exitCode, product.totals.passed]).toEqual([0, 3]);
    const bad = await test({
      ...RULES,
      [file]: "id: no-foo\nvalid: [foo(1)]\ninvalid: [bar(1)]\n",
    });
    expect(bad.problems).toEqual([
      "no-foo-test.yml invalid[0]: match",
      "no-foo-test.yml valid[0]: match",
    ]);
    const anyLanguage = ONE["recipes/swap.yaml"].replace("languages: [typescript], ", "");
    const comments = await test({
      "recipes/r.yaml": anyLanguage,
      "recipes/r/cases/ops-test.yml": "id: ops[0]\nvalid: ['// foo(1)']\ninvalid: [foo(1)]\n",
    });
    expect(comments.problems).toEqual([]);
    const other = await test({ ...RULES, [file]: "id: no-fo\ninvalid: [foo(1)]\n" });
    expect([other.exitCode, other.faults]).toEqual([2, ["The recipe r has no rule `no-fo`."]]);
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

  it("runs only with --allow-code, on the tree of the case", async () => {
    const refused = await test(CODE);
    expect([refused.exitCode, refused.product.recipes]).toEqual([2, []]);
    const root = tempTree(CODE);
    const before = snapshot(root);
    const { product, exitCode } = await testIn(root, ["--allow-code"], { threads: THREADS });
    expect(product.recipes).toMatchObject([{ state: "passed", cases: [{ passed: true }] }]);
    expect(exitCode).toBe(0);
    expect(snapshot(root)).toEqual(before);
  });

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

describe("the outcome", () => {
  it("is exit code 5 if the time is up, 130 if a signal came, and 2 without any recipe", async () => {
    const files = { ...ONE, ...CHANGES };
    const late = await test(files, ["--timeout", "1s"], { after: () => AbortSignal.abort() });
    expect(late.exitCode).toBe(5);
    expect((await test(files, [], { interrupted: AbortSignal.abort(130) })).exitCode).toBe(130);
    expect((await test({ "a.ts": "" })).exitCode).toBe(2);
  });
});
