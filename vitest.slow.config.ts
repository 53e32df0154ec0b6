import { defineConfig } from "vitest/config";
import { COMMON, ELSEWHERE, SLOW } from "./test/support/tiers.ts";

// `npm run test:slow`: what takes seconds or hundreds of MB, on the disk, each file in a process of its own.
export default defineConfig({
  test: { ...COMMON, include: [SLOW], exclude: ELSEWHERE, testTimeout: 120_000 },
});
