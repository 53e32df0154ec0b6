import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { COMMON, ELSEWHERE, ISOLATED, RUNS, SLOW, temporaryFolder } from "./test/support/tiers.ts";

// Loading the modules again for every file takes longer than most files. Processes, not threads: tests give up the
// rights of root, which is for whole processes.
const shared = {
  isolate: false,
  pool: "forks" as const,
  setupFiles: ["./test/support/collect-garbage.ts"],
  // As in the bundle: yargs measures all its help before each command, with tables of emoji.
  alias: { "string-width": fileURLToPath(new URL("scripts/terminal-width.mjs", import.meta.url)) },
  server: { deps: { inline: [/\/node_modules\/(cliui|wrap-ansi|yargs)\//] } },
};

// `npm test`: every file but *.slow.test.ts. Files share their process unless they are called *.isolated.test.ts.
export default defineConfig({
  test: {
    ...COMMON,
    env: { ...COMMON.env, ...temporaryFolder() },
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
