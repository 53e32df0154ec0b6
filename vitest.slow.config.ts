import { defineConfig } from "vitest/config";
import {
  COMMON,
  ELSEWHERE,
  SHARED,
  SLOW,
  SLOW_RUNS,
  temporaryFolder,
} from "./test/support/tiers.ts";

// `npm run test:slow`: what takes seconds or hundreds of MB. Whole runs share two processes. What measures, installs,
// or starts the built command is on the disk, each file in a process of its own.
export default defineConfig({
  test: {
    ...COMMON,
    testTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: { name: "alone", include: [SLOW], exclude: [...ELSEWHERE, SLOW_RUNS] },
      },
      {
        extends: true,
        test: {
          ...SHARED,
          name: "runs",
          include: [SLOW_RUNS],
          env: { ...COMMON.env, ...temporaryFolder() },
        },
      },
    ],
  },
});
