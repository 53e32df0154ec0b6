import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../../src/config/prepare/prepare-policy.ts";
import { digestOfPolicy } from "../../../src/plan-file/digests.ts";
import { loadPolicy } from "../../../src/policy/load-policy.ts";
import { REPOSITORY } from "../../support/grammar-packages.ts";
import { openAiServer } from "../../support/openai-server.ts";
import { cli, cliReport } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

const POLICY = "version: 1\ndefault: { verdict: apply, reason: It is a test. }\n";

interface Attempt {
  /** The settings of the model. */
  readonly model: string;
  readonly args?: readonly string[];
  readonly policy?: string;
}

/** Runs a recipe with a model, and notes which variables are withheld. */
async function attempt({ model, args = [], policy = POLICY }: Attempt) {
  const root = tempTree({
    "r.yaml": `version: 1\nsteps:\n  - id: ask\n    prompt: Look.\n    model: ${model}\n    tools: []\n`,
    "sluice.policy.yaml": policy,
    "tape.jsonl": "",
  });
  const withheld: string[] = [];
  const env = { PATH: process.env.PATH, MODEL_KEY: "sk-0123456789" };
  const more = { env, withhold: (names: readonly string[]) => withheld.push(...names) };
  const result = await cliReport(root, ["run", "r.yaml", ...args], {
    ...more,
    ownFolder: REPOSITORY,
  });
  const codes = result.report.diagnostics.map(({ code }) => code);
  return { ...result, codes, withheld };
}

const AT = (baseUrl: string, more = "") =>
  `{ provider: openai-compatible, name: m, retries: 0, baseUrl: "${baseUrl}"${more} }`;
const ANTHROPIC = "{ provider: anthropic, name: m, apiKeyEnv: MODEL_KEY, retries: 0";

describe("a recipe that names a variable or a server", () => {
  it("is refused without consent, with the options to give; no variable is withheld", async () => {
    const server = await openAiServer([]);
    const { host } = new URL(server.baseUrl);
    const refused = await attempt({ model: AT(server.baseUrl, ", apiKeyEnv: MODEL_KEY") });
    expect([refused.exitCode, refused.codes]).toEqual([2, ["env-not-allowed", "host-not-allowed"]]);
    const hints = refused.report.diagnostics.map(({ hint }) => hint);
    expect(hints[0]).toContain("--allow-env MODEL_KEY");
    expect(hints[1]).toContain(`--allow-host ${host}`);
    expect(refused.report.diagnostics[0]).toMatchObject({ path: "r.yaml", line: 5 });
    expect(refused.withheld).toEqual([]);
  });

  it("is run with the consent of the caller, or of the policy", async () => {
    const server = await openAiServer([{ text: "Done." }, { text: "Done." }]);
    const { host } = new URL(server.baseUrl);
    const model = AT(server.baseUrl, ", apiKeyEnv: MODEL_KEY");
    const byCaller = await attempt({
      model,
      args: ["--allow-env", "MODEL_KEY", "--allow-host", host],
    });
    expect([byCaller.exitCode, byCaller.codes]).toEqual([0, []]);
    expect(byCaller.withheld).toEqual(["MODEL_KEY"]);
    const policy = `${POLICY}allow: { env: [MODEL_KEY], hosts: ["${host}"] }\n`;
    const refusedCodes = ["env-not-allowed", "host-not-allowed"]; // The tree's own word.
    expect((await attempt({ model, policy })).codes).toEqual(refusedCodes);
    const byPolicy = await attempt({ model, policy, args: ["--allow-code"] });
    expect([byPolicy.exitCode, byPolicy.codes]).toEqual([0, []]);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer sk-0123456789",
      "Bearer sk-0123456789",
    ]);
  });

  it("needs consent for each of both, and for exactly these", async () => {
    const server = await openAiServer([]);
    const { port, host } = new URL(server.baseUrl);
    const model = AT(server.baseUrl, ", apiKeyEnv: MODEL_KEY");
    for (const [args, codes] of [
      [["--allow-env", "MODEL_KEY"], ["host-not-allowed"]],
      [["--allow-host", host], ["env-not-allowed"]],
      [["--allow-env", "MODEL_KEY", "--allow-host", `localhost:${port}`], ["host-not-allowed"]],
      [["--allow-env", "MODEL_KE", "--allow-host", host], ["env-not-allowed"]],
    ] as const)
      expect((await attempt({ model, args })).codes).toEqual(codes);
  });

  it("needs no consent for the server of the provider, also if it is written out", async () => {
    const args = ["--allow-env", "OTHER_KEY"];
    for (const url of ["", ', baseUrl: "https://api.anthropic.com/v1"'])
      expect((await attempt({ model: `${ANTHROPIC}${url} }`, args })).codes).toEqual([
        "env-not-allowed",
      ]);
    for (const url of ["http://api.anthropic.com/v1", "https://api.openai.com/v1"])
      expect((await attempt({ model: `${ANTHROPIC}, baseUrl: "${url}" }`, args })).codes).toContain(
        "host-not-allowed",
      );
  });

  it("needs no consent if no server is asked", async () => {
    const named = ', baseUrl: "http://127.0.0.1:1/v1", apiKeyEnv: MODEL_KEY';
    const none = await attempt({ model: `{ provider: none${named} }` });
    expect([none.exitCode, none.withheld]).toEqual([0, []]);
    for (const attempted of [
      await attempt({ model: `{ provider: replay, cassette: tape.jsonl${named} }` }),
      await attempt({ model: `${ANTHROPIC} }`, args: ["--replay", "tape.jsonl"] }),
    ]) {
      expect(attempted.codes.filter((code) => code.endsWith("not-allowed"))).toEqual([]);
      expect(attempted.withheld).toEqual([]);
    }
  });
});

describe("the consent of a caller or a policy", () => {
  it("is part of what a plan knows its policy by", async () => {
    const digests = ["", "allow: { env: [A_KEY] }\n", "allow: { hosts: [Models.example.] }\n"].map(
      async (allow) => {
        const { policy } = await loadPolicy(POLICY + allow, "p.yaml", LANGUAGE_NAMES);
        return policy && digestOfPolicy(policy);
      },
    );
    expect(new Set(digests).size).toBe(3);
  });

  it.each([
    [["--allow-env", "sk-0123456789"], "Give the name, not the value"],
    [["--allow-env", "MODEL_KEY=sk-0123456789"], "Give the name, not the value"],
    [["--allow-host", "https://me:sk-0123456789@models.example/v1"], "Use HOST or HOST:PORT"],
    [["--allow-host", "*.example"], "Use HOST or HOST:PORT"],
  ])("that is invalid, as %j, ends with 2 and does not show a key", async (args, hint) => {
    const root = tempTree({ "r.yaml": "version: 1\nsteps: []\n" });
    const { exitCode, stderr } = await cli(root, ["run", "r.yaml", ...args]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(hint);
    expect(stderr).not.toContain("sk-0123456789");
  });

  it.each([
    ["env: [model_key]", "the name of an environment variable"],
    ["hosts: [https://models.example]", "HOST or HOST:PORT"],
    ["hosts: [1]", "allow.hosts"],
    ["variables: [A]", "variables"],
  ])("is checked in a policy: %s", async (allow, says) => {
    const policy = `${POLICY}allow: { ${allow} }\n`;
    const { exitCode, report } = await attempt({ model: "{ provider: none }", policy });
    expect(exitCode).toBe(2);
    expect(report.diagnostics[0]?.message).toContain(says);
  });
});
