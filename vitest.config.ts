import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/differential/**", "test/faults/**", "test/fixtures/**"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2, // Most tests wait for processes and the disk.
    reporters: ["default", "./test/support/closing-line-reporter.ts"],
  },
});
