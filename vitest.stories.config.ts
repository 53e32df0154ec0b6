import { defineConfig } from "vitest/config";
import { builtSources } from "./test/support/built-sources.ts";
import { COMMON, SHARED, SHARES_MODULES, temporaryFolder } from "./test/support/tiers.ts";

// What people, strangers and forges do to pull requests, one thing after the other: minutes, so not a part of `npm test`.
export default defineConfig({
  plugins: [SHARES_MODULES, ...builtSources()],
  test: {
    ...COMMON,
    ...SHARED,
    include: ["test/stories/**/*.test.ts"],
    testTimeout: 300_000,
    env: { ...COMMON.env, ...temporaryFolder() },
  },
});
