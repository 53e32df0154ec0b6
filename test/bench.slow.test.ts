import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
// @ts-expect-error The benchmark is plain JavaScript.
import { casesFor, writeInputs } from "../bench/cases.mjs";
// @ts-expect-error
import { alternate } from "../bench/measure.mjs";
// @ts-expect-error
import { tableOf } from "../bench/table.mjs";
import { tempFolder, tempRepository } from "./support/temp-tree.ts";

const ROOT = resolve(import.meta.dirname, "..");

describe("the benchmark", () => {
  it("runs every case against the ast-grep CLI, and tells medians", () => {
    const texts = Array.from({ length: 101 }, (_, index) => [
      `src/f${index}.ts`,
      `if (a) { setTimeout(f, ${index}); }\nthrow new Error("${index}");\nexport const x = a ? b : b;\n`,
    ]);
    const tree = tempRepository(Object.fromEntries(texts));
    const cases: Record<string, Case> = casesFor(tree, writeInputs(tempFolder()), {
      sluice: [process.execPath, resolve(ROOT, "dist/main.js")],
      astGrep: [resolve(ROOT, "node_modules/@ast-grep/cli/ast-grep")],
    });
    const measured = Object.entries(cases).map(([name, { prepare, contenders, after }]) => {
      prepare?.();
      const results = alternate(contenders, 1);
      after?.();
      return { name, files: 101, results };
    });
    expect(measured.map(({ name }) => name)).toHaveLength(7);
    const table: string = tableOf({
      machine: { cores: 2, node: process.version },
      rounds: 1,
      startUp: alternate([nothing("sluice --version"), nothing("node -e 0")], 1),
      cases: measured,
      growth: [],
    });
    expect(table.match(/^\| .* \| ast-grep \d+\.\d\d s \| \d+\.\d \|/gm)).toHaveLength(7);
  });
});

interface Case {
  readonly prepare?: () => void;
  readonly contenders: readonly object[];
  readonly after?: () => void;
}

const nothing = (name: string) => ({ name, command: [process.execPath, "-e", "0"], cwd: ROOT });
