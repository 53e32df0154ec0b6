import { defineConfig } from "vitest/config";
import { SmallProcessFirst } from "./test/support/small-process-first.ts";
import {
  COMMON,
  ELSEWHERE,
  ISOLATED,
  RUNS,
  SHARED,
  SHARES_MODULES,
  SLOW,
  temporaryFolder,
} from "./test/support/tiers.ts";

// `npm test`: every file but *.slow.test.ts. Files share their process unless they are called *.isolated.test.ts.
export default defineConfig({
  plugins: [SHARES_MODULES],
  test: {
    ...COMMON,
    sequence: { sequencer: SmallProcessFirst },
    env: { ...COMMON.env, ...temporaryFolder() },
    projects: [
      {
        extends: true,
        test: {
          ...SHARED,
          name: "units",
          include: ["test/**/*.test.ts"],
          exclude: [...ELSEWHERE, RUNS, SLOW, ISOLATED],
        },
      },
      {
        extends: true,
        test: { ...SHARED, name: "runs", include: [RUNS], exclude: [SLOW, ISOLATED] },
      },
      { extends: true, test: { name: "isolated", include: [ISOLATED], exclude: [SLOW] } },
    ],
  },
});
