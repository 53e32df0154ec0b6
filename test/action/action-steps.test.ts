import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ACTION_INPUTS } from "../../src/action/input-table.ts";
import { ACTION_OUTPUTS } from "../../src/action/outputs.ts";
import { startForgeServer } from "../support/forge-server.ts";
import { type CompositeAction, readAction, runShellSteps } from "./composite-action.ts";
import { CHECKOUT, useJob } from "./job.ts";

describe("action.yml", () => {
  let action: CompositeAction;
  beforeAll(async () => {
    action = await readAction(CHECKOUT);
  });

  test("no script holds an expression, which would be pasted into it unquoted", () => {
    const scripts = action.runs.steps.map(({ run = "" }) => run);
    expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
    expect(scripts.filter((script) => script !== "")).toHaveLength(3);
  });

  test("every input reaches the step that runs Sluice, in the variable that it reads, with the same default", () => {
    const step = action.runs.steps.find(({ id }) => id === "run");
    const read = Object.entries(ACTION_INPUTS);
    expect(step?.env).toEqual({
      SLUICE_NODE: "${{ steps.setup.outputs.node }}",
      SLUICE_PACKAGES: "${{ steps.install.outputs.packages }}",
      SLUICE_MATRIX: "${{ toJSON(matrix) }}",
      SLUICE_LEG: "${{ strategy.job-index }}/${{ strategy.job-total }}",
      ...Object.fromEntries(
        read.map(([name, { variable }]) => [variable, `\${{ inputs.${name} }}`]),
      ),
    });
    const defaults = Object.entries(action.inputs).map(([name, input]) => [
      name,
      input.default ?? "",
    ]);
    const own = read.map(([name, input]) => [name, input.default]);
    expect(Object.fromEntries(defaults)).toEqual({
      ...Object.fromEntries(own),
      "github-token": "${{ github.token }}",
    });
  });

  test("every output is one that the step sets, and every one that it sets is declared", () => {
    const declared = Object.entries(action.outputs).map(([name, { value }]) => [name, value]);
    // What a step says that did not come to its end.
    const otherwise: Readonly<Record<string, string>> = { outcome: "fault", "exit-code": "70" };
    const set = Object.keys(ACTION_OUTPUTS).map((name) => {
      const fallback = otherwise[name] === undefined ? "" : ` || '${otherwise[name]}'`;
      return [name, `\${{ steps.run.outputs.${name}${fallback} }}`];
    });
    expect(declared).toEqual(set);
  });

  test("every shell step names bash, without which GitHub refuses a composite action", () => {
    expect(action.runs.using).toBe("composite");
    const shells = action.runs.steps
      .filter(({ run }) => run !== undefined)
      .map(({ shell }) => shell);
    expect(shells).toEqual(["bash", "bash", "bash"]);
  });

  test("an action of others is pinned by its commit, which its version follows in a comment", async () => {
    const text = await readFile(join(CHECKOUT, "action.yml"), "utf8");
    const used = text.match(/uses: .*/g);
    expect(used).toHaveLength(1);
    for (const line of used ?? []) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

describe("the lockfile", () => {
  test("it holds every optional package of those that a user installs, or npm ci refuses it, and other platforms lack the native addon", async () => {
    const lock = JSON.parse(await readFile(join(CHECKOUT, "package-lock.json"), "utf8"));
    const packages: Record<string, { dev?: true; optionalDependencies?: object }> = lock.packages;
    const wanted = Object.values(packages)
      .filter(({ dev }) => dev !== true)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
    expect(wanted).toContain("@ast-grep/napi-win32-x64-msvc");
    expect(wanted.filter((name) => !(`node_modules/${name}` in packages))).toEqual([]);
  });
});

describe("the steps of the action", () => {
  const { folders, changes, sourceOf } = useJob();

  test("a run changes the files that the policy lets through", async () => {
    const result = await runShellSteps(folders, { recipes: "swap", mode: "run" });
    expect(result).toMatchObject({ exitCode: 0, outputs: { applied: "1", replacements: "2" } });
    expect(result.summary).toContain("## Sluice run: ok\n");
    expect(changes()).toBe(" M src/a.ts\n");
    expect(await sourceOf("src/a.ts")).toBe("equal(b, a);\nequal(d, c);\n");
  });

  test("a held action fails the step with 4 and is still told", async () => {
    const inputs = { recipes: "swap", mode: "run", policy: "hold-all" };
    const result = await runShellSteps(folders, inputs);
    expect(result).toMatchObject({ exitCode: 4, outputs: { outcome: "held", held: "1" } });
    expect(result.summary).toContain("| held | swap › swap");
    expect(changes()).toBe("");
  });

  test("inputs are data: what a shell would run is a name or a value", async () => {
    const evil = `swap.yaml"; touch pwned; $(touch pwned) \`touch pwned\``;
    const inputs = { recipes: evil, args: "--input 'function=$(touch pwned)'", mode: "preview" };
    const result = await runShellSteps(folders, inputs);
    expect(result).toMatchObject({ exitCode: 2, outputs: { outcome: "invalid" } });
    expect(changes()).toBe("");
  });

  test("a check of the policy cannot read the token, with which the comment is made", async () => {
    const server = await startForgeServer();
    const event = join(folders.temp, "event.json");
    await writeFile(event, JSON.stringify({ pull_request: { number: 7 } }));
    const policy = join(folders.workspace, "sluice.policy.yaml");
    const look = "! env | grep ghs_ && ! grep -z ghs_ /proc/$PPID/environ"; // Linux only has the file.
    const checks = `    checks: [look]\nchecks: { look: { run: "${look}", shell: true } }\n`;
    await writeFile(policy, (await readFile(policy, "utf8")) + checks);
    const inputs = {
      recipes: "swap",
      mode: "run",
      trust: "all",
      comment: "true",
      "allow-code": "true",
    };
    const result = await runShellSteps(
      folders,
      { ...inputs, "github-token": "ghs_0123456789" },
      {
        GITHUB_API_URL: server.url,
        GITHUB_REPOSITORY: "octo/demo",
        GITHUB_EVENT_NAME: "pull_request",
        GITHUB_EVENT_PATH: event,
      },
    );
    expect(result).toMatchObject({ exitCode: 0, outputs: { applied: "1" } });
    expect(server.requests[0]?.headers.authorization).toBe("Bearer ghs_0123456789");
    expect(server.comments).toHaveLength(1);
  });
});
