import { expect, it } from "vitest";
import { sha256 } from "../../../src/shared/sha256.ts";
import { grammarLimits } from "../../../src/tools/ast-edit/preview/grammar-limits.ts";
import { createOverlayWorkspace } from "../../../src/tree/overlay-workspace.ts";
import { cliReport } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

const STYLED = "const B = styled.div<{ active?: boolean }>`color: red;`;\nfoo(1);\n";
const BROKEN = "const a = ;\nfoo(1);\n";

it.each<[what: string, files: Record<string, string>, told: string | undefined]>([
  [
    "a template with type arguments",
    { "a.tsx": STYLED },
    "1 file with syntax errors is valid code, which the grammar can't read (first a.tsx:1:43)",
  ],
  [
    "a sign in JSX",
    {
      "a.tsx": BROKEN,
      "b.tsx": "const A = () => <b>top & bottom</b>;\nfoo(1);\n",
      "c.tsx": STYLED,
    },
    "2 files with syntax errors are valid code, which the grammar can't read (first b.tsx:1:24)",
  ],
  ["broken code", { "a.tsx": BROKEN, "b.ts": BROKEN, "c.css": "a {" }, undefined],
])("%s is told as the limit of the grammar, or not", async (_what, files, told) => {
  const { report } = await cliReport(tempTree(files), [
    "preview",
    "-p",
    "foo($A)",
    "-r",
    "bar($A)",
  ]);
  const messages = report.alerts.flatMap(({ code, message }) =>
    code === "grammar-limit" ? [message] : [],
  );
  expect(messages).toEqual(
    told === undefined
      ? []
      : [`${told}. \`onParseError: edit\` edits them all the same; look at the diff.`],
  );
});

it("gives no text to the other parser but the one that was found to be harmless", () => {
  const workspace = createOverlayWorkspace(tempTree({ "a.tsx": STYLED }));
  const skipped = [{ path: "a.tsx", why: "syntax-errors", issues: [] }] as const;
  const candidates = [
    { path: "a.tsx", language: "tsx", isReadonly: false, isNamed: false },
  ] as const;
  const told = (text: string) =>
    grammarLimits(skipped, candidates, {
      workspace,
      perhapsValid: new Map([["a.tsx", sha256(text)]]),
    });
  expect(told(STYLED)).toHaveLength(1);
  expect(told(BROKEN)).toEqual([]);
});
