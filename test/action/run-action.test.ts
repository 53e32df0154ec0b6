import { access, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ActionWorld } from "../../src/action/action-world.ts";
import { reportFault } from "../../src/action/report-fault.ts";
import { openGuardedLog, runAction } from "../../src/action/run-action.ts";
import { ownProcess } from "../../src/shared/process/own-process.ts";
import { REPOSITORY } from "../support/grammar-packages.ts";
import { openAiServer } from "../support/openai-server.ts";

const RECIPE = `version: 1
name: swap
steps:
  - id: swap
    ast_edit:
      paths: ["src/**"]
      ops: [{ pat: "equal($A, $B)", out: "equal($B, $A)" }]
`;
/** Lines around the change stand in the diff, and so in the log. */
const SOURCE = "/*\n::error::forged\n##[error]forged\n*/\nequal(a, b);\n";
const CHANGED = SOURCE.replace("a, b", "b, a");

let folder: string;
let log: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sluice-action-"));
  log = "";
  await mkdir(join(folder, "src"));
  await writeFile(join(folder, "swap.yaml"), RECIPE);
  await writeFile(join(folder, "src/a.ts"), SOURCE);
});
afterEach(() => rm(folder, { recursive: true }));

function surroundings(
  inputs: Readonly<Record<string, string>>,
  over: Partial<ActionWorld> = {},
): ActionWorld {
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "", // For git.
    GITHUB_OUTPUT: join(folder, "out"),
    NO_COLOR: "1",
  };
  for (const [name, value] of Object.entries(inputs)) env[`SLUICE_INPUT_${name}`] = value;
  return {
    cwd: folder,
    ownFolder: REPOSITORY, // It has the packages of models.
    env,
    write: (text) => {
      log += text;
    },
    now: () => 0,
    newRunId: () => "run",
    newToken: () => "token",
    interrupted: new AbortController().signal,
    self: ownProcess(process),
    after: () => new AbortController().signal,
    shippedRecipes: join(folder, "none"),
    build: "0.0.0",
    ...over,
  };
}

const source = () => readFile(join(folder, "src/a.ts"), "utf8");
const outputs = () => readFile(join(folder, "out"), "utf8");
const RUN = { RECIPES: "swap.yaml", MODE: "run", POLICY: "apply-all" };

describe("runAction", () => {
  test("a preview answers 0, tells what would change, and wrote nothing", async () => {
    expect(await runAction(surroundings({ RECIPES: "swap.yaml", POLICY: "apply-all" }))).toBe(0);
    expect(await outputs()).toContain("applied<<token\n1\ntoken\n");
    expect(await source()).toBe(SOURCE);
  });

  test("a long step says how far it is, unless it is quiet", async () => {
    let clock = 0;
    const slow = { now: () => (clock += 11_000) };
    await runAction(surroundings(RUN, slow));
    expect(log).toMatch(/^(.+: \d+|Writing \d+) of \d+ files$/m);
    log = "";
    await runAction(surroundings({ ...RUN, ARGS: "--quiet" }, slow));
    expect(log).not.toMatch(/ of \d+ files$/m);
  });

  test("a run writes what the policy applies", async () => {
    expect(await runAction(surroundings(RUN))).toBe(0);
    expect(await source()).toBe(CHANGED);
  });

  test("a step without recipes does what the project file says, or answers 2 without one", async () => {
    expect(await runAction(surroundings({ MODE: "run" }))).toBe(2);
    expect(log).toContain("::error title=no-recipes::");
    const project = "version: 1\nrecipes: [swap.yaml]\npolicy: apply-all\n";
    await writeFile(join(folder, "sluice.yaml"), project);
    expect(await runAction(surroundings({ MODE: "run" }))).toBe(0);
    expect(await source()).toBe(CHANGED);
  });

  test("the exit code is that of the run: 4 where an action is held, and nothing was written", async () => {
    expect(await runAction(surroundings({ ...RUN, POLICY: "hold-all" }))).toBe(4);
    expect(await outputs()).toContain("outcome<<token\nheld\ntoken\nexit-code<<token\n4\n");
    expect(await source()).toBe(SOURCE);
  });

  test("workflow commands in a file that is shown are never outside of the guard", async () => {
    await runAction(surroundings(RUN));
    const [before = "", ...rest] = log.split("::stop-commands::token\n");
    const [guarded = "", ...after] = rest.join("").split("::token::\n");
    expect(guarded).toMatch(/^ ::error::forged$/m);
    expect(before + after.join("")).not.toContain("forged");
  });

  test("wrong inputs answer 2 with an annotation each, and nothing was run", async () => {
    expect(await runAction(surroundings({ ...RUN, MODE: "rnu", ARGS: "--chekc" }))).toBe(2);
    expect(log.match(/^::error title=invalid-option::/gm)).toHaveLength(2);
    expect(await outputs()).toContain("outcome<<token\ninvalid\ntoken\n");
    expect(await source()).toBe(SOURCE);
  });

  test("paths are relative to the working directory, and annotations to the workspace", async () => {
    await writeFile(join(folder, "src/broken.yaml"), "version: 1\nsteps: 5\n");
    const inputs = { RECIPES: "broken.yaml", WORKING_DIRECTORY: "src" };
    expect(await runAction(surroundings(inputs))).toBe(2);
    expect(log).toContain("::error file=src/broken.yaml,line=2,");
  });

  test("a working directory that is not there is told", async () => {
    expect(await runAction(surroundings({ ...RUN, WORKING_DIRECTORY: "gone" }))).toBe(2);
    expect(log).toContain("title=invalid-root::");
  });

  test("reports go into files in the working directory", async () => {
    const inputs = { RECIPES: "../swap.yaml", WORKING_DIRECTORY: "src" };
    await runAction(surroundings({ ...inputs, ARGS: "--report 'json=out dir/r.json'" }));
    const report = JSON.parse(await readFile(join(folder, "src/out dir/r.json"), "utf8"));
    expect(report).toMatchObject({ formatVersion: "1.0", run: { command: "preview" } });
  });

  test("a report that cannot be written fails the step and is told", async () => {
    const args = { ARGS: "--report json=swap.yaml/r.json" };
    expect(await runAction(surroundings({ ...RUN, ...args }))).toBe(1);
    expect(log).toContain("::error::The report swap.yaml/r.json cannot be written: ");
    expect(await outputs()).toContain("outcome<<token\nfailed\ntoken\n");
  });

  test("a step summary that cannot be written fails the step, is named, and the outputs fit", async () => {
    const { env, ...rest } = surroundings(RUN);
    const lost = { ...env, GITHUB_STEP_SUMMARY: join(folder, "src") };
    expect(await runAction({ ...rest, env: lost })).toBe(1);
    expect(await source()).toBe(CHANGED);
    expect(log).toMatch(
      /^::error title=Sluice::The step summary .* cannot be written: EISDIR.*\n$/m,
    );
    expect(log).not.toContain("Please report");
    expect(await outputs()).toMatch(
      /^outcome<<token\nfailed\ntoken\nexit-code<<token\n1\ntoken\napplied<<token\n1\n/,
    );
  });

  test("outputs that cannot be set fail the step and are named, also without annotations", async () => {
    const { env, ...rest } = surroundings({ ...RUN, ANNOTATIONS: "false" });
    const lost = { ...env, GITHUB_OUTPUT: join(folder, "src") };
    expect(await runAction({ ...rest, env: lost })).toBe(1);
    expect(log).toMatch(/^::error title=Sluice::The file of the outputs .* EISDIR.*\n$/m);
  });

  test("the key of a model comes from the step's environment, and is withheld from code of recipes", async () => {
    const server = await openAiServer([{ text: "Nothing to do." }]);
    const model = `{ provider: openai-compatible, name: m, baseUrl: "${server.baseUrl}", apiKeyEnv: MODEL_KEY }`;
    const recipe = `version: 1\nname: ask\nsteps: [{ prompt: "Look.", model: ${model}, tools: [] }]\n`;
    await writeFile(join(folder, "ask.yaml"), recipe);
    const withheld: string[] = [];
    const given = surroundings(
      {
        RECIPES: "ask.yaml",
        ARGS: `--record tape.json --allow-env MODEL_KEY --allow-host ${new URL(server.baseUrl).host}`,
      },
      { withhold: (names) => withheld.push(...names) },
    );
    const exitCode = await runAction({
      ...given,
      env: { ...given.env, MODEL_KEY: "secret-key-1" },
    });
    expect({ exitCode, withheld }).toEqual({ exitCode: 0, withheld: ["MODEL_KEY"] });
    expect(server.requests[0]?.headers.authorization).toBe("Bearer secret-key-1");
    expect(await readFile(join(folder, "tape.json"), "utf8")).toContain("Nothing to do.");
    expect(log).not.toContain("secret-key-1");
  });

  test("`--check`, `--exit-zero` and `--input` reach the run", async () => {
    const inputs = { RECIPES: "swap.yaml" };
    expect(await runAction(surroundings({ ...inputs, ARGS: "--check" }))).toBe(1);
    expect(await runAction(surroundings({ ...inputs, ARGS: "--check --exit-zero" }))).toBe(0);
    expect(await runAction(surroundings({ ...inputs, ARGS: "--input no=1" }))).toBe(2);
  });

  test("`--timeout` ends a run with 5, and nothing was written", async () => {
    const asked: number[] = [];
    const after = (milliseconds: number) => {
      asked.push(milliseconds);
      return AbortSignal.abort();
    };
    expect(await runAction(surroundings({ ...RUN, ARGS: "--timeout 2s" }, { after }))).toBe(5);
    expect(asked).toEqual([2000]);
    expect(await source()).toBe(SOURCE);
  });

  test("an interrupted step still sets its outputs, and answers the signal's code", async () => {
    const interrupted = AbortSignal.abort(143);
    expect(await runAction(surroundings(RUN, { interrupted }))).toBe(143);
    expect(await outputs()).toContain("outcome<<token\ninterrupted\ntoken\n");
    expect(await source()).toBe(SOURCE);
  });

  test("a fault leaves the runner taking commands again", async () => {
    const newRunId = () => {
      throw new Error("out of ids");
    };
    await expect(runAction(surroundings(RUN, { newRunId }))).rejects.toThrow("out of ids");
    expect(log.endsWith("\n::token::\n")).toBe(true);
  });

  test("outside of a runner there are no files to write to", async () => {
    const { env, ...rest } = surroundings(RUN);
    expect(await runAction({ ...rest, env: { ...env, GITHUB_OUTPUT: "" } })).toBe(0);
    await expect(access(join(folder, "out"))).rejects.toThrow();
  });
});

describe("reportFault", () => {
  test("a fault is one annotation with what to report, and an outcome for later steps", async () => {
    await reportFault(new Error("a\n::error::b"), "sluice 1.2.3", surroundings({}));
    expect(log).toMatch(
      /^::error title=Sluice::A fault of Sluice itself\..*sluice 1\.2\.3%0AError: a%0A::error::b[^\n]*\n$/,
    );
    expect(await outputs()).toBe("outcome<<token\nfault\ntoken\nexit-code<<token\n70\ntoken\n");
  });

  test("an engine that cannot be loaded is invalid, with the remedy and without a stack", async () => {
    const error = new Error("Cannot find module '@ast-grep/napi'\nRequire stack:\n- /a");
    expect(await reportFault(error, "sluice 1.2.3", surroundings({}))).toBe(2);
    expect(log).toMatch(
      /^::error title=Sluice::@ast-grep\/napi cannot be loaded: it is not installed\.%0ARemove [^\n]*\n$/,
    );
    expect(await outputs()).toBe("outcome<<token\ninvalid\ntoken\nexit-code<<token\n2\ntoken\n");
  });
});

function written(use: (log: ReturnType<typeof openGuardedLog>) => void): string {
  let text = "";
  const log = openGuardedLog((part) => {
    text += part;
  }, "token");
  use(log);
  log.close();
  return text;
}

describe("openGuardedLog", () => {
  test("text stands between the command that stops commands and the one that resumes them", () => {
    expect(written((log) => log.write("::error::x\n"))).toBe(
      "::stop-commands::token\n::error::x\n::token::\n",
    );
  });

  test("nothing is written once commands are resumed", () => {
    const parts: string[] = [];
    const log = openGuardedLog((part) => parts.push(part), "token");
    log.close();
    log.write("::error::late\n");
    expect(parts).toEqual(["::stop-commands::token\n", "::token::\n"]);
  });

  test("commands are resumed on a line of their own also where the text ends in the middle of one", () => {
    expect(
      written((log) => {
        log.write("a");
        log.write("");
      }),
    ).toBe("::stop-commands::token\na\n::token::\n");
  });
});
