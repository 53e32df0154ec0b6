import { defineConfig } from "vitest/config";
import { COMMON, temporaryFolder } from "./test/support/tiers.ts";

// Processes that are killed, and disks that fail, at every point: minutes, so not a part of `npm test`.
export default defineConfig({
  test: {
    include: ["test/faults/**/*.test.ts"],
    testTimeout: 900_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    env: { ...COMMON.env, ...temporaryFolder() }, // No test here can notice if a disk was flushed.
    reporters: [
      "default",
      "./test/faults/figures-reporter.ts",
      "./test/support/closing-line-reporter.ts",
    ],
  },
});
