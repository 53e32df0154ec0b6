import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import type { Figures } from "./figures.ts";
import { tableOf, withFigures } from "./reliability-table.ts";

const RESULTS = resolve(import.meta.dirname, "results.json");
const PAGES = ["README.md", "docs/reliability.md"].map((page) =>
  resolve(import.meta.dirname, "../..", page),
);

/** Prints the figures of all tallies. If all tests passed, writes them into results.json and the pages too. */
export default class FiguresReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const figures = tests.flatMap((test) => {
      // Set by a tally (figures.ts).
      const { figures: counted } = test.meta() as { readonly figures?: Figures };
      return counted ? [counted] : [];
    });
    console.log(`\n${tableOf(figures)}`);
    if (figures.length === 0 || tests.some((test) => test.result().state === "failed")) return;
    // If only some of the tests ran, the other rows stay.
    const kept = readKept().filter(({ kind }) => figures.every((each) => each.kind !== kind));
    const all = [...kept, ...figures].sort((a, b) => (a.kind < b.kind ? -1 : 1));
    writeFileSync(RESULTS, `${JSON.stringify(all, undefined, 2)}\n`);
    for (const page of PAGES) writeFileSync(page, withFigures(readFileSync(page, "utf8"), all));
  }
}

/** Reads the figures of earlier runs. */
function readKept(): readonly Figures[] {
  return existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, "utf8")) as Figures[]) : [];
}
