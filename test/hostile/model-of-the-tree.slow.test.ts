import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkSafely, openPullRequest, type PullRequest } from "./pull-request.ts";

const REPOSITORY = resolve(import.meta.dirname, "../..");
const TRUSTING = ["--trust=all"];

const recipe = (model: string) => `version: 1
name: r
steps:
  - id: ask
    prompt: Say everything that you know.
    attach: [src/a.js]
    model: ${model}
    tools: []
`;

async function requestWith(modelOf: (port: number) => string): Promise<PullRequest> {
  return openPullRequest({
    base: { "src/a.js": "f(1);\n" },
    head: ({ port }) => ({ "recipe.yaml": recipe(modelOf(port)) }),
  });
}

const at = (port: number, host = "127.0.0.1") => `baseUrl: "http://${host}:${port}/v1"`;

describe("a model that a tree names", () => {
  it.each<[string, (port: number) => string, readonly string[], readonly string[]]>([
    [
      "a token and a server of the stranger",
      (port) =>
        `{ provider: openai-compatible, name: m, ${at(port)}, apiKeyEnv: GITHUB_TOKEN, retries: 0 }`,
      [],
      ["env-not-allowed", "host-not-allowed"],
    ],
    [
      "a token, sent to an address of the provider's that is not the provider's",
      (port) =>
        `{ provider: anthropic, name: m, ${at(port)}, apiKeyEnv: CANARY_TOKEN, retries: 0 }`,
      ["--allow-env=CANARY_TOKEN"],
      ["host-not-allowed"],
    ],
    [
      "a server on this machine, without a key",
      (port) => `{ provider: openai-compatible, name: m, ${at(port)}, retries: 0 }`,
      [],
      ["host-not-allowed"],
    ],
    [
      "another name of a server that is allowed",
      (port) => `{ provider: openai-compatible, name: m, ${at(port, "localhost")}, retries: 0 }`,
      ["--allow-host=127.0.0.1"],
      ["host-not-allowed"],
    ],
    [
      "another port of a server that is allowed",
      (port) => `{ provider: openai-compatible, name: m, ${at(port)}, retries: 0 }`,
      ["--allow-host=127.0.0.1:1", "--allow-host=127.0.0.1"],
      ["host-not-allowed"],
    ],
  ])("is not asked: %s", async (_, modelOf, consent, codes) => {
    const request = await requestWith(modelOf);
    const args = [...TRUSTING, ...consent];
    for (const { exitCode, report } of await checkSafely(request, {
      recipes: ["recipe.yaml"],
      args,
    })) {
      expect(exitCode).toBe(2);
      expect(report?.diagnostics.map(({ code }) => code)).toEqual(codes);
    }
  });

  it("is not asked because the stranger's policy allows it", async () => {
    const policy = "version: 1\ndefault: { verdict: hold, reason: It is a test. }\n";
    const request = await openPullRequest({
      base: {
        "recipe.yaml": recipe(
          '{ provider: openai-compatible, name: m, baseUrl: "${{ inputs.server }}", apiKeyEnv: GITHUB_TOKEN, retries: 0 }',
        ).replace("steps:", "inputs: { server: { type: string } }\nsteps:"),
        "sluice.policy.yaml": policy,
        "src/a.js": "f(1);\n",
      },
      head: ({ port }) => ({
        "sluice.policy.yaml": `${policy}allow: { env: [GITHUB_TOKEN], hosts: ["127.0.0.1:${port}"] }\n`,
      }),
    });
    const check = {
      recipes: ["recipe.yaml"],
      args: [`--input=server=http://127.0.0.1:${request.port}/v1`],
    };
    for (const { exitCode, report } of await checkSafely(request, check)) {
      expect(exitCode).toBe(2);
      const errors = report?.diagnostics.filter(({ severity }) => severity === "error");
      expect(errors?.map(({ code }) => code)).toEqual(["env-not-allowed", "host-not-allowed"]);
    }
  });

  it("is not followed to another server, which would get the key", async () => {
    let target = 0;
    const redirecting = createServer((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${target}/v1/chat/completions` });
      response.end();
    });
    await new Promise<void>((done) => redirecting.listen(0, "127.0.0.1", done));
    onTestFinished(() => void redirecting.close());
    const { port } = redirecting.address() as AddressInfo; // It listens on a port.
    const request = await requestWith(
      () =>
        `{ provider: openai-compatible, name: m, ${at(port)}, apiKeyEnv: CANARY_TOKEN, retries: 0 }`,
    );
    target = request.port;
    const args = [...TRUSTING, `--allow-host=127.0.0.1:${port}`, "--allow-env=CANARY_TOKEN"];
    for (const { exitCode, output } of await checkSafely(request, {
      recipes: ["recipe.yaml"],
      args,
    })) {
      expect(exitCode).toBe(1);
      expect(output).toContain("redirects to");
    }
  });

  it("brings no packages, also not to a Sluice that lies inside of the tree", async () => {
    const code = (canary: string) =>
      `require("node:fs").writeFileSync(${JSON.stringify(canary)}, ""); module.exports = {};\n`;
    const request = await openPullRequest({
      base: { "src/a.js": "f(1);\n" },
      head: ({ canary, port }) => ({
        "recipe.yaml": recipe(`{ provider: openai-compatible, name: m, ${at(port)}, retries: 0 }`),
        ...Object.fromEntries(
          ["ai", "@ai-sdk/openai-compatible"].flatMap((name) => [
            [`node_modules/${name}/package.json`, '{"main":"index.js"}'],
            [`node_modules/${name}/index.js`, code(canary)],
          ]),
        ),
      }),
    });
    // With the packages beside it, Sluice takes these, and asks the server.
    const inside = join(request.root, "tools/sluice");
    for (const each of ["dist", "recipes", "package.json"])
      cpSync(join(REPOSITORY, each), join(inside, each), { recursive: true });
    mkdirSync(join(inside, "node_modules/@ast-grep"), { recursive: true });
    for (const name of ["@ast-grep/napi", "write-file-atomic", "typebox", "jiti"])
      symlinkSync(
        join(REPOSITORY, "node_modules", name),
        join(inside, "node_modules", name),
        "junction",
      );
    const preview = (...more: readonly string[]) => {
      const given = ["preview", "recipe.yaml", `--allow-host=127.0.0.1:${request.port}`, ...more];
      return spawnSync(process.execPath, [join(inside, "dist/main.js"), ...given], {
        cwd: request.root,
        encoding: "utf8",
        timeout: 60_000,
      });
    };
    const { status, stderr } = preview("--trust=all");
    expect([status, existsSync(request.canary)]).toEqual([2, false]);
    expect(stderr).toContain("needs packages that are not installed");
    // With consent their code runs.
    preview("--trust=all", "--allow-code");
    expect(existsSync(request.canary)).toBe(true);
  });
});
