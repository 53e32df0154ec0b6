import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
// @ts-expect-error The benchmark is plain JavaScript.
import { casesFor, decideCases, eachCases, writeInputs } from "../../bench/cases.mjs";
// @ts-expect-error
import { alternate, runOnce } from "../../bench/measure.mjs";
// @ts-expect-error
import { hookCases, repositoryCases, startCases } from "../../bench/people.mjs";
// @ts-expect-error
import { tableOf } from "../../bench/table.mjs";
import { tempFolder, tempRepository } from "../support/temp-tree.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const TOOLS = {
  sluice: [process.execPath, resolve(ROOT, "dist/main.js")],
  astGrep: [resolve(ROOT, "node_modules/@ast-grep/cli/ast-grep")],
  biome: [process.execPath, resolve(ROOT, "node_modules/@biomejs/biome/bin/biome"), "check"],
};

describe("the benchmark", () => {
  it("runs every case against other commands, and tells medians of both clocks", () => {
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
      ...decideCases(tree),
      ...startCases(tree, inputs, TOOLS),
      ...repositoryCases(tree, inputs, TOOLS),
      ...hookCases(tree, [1, 3], inputs, TOOLS),
    };
    const measured = Object.entries(cases).map(([name, job]) => measure(name, job));
    expect(measured).toHaveLength(23);
    const table: string = tableOf({
      machine: { cores: 2, node: process.version },
      cases: measured,
    });
    const cost = String.raw`\d[\d.]* m?s, \d[\d.]* m?s, [\d,]+, \d+ MB`;
    const others = "ast-grep|ast-grep run -U|biome check|sluice, by text|node -e 0";
    const row = String.raw`^\| [^|]+ \| ${cost} \| (${others}) ${cost}( \| [\d.]+){3} \|$`;
    expect(table.match(new RegExp(row, "gm"))).toHaveLength(30);
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
