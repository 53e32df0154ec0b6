import { appendFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/**
 * Ends a run with the plain line `N passed, N failed, N skipped` that any CI can read. Adds the titles of the tests that
 * ran to the file that `SLUICE_TEST_TITLES` names, one JSON text a line, for `scripts/conformance.mjs`.
 */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const titles: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state] += 1;
        if (state === "passed" || state === "failed") titles.push(test.fullName);
      }
    }
    const { SLUICE_TEST_TITLES: file } = process.env;
    if (file !== undefined)
      appendFileSync(file, titles.map((title) => `${JSON.stringify(title)}\n`).join(""));
    console.log(
      `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`,
    );
  }
}
