import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { THREADS } from "../support/cached-run.ts";
import { CASES, CHANGES, ONE, SWAP, test, testIn } from "../support/recipe-cases.ts";
import { cli } from "../support/run-cli.ts";
import { readText, snapshot, type Tree, tempTree } from "../support/temp-tree.ts";

/** A recipe whose op matches its own result, which it says in an alert. */
const twoPasses = (recipe: string) => recipe.replace("{ languages", "{ passes: 2, languages");

describe("sluice test", () => {
  it("fails a recipe that changes its own result again, unless the case says so with a reason", async () => {
    const grow = SWAP.replace(
      '"foo($A)", out: "${{ inputs.to }}($A)"',
      '"foo($A)", out: "foo([$A])"',
    ).replace(/inputs:.*\n/, "");
    const cases = {
      [`${CASES}/a/input.ts`]: "foo(1);\n",
      [`${CASES}/a/expected.ts`]: "foo([1]);\n",
    };
    const grown = { "recipes/swap.yaml": grow, ...cases };
    expect((await test(grown)).problems).toEqual(["a: not-idempotent"]);
    const settings = `${CASES}/a/case.yaml`;
    const told = await test({ ...grown, [settings]: "idempotent: false\nreason: It grows.\n" });
    expect(told.problems).toEqual([]);
    const blank = await test({ ...grown, [settings]: "idempotent: false\n" });
    expect([blank.exitCode, blank.faults]).toEqual([
      2,
      ["`idempotent` needs a `reason` beside it if it is false."],
    ]);
    const untrue = await test({
      ...ONE,
      ...CHANGES,
      [`${CASES}/changes/case.yaml`]: "idempotent: false\nreason: No.\n",
    });
    expect(untrue.problems).toEqual(["changes: idempotent"]);
  });

  it("tests a recipe by its path, and by a path outside of the root", async () => {
    const root = tempTree({
      "mods/x.yaml": SWAP,
      "mods/x/cases/a/input.ts": "foo(1);\n",
      "mods/x/cases/a/expected.ts": "bar(1);\n",
    });
    expect((await testIn(root, ["mods/x.yaml"])).product.totals).toMatchObject({
      cases: 1,
      passed: 1,
    });
    const other = tempTree({});
    expect((await testIn(other, [join(root, "mods/x.yaml")])).product.totals.passed).toBe(1);
  });

  it("runs only the cases that a filter names, and none is an error", async () => {
    const files = { ...ONE, ...CHANGES, [`${CASES}/stays/input.ts`]: "foo(1);\n" };
    expect((await test(files, ["--filter", "swap/ch"])).product.totals).toMatchObject({
      cases: 1,
      failed: 0,
    });
    expect((await test(files, ["--filter", "nothing"])).exitCode).toBe(2);
  });

  it("fails for alerts and files left alone that a case does not name, and for named ones that do not come", async () => {
    const broken = { [`${CASES}/broken/input/a.ts`]: "foo(1);\nlet = = ;\n" };
    const files = { ...ONE, ...CHANGES, ...broken };
    const settings = `${CASES}/broken/case.yaml`;
    expect((await test(files)).problems).toEqual(["broken: skipped"]);
    const told = await test({ ...files, [settings]: "skipped: { a.ts: syntax-errors }\n" });
    expect(told.problems).toEqual([]);
    const gone = await test({
      ...ONE,
      ...CHANGES,
      [`${CASES}/changes/case.yaml`]: "skipped: { b.ts: syntax-errors }\nalerts: [loss]\n",
    });
    expect(gone.problems).toEqual(["changes: alert", "changes: skipped"]);
    const grow = { "recipes/swap.yaml": SWAP.replace("bar }", '"foo(1); foo" }') };
    const endless = { ...grow, [`${CASES}/a/input.ts`]: "foo(2);\n" };
    const passes = { ...endless, "recipes/swap.yaml": twoPasses(grow["recipes/swap.yaml"]) };
    expect((await test(passes)).problems).toContain("a: alert");
  });

  it("reports an input that the recipe does not declare, and applies to protected paths", async () => {
    const { problems } = await test({
      ...ONE,
      ...CHANGES,
      [`${CASES}/inputs/case.yaml`]: "inputs: { no: 1 }\n",
      [`${CASES}/inputs/input.ts`]: "foo(1);\n",
      [`${CASES}/guarded/input/.github/a.ts`]: "foo(1);\n",
      [`${CASES}/guarded/expected/.github/a.ts`]: "bar(1);\n",
    });
    expect(problems).toEqual(["inputs: run"]);
  });
});

describe("snippets in ast-grep's own format", () => {
  const RULES = {
    "recipes/r.yaml":
      "version: 1\nsteps:\n  - id: edit\n    ast_edit: { rules: [rules/no-foo.yml] }\n",
    "rules/no-foo.yml": "id: no-foo\nlanguage: ts\nrule: { pattern: foo($A) }\nfix: bar($A)\n",
  };

  it("stand beside cases of rules, which are read from the root and not from the tree of the case", async () => {
    const cases = {
      "recipes/r/cases/a/input.ts": "foo(1)\n",
      "recipes/r/cases/a/expected.ts": "bar(1)\n",
    };
    expect((await test({ ...RULES, ...cases })).product.totals).toMatchObject({
      cases: 1,
      passed: 1,
    });
  });
});

describe("code of a recipe", () => {
  const _CODE = {
    "recipes/t.yaml":
      "version: 1\nsteps:\n  - { id: edit, transform: ./recipes/t.mjs, api: sluice, paths: [src] }\n",
    "recipes/t.mjs": "export default (file) => file.text.replaceAll('foo', 'bar');\n",
    "recipes/t/cases/a/input/src/a.ts": "foo(1)\n",
    "recipes/t/cases/a/expected/src/a.ts": "bar(1)\n",
  };

  it("is not needed for a recipe that asks a model, which is not tested", async () => {
    const ask =
      "version: 1\nsteps:\n  - id: ask\n    prompt: Do it.\n    model: { provider: anthropic, name: x, apiKeyEnv: X_KEY }\n";
    const { product, exitCode } = await test({ ...ONE, ...CHANGES, "recipes/ask.yaml": ask });
    expect(exitCode).toBe(0);
    expect(product.recipes[0]).toMatchObject({
      state: "untested",
      reason: "It asks a model, and a test asks none.",
    });
  });

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

  it("are refused if they are too large, and name no control character", async () => {
    const many = (folder: string) => {
      mkdirSync(join(folder, "a/input"), { recursive: true });
      for (let at = 0; at < 2001; at += 1) writeFileSync(join(folder, `a/input/${at}`), "");
    };
    expect(await faultsOf({}, many)).toContain("more than 2000 files");
    const deep = `${CASES}/a/input/${"d/".repeat(70)}x.ts`;
    expect(await faultsOf({ [deep]: "" })).toContain("is deeper");
    const { stdout, stderr } = await cli(
      tempTree({ ...ONE, ...CHANGES, [`${CASES}/\u001b[31mred/input.ts`]: "foo(1);\n" }),
      ["test"],
    );
    expect(stdout + stderr).not.toContain("\u001b");
  });
});

describe("the outcome", () => {
  it("is written as JUnit, and replaces no other file", async () => {
    const root = tempTree({
      ...ONE,
      ...CHANGES,
      [`${CASES}/bad<&"/input.ts`]: "foo(1);\n",
      "recipes/bare.yaml": SWAP,
      "notes.xml": "mine",
    });
    expect((await cli(root, ["test", "--report", "junit=out/junit.xml"])).exitCode).toBe(1);
    const xml = readText(root, "out/junit.xml");
    expect(xml).toContain('<testsuites name="sluice test" tests="3" failures="1">');
    expect(xml).toContain(
      '<testcase name="bad&lt;&amp;&quot;" classname="swap" file="recipes/swap.yaml">',
    );
    expect(xml).toContain('<skipped message="It has no case in recipes/bare/cases."/>');
    expect((await cli(root, ["test", "--report", "junit=out/junit.xml"])).exitCode).toBe(1);
    expect((await cli(root, ["test", "--report", "junit=notes.xml"])).exitCode).toBe(2);
    expect(readText(root, "notes.xml")).toBe("mine");
  });
});
