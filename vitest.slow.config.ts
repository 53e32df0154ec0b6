import { defineConfig } from "vitest/config";
import { COMMON, ELSEWHERE, SLOW } from "./test/support/tiers.ts";

// `npm run test:slow`: real code, large inputs, properties, installations. Each file has a process of its own.
export default defineConfig({
  test: { ...COMMON, include: [SLOW], exclude: ELSEWHERE, testTimeout: 120_000 },
});
