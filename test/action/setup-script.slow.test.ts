import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { tempFolder } from "../support/temp-tree.ts";
import { CHECKOUT } from "./job.ts";

const PLATFORM = `${process.platform}-${process.arch}`;
const TOOLS = [
  "bash",
  "sh",
  "uname",
  "dirname",
  "cut",
  "grep",
  "sort",
  "mkdir",
  "mktemp",
  "mv",
  "rm",
  "touch",
];
const MORE = ["curl", "tar", "gzip", "sha256sum", "shasum", "env", "cat"];

/** A copy of the action with an installation, and a folder of programs that is the whole PATH. */
function makeRunner(node: string | undefined, { npm = true, installed = true } = {}) {
  const root = tempFolder();
  const action = join(root, "action");
  cpSync(join(CHECKOUT, "scripts/action"), join(action, "scripts/action"), { recursive: true });
  cpSync(join(CHECKOUT, "package-lock.json"), join(action, "package-lock.json"));
  for (const path of [
    "dist/action/main.js",
    ...(installed ? ["node_modules/.package-lock.json"] : []),
  ]) {
    mkdirSync(join(action, path, ".."), { recursive: true });
    writeFileSync(join(action, path), "");
  }
  const bin = join(root, "bin");
  mkdirSync(bin);
  for (const tool of [...TOOLS, ...MORE]) {
    const { stdout } = spawnSync("sh", ["-c", `command -v ${tool}`], { encoding: "utf8" });
    if (stdout !== "") symlinkSync(stdout.trim(), join(bin, tool));
  }
  if (npm) program(join(bin, "npm"), "exit 9");
  if (node === "own") symlinkSync(process.execPath, join(bin, "node"));
  else if (node !== undefined) nodeOfVersion(join(bin, "node"), node);
  return { root, action, bin, tools: join(root, "tools") };
}

function program(path: string, script: string): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

/** A Node that runs scripts as this one does, and claims another version and path. */
function nodeOfVersion(path: string, version: string): void {
  const claim = `Object.defineProperty(process, "versions", { value: { node: "${version}" } });
process.execPath = ${JSON.stringify(path)};`;
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(`${path}.cjs`, claim);
  program(path, `exec "${process.execPath}" --require "${path}.cjs" "$@"`);
}

/** Runs the first step of the action, and returns its end and its outputs. */
async function setUp(
  { root, action, bin, tools }: ReturnType<typeof makeRunner>,
  variables: Readonly<Record<string, string>> = {},
) {
  const files = ["output", "path", "env"].map((name) => join(root, name));
  for (const file of files) writeFileSync(file, "");
  const [output = "", path = "", env = ""] = files;
  const ended = await runScript(join(action, "scripts/action/setup.sh"), {
    ...{ PATH: bin, RUNNER_TEMP: root, RUNNER_TOOL_CACHE: tools, TMPDIR: root },
    ...{ GITHUB_OUTPUT: output, GITHUB_PATH: path, GITHUB_ENV: env },
    ...variables,
  });
  const lines = readFileSync(output, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const outputs = Object.fromEntries(lines.map((line) => line.split("=")));
  // Later steps have the caller's Node: neither file of the runner may name another.
  expect([path, env].map((file) => readFileSync(file, "utf8"))).toEqual(["", ""]);
  return { ...ended, outputs };
}

/** A server with one archive of Node, in place of the one in the table of checksums. */
async function serveNode(action: string, { isForged = false } = {}): Promise<string> {
  const folder = tempFolder();
  const name = `node-v22.20.0-${PLATFORM}`;
  // The archive is unpacked elsewhere, so that its Node finds its claim beside itself.
  program(join(folder, name, "bin/node"), `exec "${process.execPath}" --require "$0.cjs" "$@"`);
  const claim = `Object.defineProperty(process, "versions", { value: { node: "22.20.0" } });
process.execPath = __filename.slice(0, -4);`;
  writeFileSync(join(folder, name, "bin/node.cjs"), claim);
  execFileSync("tar", ["-czf", "node.tar.gz", name], { cwd: folder });
  const archive = readFileSync(join(folder, "node.tar.gz"));
  const hash = createHash("sha256").update(archive).digest("hex");
  const table = `v22.20.0\n${hash}  ${name}.tar.gz\n`;
  writeFileSync(join(action, "scripts/action/node-checksums.txt"), table);
  const server = createServer((request, response) => {
    const isKnown = request.url === `/v22.20.0/${name}.tar.gz`;
    response.statusCode = isKnown ? 200 : 404;
    response.end(isKnown ? Buffer.concat([archive, Buffer.from(isForged ? "x" : "")]) : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // It listens on a port.
}

function runScript(
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly exitCode: number | null; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", [script], { env, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, text }));
  });
}

const NOWHERE = { SLUICE_NODE_MIRROR: "http://127.0.0.1:9" };

describe("the Node of the action", () => {
  test("it is the caller's if that is new enough", async () => {
    const runner = makeRunner("own");
    const { exitCode, outputs } = await setUp(runner, NOWHERE);
    expect({ exitCode, outputs }).toEqual({ exitCode: 0, outputs: { node: process.execPath } });
  });

  test.each(["20.19.0", "22.0.0", "31.1.0"])("Node %s is new enough", async (version) => {
    const runner = makeRunner(version);
    expect((await setUp(runner, NOWHERE)).outputs.node).toBe(join(runner.bin, "node"));
  });

  test.each(["20.18.9", "18.20.0", "9.0.0", undefined])(
    "beside Node %s it is the newest of the tool cache that is whole and new enough",
    async (version) => {
      const runner = makeRunner(version);
      const nodeIn = (name: string) => join(runner.tools, "node", name, process.arch, "bin/node");
      for (const name of ["18.1.0", "20.19.5", "22.9.0", "22.20.0", "24.1.0"]) {
        program(nodeIn(name), "");
        nodeOfVersion(nodeIn(name), name);
        if (name !== "24.1.0") writeFileSync(join(nodeIn(name), "../..").concat(".complete"), "");
      }
      expect((await setUp(runner, NOWHERE)).outputs.node).toBe(nodeIn("22.20.0"));
    },
  );

  test("otherwise it is downloaded into the tool cache, once", async () => {
    const runner = makeRunner("18.20.0");
    const mirror = { SLUICE_NODE_MIRROR: await serveNode(runner.action) };
    const first = await setUp(runner, mirror);
    expect(first.text).toContain("This runner has no Node 20.19 or newer. Downloading http://127");
    const node = join(runner.tools, "node/22.20.0", process.arch, "bin/node");
    expect(first).toMatchObject({ exitCode: 0, outputs: { node } });
    const second = await setUp(runner, NOWHERE);
    expect(second).toMatchObject({ exitCode: 0, text: "", outputs: { node } });
  });

  test("an archive with another checksum is refused, and nothing of it stays", async () => {
    const runner = makeRunner(undefined);
    const mirror = { SLUICE_NODE_MIRROR: await serveNode(runner.action, { isForged: true }) };
    const { exitCode, text, outputs } = await setUp(runner, mirror);
    expect({ exitCode, outputs }).toEqual({ exitCode: 70, outputs: {} });
    expect(text).toMatch(/^::error title=Sluice::.* is not the file that it should be/m);
    expect((await setUp(runner, NOWHERE)).exitCode).toBe(70);
  });

  test("without a Node and without a network the step says what to do", async () => {
    const { exitCode, text } = await setUp(makeRunner(undefined), NOWHERE);
    expect(exitCode).toBe(70);
    expect(text).toMatch(
      /^::error title=Sluice::Sluice needs Node 20\.19 or newer\. This runner has none, and .* cannot be downloaded\. Install Node before this step/m,
    );
  });

  test("a Node without npm is enough only if there is nothing to install", async () => {
    const ready = makeRunner("own", { npm: false });
    expect((await setUp(ready, NOWHERE)).outputs.node).toBe(process.execPath);
    const bare = makeRunner("22.1.0", { npm: false, installed: false });
    expect((await setUp(bare, NOWHERE)).exitCode).toBe(70);
  });
});

describe("the cache of packages", () => {
  const FRESH = { installed: false };
  const key = async (variables: Readonly<Record<string, string>>, lock = "") => {
    const runner = makeRunner("own", FRESH);
    if (lock !== "") writeFileSync(join(runner.action, "package-lock.json"), lock);
    return (await setUp(runner, variables)).outputs["cache-key"];
  };

  test("its key rests on the system, the Node, the lockfile and the languages", async () => {
    const plain = await key({});
    const [major] = process.versions.node.split(".");
    expect(plain).toMatch(new RegExp(`^sluice-${PLATFORM}-node${major}-[0-9a-f]{64}$`));
    expect(await key({})).toBe(plain);
    expect(await key({}, "{}")).not.toBe(plain);
    expect(await key({ SLUICE_INPUT_LANGUAGES: "go" })).not.toBe(plain);
  });

  test("there is none if it is not wanted, or nothing is to be installed", async () => {
    expect(await key({ SLUICE_INPUT_CACHE: "false" })).toBeUndefined();
    expect((await setUp(makeRunner("own"))).outputs).toEqual({ node: process.execPath });
    expect((await setUp(makeRunner("own"), { SLUICE_INPUT_LANGUAGES: " ,\n" })).outputs).toEqual({
      node: process.execPath,
    });
  });

  test("no text of an input becomes another output", async () => {
    const runner = makeRunner("own", FRESH);
    const { outputs } = await setUp(runner, { SLUICE_INPUT_LANGUAGES: "go\nnode=/evil\n$(x)" });
    expect(Object.keys(outputs)).toEqual(["node", "cache-path", "cache-key"]);
    expect(outputs.node).toBe(process.execPath);
  });
});
