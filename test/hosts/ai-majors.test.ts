import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "rolldown";
import { expect, it } from "vitest";
import { openAiServer } from "../support/openai-server.ts";
import { tempTree } from "../support/temp-tree.ts";

const REPOSITORY = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** Opens each provider from one folder, and holds two turns with a tool with the compatible server. */
const SCRIPT = `
import { openModel } from "./open-model.js";
const [folder, baseUrl] = process.argv.slice(2);
const places = { own: [], others: [folder], refused: [] };
const world = { places, key: "sk-0123456789", after: () => new AbortController().signal };
const open = (provider) =>
  openModel({ provider, name: "m", baseUrl, apiKeyEnv: "K", timeout: 9000, retries: 0 }, world);
const opened = [];
for (const provider of ["anthropic", "openai", "google"])
  opened.push((await open(provider)).fault ?? provider);
const { port, fault } = await open("openai-compatible");
if (fault !== undefined) throw new Error(fault);
const look = { name: "look", description: "Looks.", parameters: { type: "object", properties: { path: { type: "string" } } } };
const items = [{ role: "user", text: "Look." }];
const ask = { instructions: "You look.", tools: [look], signal: new AbortController().signal };
const first = await port.generate({ ...ask, items, toolChoice: { type: "tool", name: "look" } });
const [{ id: callId, tool, params }] = first.calls;
const more = [{ role: "tool-call", callId, tool, params }, { role: "tool-result", callId, tool, text: "one" }];
const second = await port.generate({ ...ask, items: [...items, ...more] });
process.stdout.write(JSON.stringify({ node: process.versions.node, opened, first, second }));
`;

/** Installs packages without running their scripts; undefined if the registry cannot be reached. */
async function installed(packages: readonly string[]): Promise<string | undefined> {
  const folder = tempTree({ "package.json": "{}" });
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0"];
  try {
    await run("npm", ["install", "--prefix", folder, ...flags, ...packages]);
    return folder;
  } catch {
    return undefined;
  }
}

it.each([
  { node: 20, ai: 6, providers: 3, compatible: 2 },
  { node: 24, ai: 7, providers: 4, compatible: 3 },
])("a conversation with a tool goes on with `ai` $ai on Node $node", async (majors) => {
  const { node, ai, providers, compatible } = majors;
  const binary = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const others = ["anthropic", "openai", "google"].map((name) => `@ai-sdk/${name}@${providers}`);
  const folder = await installed([
    ...[`ai@${ai}`, `@ai-sdk/openai-compatible@${compatible}`, ...others, `${binary}@${node}`],
  ]);
  if (folder === undefined) {
    console.warn(
      `Not tried: \`ai\` ${ai} on Node ${node}, because the registry cannot be reached.`,
    );
    return;
  }
  const modules = join(folder, "node_modules");
  const command = [join(modules, binary, "bin/node"), join(modules, binary, "bin/node.exe")];
  const home = tempTree({ "package.json": '{"type":"module"}', "script.js": SCRIPT });
  await build({
    input: join(REPOSITORY, "src/agent/provider/open-model.ts"),
    platform: "node",
    external: ["ai", /^@ai-sdk\//],
    output: { dir: home, format: "esm" },
  });
  const server = await openAiServer([
    { calls: [{ name: "look", arguments: { path: "a.ts" } }] },
    { text: "It says one." },
  ]);
  const program = command.find(existsSync) ?? "node";
  const { stdout, stderr } = await run(program, [join(home, "script.js"), modules, server.baseUrl]);
  expect(JSON.parse(stdout)).toMatchObject({
    node: expect.stringMatching(new RegExp(`^${node}\\.`)),
    opened: ["anthropic", "openai", "google"],
    first: {
      calls: [{ id: "server-call-0", tool: "look", params: { path: "a.ts" } }],
      inputTokens: 10,
    },
    second: { text: "It says one.", calls: [], outputTokens: 5 },
  });
  expect(stderr).toBe("");
  const [first, second] = server.requests;
  expect(first?.body.tool_choice).toEqual({ type: "function", function: { name: "look" } });
  expect(second?.body.messages.map(({ role }: { role: string }) => role)).toEqual([
    ...["system", "user", "assistant", "tool"],
  ]);
  expect(second?.body.messages.at(-1)).toMatchObject({
    tool_call_id: "server-call-0",
    content: "one",
  });
});
