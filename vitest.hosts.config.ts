import { defineConfig } from "vitest/config";
import { COMMON } from "./test/support/tiers.ts";

// `npm run test:hosts`: inside of programs that npm does not install, which install Sluice themselves.
export default defineConfig({
  test: {
    ...COMMON,
    include: ["test/hosts/**/*.test.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
