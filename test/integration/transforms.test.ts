import { describe, expect, it } from "vitest";
import { readText, snapshot } from "../support/temp-tree.ts";
import { codemod, POLICY, recipe, run, STEP } from "../support/transform-run.ts";

describe("a transform", () => {
  it("is previewed, decided and written as other edits are", async () => {
    const { root, actions, report } = await run({});
    expect(report.exitCode).toBe(0);
    expect(actions.map(({ tool, state }) => [tool, state])).toEqual([
      ["transform", "applied"],
      ["transform", "applied"],
    ]);
    expect(actions[0]?.facts).toMatchObject({ idempotent: true, newSyntaxErrors: false });
    expect(readText(root, "src/a.ts")).toBe("bar(1);\n");
  });

  it("never writes in a preview", async () => {
    const { root, before, actions } = await run({}, { command: "preview" });
    expect(actions).toHaveLength(2);
    expect(snapshot(root)).toEqual(before);
  });

  it("does not run without the consent of the caller", async () => {
    const { report } = await run({}, { allowCode: false });
    expect(report.exitCode).toBe(2);
    expect(report.diagnostics[0]?.code).toBe("custom-tools-not-allowed");
  });

  it("may return edits of its tree, which are made as they are", async () => {
    const body =
      "return context.root.root().findAll('foo($A)').map((node) => node.replace('baz()'));";
    const { root } = await run({
      "codemod.mjs": codemod(body),
      "src/a.ts": "é; foo(1); foo(2);\n",
    });
    expect(readText(root, "src/a.ts")).toBe("é; baz(); baz();\n");
  });

  it("keeps CRLF line ends and a BOM", async () => {
    const { root } = await run({
      "codemod.mjs": codemod("return 'bar(1);\\nbar(2);\\n';"),
      "src/a.ts": "\uFEFFfoo(1);\r\nfoo(2);\r\n",
    });
    expect(readText(root, "src/a.ts")).toBe("\uFEFFbar(1);\r\nbar(2);\r\n");
  });
});

describe("a file that a transform leaves alone", () => {
  it("X1 is one of a held action, also if another file's function proposes it", async () => {
    const steps = `{ id: e, ast_edit: { per: file, ops: [{ pat: foo(1), out: foo(3) }] } }\n  - ${STEP}`;
    const body =
      "if (file.path === 'src/b.ts') context.proposeText('src/a.ts', 'x;\\n'); return 'y;\\n';";
    const { root, report, alerts } = await run({
      "recipe.yaml": recipe(steps),
      "codemod.mjs": codemod(body),
      "src/c.ts": "foo(4);\n",
      "sluice.policy.yaml": `${POLICY}guards: [{ id: e, when: { step: [e] }, verdict: hold, reason: Held. }]\n`,
    });
    expect(report.exitCode).toBe(4);
    expect(alerts).toEqual([
      expect.stringMatching(
        /^2 files left alone \(onHeld\): src\/a.ts .*src\/b.ts \(it also changes src\/a.ts: /,
      ),
    ]);
    expect(["a", "b", "c"].map((name) => readText(root, `src/${name}.ts`))).toEqual([
      "foo(1);\n",
      "foo(2);\n",
      "y;\n",
    ]);
  });
});
