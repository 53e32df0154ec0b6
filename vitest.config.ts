import { defineConfig } from "vitest/config";
import { builtSources } from "./test/support/built-sources.ts";
import { SEQUENCE } from "./test/support/small-process-first.ts";
import {
  COMMON,
  ELSEWHERE,
  ISOLATED,
  SHARED,
  SHARES_MODULES,
  SLOW,
  temporaryFolder,
} from "./test/support/tiers.ts";

// `npm test`: every file but *.slow.test.ts. Files share their process unless they are called *.isolated.test.ts.
export default defineConfig({
  plugins: [SHARES_MODULES, ...builtSources()],
  test: {
    ...COMMON,
    sequence: SEQUENCE,
    env: { ...COMMON.env, ...temporaryFolder() },
    projects: [
      {
        extends: true,
        test: {
          ...SHARED,
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: [...ELSEWHERE, SLOW, ISOLATED],
        },
      },
      { extends: true, test: { name: "isolated", include: [ISOLATED], exclude: [SLOW] } },
    ],
  },
});
