// What an agent waits for at each call: `sluice hook` against `node -e 0`, alternately. `node bench/hook.mjs [rounds]`
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { alternate } from "./measure.mjs";

const SLUICE = [process.execPath, resolve(import.meta.dirname, "../bin/sluice.mjs")];
const root = mkdtempSync(join(tmpdir(), "sluice-hook-"));

function call(tool, input) {
  const fields = { hook_event_name: "PreToolUse", cwd: root, tool_name: tool, tool_input: input };
  return { command: [...SLUICE, "hook", "claude"], cwd: root, input: JSON.stringify(fields) };
}

const edit = { file_path: join(root, "a.ts"), old_string: "a = 1", new_string: "a = 3" };
const contenders = [
  { name: "`node -e 0`", command: [process.execPath, "-e", "0"], cwd: root },
  { name: "a command", ...call("Bash", { command: "ls" }) },
  { name: "a file outside of the root", ...call("Write", { file_path: "/x.ts", content: "1" }) },
  { name: "an edit that the policy accepts", ...call("Edit", edit) },
];

try {
  writeFileSync(join(root, "a.ts"), "export const a = 1;\nexport const b = 2;\n");
  writeFileSync(join(root, "sluice.policy.yaml"), "version: 1\nextends: safe-for-agents\n");
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  execFileSync("git", ["add", "."], { cwd: root });
  const [nothing, ...hooks] = alternate(contenders, Number(process.argv[2] ?? 30));
  const milliseconds = ({ cpu, seconds }) =>
    `${Math.round(cpu * 1000)} ms, ${Math.round(seconds * 1000)} ms`;
  const rows = [nothing, ...hooks].map(
    (one) => `| ${one.name} | ${milliseconds(one)} | ${(one.cpu / nothing.cpu).toFixed(2)} |`,
  );
  const head = ["| a call of | processor, wall | to `node -e 0` |", "| --- | --- | --- |"];
  process.stdout.write(`${[...head, ...rows].join("\n")}\n`);
} finally {
  rmSync(root, { recursive: true, force: true });
}
