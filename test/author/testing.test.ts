import { describe, expect, it } from "vitest";
import { CASES, CHANGES, ONE, SWAP, test, testIn } from "../support/recipe-cases.ts";
import { cli } from "../support/run-cli.ts";
import { readText, snapshot, tempTree } from "../support/temp-tree.ts";

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

  it("says that the file of a case is outside of all paths", async () => {
    const recipe = SWAP.replace("ast_edit: {", "ast_edit: { paths: [src/**],");
    const { stdout } = await cli(
      tempTree({
        ...ONE,
        "recipes/swap.yaml": recipe,
        [`${CASES}/out/input.ts`]: "foo(1);\n",
        [`${CASES}/out/expected.ts`]: "bar(1);\n",
      }),
      ["test"],
    );
    expect(stdout).toContain(
      "No `paths` of the recipe match `input.ts`. Put the files into `input/`",
    );
  });

  it("L6 lets a case name what was left, or not", async () => {
    const left = {
      ...ONE,
      [`${CASES}/left/input.ts`]: "foo(1); // foo(2)\n",
      [`${CASES}/left/expected.ts`]: "bar(1); // foo(2)\n",
    };
    expect((await test(left)).exitCode).toBe(0);
    const named = { ...left, [`${CASES}/left/case.yaml`]: "alerts: [leftovers]\n" };
    expect((await test(named)).exitCode).toBe(0);
  });

  it("fails a recipe of which no case changes something", async () => {
    const { exitCode, product } = await test({ ...ONE, [`${CASES}/stays/input.ts`]: "other();\n" });
    expect(exitCode).toBe(1);
    expect(product.recipes[0]?.reason).toBe("No case shows that it changes something.");
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

describe("the outcome", () => {
  it("is exit code 5 if the time is up, 130 if a signal came, and 2 without any recipe", async () => {
    const files = { ...ONE, ...CHANGES };
    const late = await test(files, ["--timeout", "1s"], { after: () => AbortSignal.abort() });
    expect(late.exitCode).toBe(5);
    expect((await test(files, [], { interrupted: AbortSignal.abort(130) })).exitCode).toBe(130);
    expect((await test({ "a.ts": "" })).exitCode).toBe(2);
  });
});
