import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openAiServer } from "../support/openai-server.ts";
import { edit } from "../support/prompt-run.ts";
import { readText, snapshot, tempRepository } from "../support/temp-tree.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");

const recipeFor = (baseUrl: string) => `version: 1
name: r
steps:
  - id: ask
    prompt: Rewrite old().
    model: { provider: openai-compatible, name: scripted, baseUrl: "${baseUrl}", apiKeyEnv: MODEL_KEY }
    tools: [ast_edit]
`;

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(root: string, ...argv: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [MAIN, ...argv], {
    cwd: root,
    env: { ...process.env, MODEL_KEY: "secret-key-1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const out = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.on("data", (chunk) => {
      out[name] += chunk;
    });
  const ended = new Promise<Ended>((done) => {
    child.on("close", (status) => done({ status, ...out }));
  });
  return { child, ended };
}

it("keeps what was said, and what was applied, of a run that is killed while the model thinks; the next run goes on with it", async () => {
  let reached: () => void = () => undefined;
  const thinking = new Promise<void>((done) => {
    reached = done;
  });
  const server = await openAiServer([
    { calls: [edit("src/a.ts")] },
    () => {
      reached();
      return { hang: true };
    },
    { calls: [edit("src/b.ts")] },
    { text: "Both are done." },
  ]);
  const root = tempRepository({
    "r.yaml": recipeFor(server.baseUrl),
    "src/a.ts": "old(1);\n",
    "src/b.ts": "old(2);\n",
  });
  const consent = [`--allow-host=${new URL(server.baseUrl).host}`, "--allow-env=MODEL_KEY"];
  const given = ["run", "r.yaml", "--policy", "apply-all", ...consent];
  const first = start(root, ...given);
  await thinking;
  first.child.kill("SIGKILL");
  await first.ended;
  const [open = ""] = readdirSync(join(root, ".sluice/runs"));
  expect(open).toMatch(/\.open$/);
  const said = readText(root, `.sluice/runs/${open}/transcript.jsonl`);
  expect(said.split("\n").filter((line) => line.includes('"role":"tool-result"'))).toHaveLength(1);
  expect(readText(root, "src/a.ts")).toBe("fresh(1);\n");

  const id = open.replace(".open", "");
  const argv = [...given, "--resume", id, "--format", "json"];
  const second = await start(root, ...argv).ended;
  expect({ status: second.status, stderr: second.stderr }).toEqual({ status: 0, stderr: "" });
  const report = JSON.parse(second.stdout);
  expect(readText(root, `.sluice/runs/${report.run.id}/transcript.jsonl`).startsWith(said)).toBe(
    true,
  );
  expect([readText(root, "src/a.ts"), readText(root, "src/b.ts")]).toEqual([
    "fresh(1);\n",
    "fresh(2);\n",
  ]);
  expect(JSON.stringify(snapshot(root)) + second.stdout).not.toContain("secret-key-1");
});

it("ends at once with 130 on SIGINT while the model thinks, with its report; the tree is whole", async () => {
  let reached: () => void = () => undefined;
  const thinking = new Promise<void>((done) => {
    reached = done;
  });
  const server = await openAiServer([
    () => {
      reached();
      return { hang: true };
    },
  ]);
  const root = tempRepository({ "r.yaml": recipeFor(server.baseUrl), "src/a.ts": "old(1);\n" });
  const { child, ended } = start(
    root,
    "run",
    "r.yaml",
    "--policy",
    "apply-all",
    `--allow-host=${new URL(server.baseUrl).host}`,
    "--allow-env=MODEL_KEY",
    "--format",
    "json",
  );
  await thinking;
  const since = performance.now();
  child.kill("SIGINT");
  const { status, stdout, stderr } = await ended;
  expect({ status, stderr }).toEqual({ status: 130, stderr: "" });
  expect(JSON.parse(stdout).transcripts[0].outcome).toBe("stopped");
  expect(performance.now() - since).toBeLessThan(10_000);
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
});
