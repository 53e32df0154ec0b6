import { defineConfig } from "vitest/config";
import { COMMON } from "./test/support/tiers.ts";

// Sluice against the ast-grep command over whole packages: minutes, so not a part of `npm test`.
export default defineConfig({
  test: {
    include: ["test/differential/**/*.test.ts"],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    env: COMMON.env,
    reporters: ["default", "./test/support/closing-line-reporter.ts"],
  },
});
