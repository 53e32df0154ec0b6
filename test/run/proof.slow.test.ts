import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { checkedTree, runChecked, statesOf } from "../support/checked-tree.ts";

import { readText } from "../support/temp-tree.ts";

const TSC = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));

const POLICY = [
  "version: 1",
  "default: { verdict: discard, reason: No rule. }",
  `checks: { types: { run: ${JSON.stringify([process.execPath, TSC, "--noEmit"])}, after: rule, timeout: 60s } }`,
  "rules: [{ id: all, verdict: apply, reason: All., checks: [types], onCheckFailure: bisect }]",
].join("\n");

it("isolates the one bad file of 64 with the compiler of TypeScript, in at most 20 runs", async () => {
  const sources = Array.from({ length: 64 }, (_none, index) => {
    const type = index === 37 ? "string" : "number";
    return [`src/f${index}.ts`, `const value${index}: ${type} = old(${index});\n`] as const;
  });
  const root = checkedTree(POLICY, {
    count: 0,
    files: {
      ...Object.fromEntries(sources),
      "lib.d.ts":
        "declare function old(a: number): any;\ndeclare function fresh(a: number): number;\n",
      "tsconfig.json": JSON.stringify({
        compilerOptions: { lib: ["es5"], types: [], strict: true },
        include: ["src", "lib.d.ts"],
      }),
    },
  });
  const report = await runChecked(root, {});
  const states = statesOf(report);
  expect(Object.keys(states).filter((path) => states[path] === "discarded")).toEqual([
    "src/f37.ts",
  ]);
  expect(report.actions.filter(({ state }) => state === "applied")).toHaveLength(63);
  expect(report.checks?.length).toBeLessThanOrEqual(20);
  const discarded = report.actions.find(({ state }) => state === "discarded");
  expect(discarded?.reason).toMatch(
    /^Check `types` failed \(exit code \d\) with it, and passes without it: src\/f37\.ts.* TS2322: /,
  );
  expect(readText(root, "src/f37.ts")).toContain("old(37)");
  expect(readText(root, "src/f63.ts")).toContain("fresh(63)");
});
