import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
// @ts-expect-error The benchmark is plain JavaScript.
import { casesFor, eachCases, startCases, writeInputs } from "../../bench/cases.mjs";
// @ts-expect-error
import { alternate, runOnce } from "../../bench/measure.mjs";
// @ts-expect-error
import { tableOf } from "../../bench/table.mjs";
import { tempFolder, tempRepository } from "../support/temp-tree.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const TOOLS = {
  sluice: [process.execPath, resolve(ROOT, "dist/main.js")],
  astGrep: [resolve(ROOT, "node_modules/@ast-grep/cli/ast-grep")],
};

describe("the benchmark", () => {
  it("runs every case against the ast-grep CLI, and tells medians of both clocks", () => {
    const texts = Array.from({ length: 101 }, (_, index) => [
      `src/f${index}.ts`,
      `if (a) { setTimeout(f, ${index}); }\nthrow new Error("${index}");\nexport const x = a ? b : b;\n`,
    ]);
    const tree = tempRepository(Object.fromEntries(texts));
    const inputs = writeInputs(tempFolder());
    const each = tempRepository({ "a.ts": "console.log(1);\n".repeat(20) });
    const cases: Record<string, Job> = {
      ...casesFor(tree, inputs, TOOLS),
      ...eachCases(each, 20, inputs, TOOLS),
      ...startCases(tree, inputs, TOOLS),
    };
    const measured = Object.entries(cases).map(([name, job]) => measure(name, job));
    expect(measured).toHaveLength(19);
    const table: string = tableOf({
      machine: { cores: 2, node: process.version },
      cases: measured,
    });
    const cost = String.raw`\d[\d.]* m?s, \d[\d.]* m?s, \d+ MB`;
    const row = String.raw`^\| [^|]+ \| ${cost} \| (ast-grep|sluice, by text|node -e 0) ${cost} \| [\d.]+ \| [\d.]+ \|$`;
    expect(table.match(new RegExp(row, "gm"))).toHaveLength(19);
  });
});

interface Job {
  readonly prepare?: () => void;
  readonly warmUp?: readonly string[];
  readonly contenders: readonly { readonly cwd: string }[];
  readonly after?: () => void;
}

function measure(name: string, { prepare, warmUp, contenders, after }: Job) {
  prepare?.();
  if (warmUp) runOnce({ command: warmUp, cwd: contenders[0]?.cwd });
  const results = alternate(contenders, 1);
  after?.();
  return { name, files: 101, results };
}
