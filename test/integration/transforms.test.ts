import { describe, expect, it } from "vitest";
import { readText } from "../support/temp-tree.ts";
import { codemod, run } from "../support/transform-run.ts";

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
