import { defineConfig } from "vitest/config";
import { COMMON, temporaryFolder } from "./test/support/tiers.ts";

// Fleets whose processes and servers are killed: minutes, so not a part of `npm test`. Needs Debian's redis-server.
export default defineConfig({
  test: {
    ...COMMON,
    include: ["test/fleets/**/*.test.ts"],
    testTimeout: 600_000,
    env: { ...COMMON.env, ...temporaryFolder() },
  },
});
