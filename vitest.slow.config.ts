import { defineConfig } from "vitest/config";
import { builtSources } from "./test/support/built-sources.ts";
import { SEQUENCE } from "./test/support/small-process-first.ts";
import {
  AS_BUNDLED,
  COMMON,
  ELSEWHERE,
  SHARED,
  SHARES_MODULES,
  SLOW,
  SLOW_ALONE,
  temporaryFolder,
} from "./test/support/tiers.ts";

// `npm run test:slow`: what takes seconds or hundreds of MB. Most files share two processes, which would load all modules
// again for each. Others have a process each; what measures or installs is on the disk, for which programs would wait.
export default defineConfig({
  plugins: [SHARES_MODULES, ...builtSources()],
  test: {
    ...COMMON,
    sequence: SEQUENCE,
    testTimeout: 120_000,
    projects: [
      { extends: true, test: { ...AS_BUNDLED, name: "alone", include: SLOW_ALONE } },
      {
        extends: true,
        test: {
          ...SHARED,
          name: "shared",
          include: [SLOW],
          exclude: [...ELSEWHERE, ...SLOW_ALONE],
          env: { ...COMMON.env, ...temporaryFolder() },
        },
      },
    ],
  },
});
