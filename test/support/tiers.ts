/** Tests that take seconds or hundreds of MB, and those of properties: `npm run test:slow`. */
export const SLOW = "test/**/*.slow.test.ts";

/** Tests that need a process of their own: they load grammars that the engine keeps, or count what a module remembers. */
export const ISOLATED = "test/**/*.isolated.test.ts";

/** Tests of whole runs. Their processes are others than those of the units, which grow too large to start git quickly. */
export const RUNS = "test/{action,docs,e2e,integration}/**/*.test.ts";

/** Tests with a configuration of their own, and files that only look like tests. */
export const ELSEWHERE = ["test/differential/**", "test/faults/**", "test/fixtures/**"];

/** The limits and reporters of every tier. */
export const COMMON = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  maxWorkers: 2, // Most tests wait for processes and the disk.
  reporters: ["default", "./test/support/closing-line-reporter.ts"],
};
