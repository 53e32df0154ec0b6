import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";

// Processes that are killed, and disks that fail, at every point: minutes, so not a part of `npm test`.
export default defineConfig({
  test: {
    include: ["test/faults/**/*.test.ts"],
    testTimeout: 900_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Thousands of trees: in memory where that can be had. No test here can tell whether a disk was flushed.
    env: existsSync("/dev/shm") ? { TMPDIR: "/dev/shm" } : {},
    reporters: [
      "default",
      "./test/faults/figures-reporter.ts",
      "./test/support/closing-line-reporter.ts",
    ],
  },
});
