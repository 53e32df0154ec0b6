import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { REPOSITORY } from "../support/grammar-packages.ts";
import { tempRepository } from "../support/temp-tree.ts";

it("a judge that is stuck is killed, and the edit denied (V6)", () => {
  const root = tempRepository({ "sluice.policy.yaml": "version: 1\nextends: safe-for-agents\n" });
  // The parser of JavaScript works on this for minutes, and gives no timer a turn.
  const lines = Array.from({ length: 400_000 }, (_, at) => `const a${at % 50} = 1;\n`);
  const input = { file_path: join(root, "a.js"), content: lines.join("") };
  const call = { hook_event_name: "PreToolUse", tool_name: "Write", cwd: root, tool_input: input };
  const { stdout, signal } = spawnSync(
    process.execPath,
    [join(REPOSITORY, "bin/sluice.mjs"), "hook", "claude", "--timeout", "2s"],
    { cwd: root, input: JSON.stringify(call), encoding: "utf8", timeout: 60_000 },
  );
  expect(signal).toBe("SIGKILL");
  expect(JSON.parse(stdout)).toMatchObject({
    hookSpecificOutput: {
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("could not be judged in time"),
    },
  });
});
