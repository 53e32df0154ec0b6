import { defineConfig } from "vitest/config";
import { COMMON, ELSEWHERE, ISOLATED, RUNS, SLOW } from "./test/support/tiers.ts";

const shared = { isolate: false, pool: "forks" } as const;

// `npm test`: everything but *.slow.test.ts. Files share their process and its modules unless they are called *.isolated.test.ts.
export default defineConfig({
  test: {
    ...COMMON,
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "units",
          include: ["test/**/*.test.ts"],
          exclude: [...ELSEWHERE, RUNS, SLOW, ISOLATED],
        },
      },
      {
        extends: true,
        test: { ...shared, name: "runs", include: [RUNS], exclude: [SLOW, ISOLATED] },
      },
      { extends: true, test: { name: "isolated", include: [ISOLATED], exclude: [SLOW] } },
    ],
  },
});
