import { defineConfig } from "vitest/config";
import {
  COMMON,
  ELSEWHERE,
  SHARED,
  SLOW,
  SLOW_RUNS,
  temporaryFolder,
} from "./test/support/tiers.ts";

// `npm run test:slow`: what takes seconds or hundreds of MB. Whole runs share two processes. Other files have a process
// each; what measures or installs is on the disk, which the built command would wait for at each write.
export default defineConfig({
  test: {
    ...COMMON,
    testTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "alone",
          include: [SLOW],
          exclude: [...ELSEWHERE, SLOW_RUNS],
        },
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
