import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseDocument, visit } from "yaml";
import { parseFileReports } from "../../src/request/options/parse-reports.ts";
import { isRecord } from "../../src/shared/is-record.ts";
import { cli } from "../support/run-cli.ts";
import { tempRepository, writeTree } from "../support/temp-tree.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "examples/workflows");

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<
    Record<string, { readonly permissions?: object; readonly steps: readonly Step[] }>
  >;
}

const workflows = readdirSync(FOLDER).map((name) => {
  const text = readFileSync(join(FOLDER, name), "utf8");
  return { name, text, workflow: parse(text) as Workflow };
});

const inputsOfAction = Object.keys(
  (parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as { readonly inputs: object }).inputs,
);

describe.each(workflows)("the workflow $name", ({ text, workflow }) => {
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  it("pins every other action by its commit, and says which release it is", () => {
    const used = [...text.matchAll(/^ +(?:- )?uses: (\S+)(.*)$/gm)].map(
      ([, action = "", rest = ""]) => ({
        action,
        rest,
      }),
    );
    expect(used.length).toBe(steps.filter(({ uses }) => uses !== undefined).length);
    for (const { action, rest } of used.filter(({ action }) => !action.startsWith("sluice/")))
      expect(`${action}${rest}`).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("has no right but those that a job names, each with its reason", () => {
    expect(workflow.permissions).toEqual({});
    for (const { permissions } of jobs) expect(Object.keys(permissions ?? {})).not.toEqual([]);
    const granted = [...text.matchAll(/^ {6}[\w-]+: (?:read|write)(.*)$/gm)];
    expect(granted.length).toBe(
      jobs.reduce((sum, { permissions }) => sum + Object.keys(permissions ?? {}).length, 0),
    );
    for (const [line, reason] of granted)
      expect([line, reason]).toEqual([line, expect.stringMatching(/^ # \w/)]);
  });

  it("puts no expression into a script", () => {
    for (const { run = "" } of steps) expect(run).not.toContain("${{");
  });

  it("gives Sluice only inputs that it has", () => {
    const own = steps.filter(({ uses }) => uses?.startsWith("sluice/"));
    const commands = steps.filter(({ run }) => run?.includes("$SLUICE ")); // The Action runs no fleets.
    expect(own.length + commands.length).toBeGreaterThan(0);
    for (const { with: given = {} } of own)
      expect(Object.keys(given).filter((name) => !inputsOfAction.includes(name))).toEqual([]);
  });

  it("is valid YAML without keys that stand twice", () => {
    const document = parseDocument(text, { uniqueKeys: true });
    expect([...document.errors, ...document.warnings]).toEqual([]);
  });
});

describe("the page on CI", () => {
  const page = readFileSync(join(ROOT, "docs/ci.md"), "utf8");
  const blocks = [...page.matchAll(/```(yaml|groovy)\n(.*?)```/gs)];

  it("has YAML that can be read", () => {
    expect(blocks.length).toBe(7);
    for (const [, language, text = ""] of blocks)
      if (language === "yaml") {
        const document = parseDocument(text);
        expect([...document.errors, ...document.warnings]).toEqual([]);
        expect(isRecord(document.toJS())).toBe(true);
      }
  });

  it("has commands that do what they say", async () => {
    const commands = [...page.matchAll(/\/bin\/sluice" (preview .*?)'\n/g)].map(
      ([, command = ""]) => command,
    );
    expect(commands.length).toBe(5);
    for (const command of commands) {
      const root = tempRepository({
        "recipes/swap.yaml":
          'version: 1\nsteps: [{ ast_edit: { ops: [{ pat: "f($A)", out: "g($A)" }] } }]\n',
        "a.ts": "f(1);\n",
      });
      writeTree(root, { "b.ts": "f(2);\n" });
      const words = (command.match(/"[^"]*"|\S+/g) ?? []).map((word) =>
        word.replace(/^"|"$/g, "").replace(/^(?:pull-request|origin\/.*)$/, "HEAD"),
      );
      const { exitCode, stdout, stderr } = await cli(root, words);
      expect([exitCode, stderr]).toEqual([1, ""]);
      expect([stdout.includes("b.ts"), stdout.includes("a.ts")]).toEqual([true, false]);
    }
  });
});

describe("the jobs for several machines on the page on CI", () => {
  const page = readFileSync(join(ROOT, "docs/ci.md"), "utf8");
  const TREE = {
    "recipes/swap.yaml":
      'version: 1\nsteps: [{ ast_edit: { ops: [{ pat: "f($A)", out: "String($A)" }] } }]\n',
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`f${at}.ts`, `f(${at});\n`])),
  };
  const commandOf = (name: string) =>
    new RegExp(`/bin/sluice"? (${name} .*)`).exec(page)?.[1]?.replace(/'$/, "") ?? "";
  const wordsOf = (command: string, index: string) =>
    command.replace(/\$\w+/, index).match(/[^\s"]+/g) ?? [];

  it.each([
    [
      "GitLab",
      (at: number) => ({ GITLAB_CI: "true", CI_NODE_INDEX: `${at + 1}`, CI_NODE_TOTAL: "4" }),
    ],
    ["Kubernetes", (at: number) => ({ JOB_COMPLETION_INDEX: `${at}`, SLUICE_SHARD_TOTAL: "4" })],
  ])("make the plan of one machine on %s (H1)", async (_, jobOf) => {
    const root = tempRepository(TREE);
    for (const at of [0, 1, 2, 3]) {
      const words = wordsOf(commandOf("plan"), `${at}`);
      const env = { PATH: process.env.PATH, ...jobOf(at) };
      expect(await cli(root, words, { env })).toMatchObject({ exitCode: 0, stderr: "" });
    }
    const merged = await cli(root, wordsOf(commandOf("merge"), ""));
    expect(merged).toMatchObject({ exitCode: 0, stderr: "" });
    await cli(root, ["plan", "swap", "--policy", "safe", "-o", "whole.json"]);
    const textOf = (name: string) => readFileSync(join(root, name), "utf8");
    expect(textOf("plan.json")).toBe(textOf("whole.json"));
  });

  it("ask for as many pods as shards", () => {
    const job = [...page.matchAll(/```yaml\n(.*?)```/gs)]
      .map(([, text = ""]) => parse(text) as { readonly kind?: string; readonly spec?: Pods })
      .find(({ kind }) => kind === "Job");
    const { completions, parallelism, template } = job?.spec ?? {};
    const [container] = template?.spec.containers ?? [];
    const total = container?.env.find(({ name }) => name === "SLUICE_SHARD_TOTAL");
    expect([completions, parallelism, total?.value]).toEqual([4, 4, "4"]);
  });
});

/** The part of a Job of Kubernetes that says how often it runs. */
interface Pods {
  readonly completions: number;
  readonly parallelism: number;
  readonly template: {
    readonly spec: {
      readonly containers: readonly {
        readonly env: readonly { readonly name: string; readonly value: string }[];
      }[];
    };
  };
}

describe("the YAML on the page on reports", () => {
  const page = readFileSync(join(ROOT, "docs/reports.md"), "utf8");
  const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = ""]) => text);

  it("can be read, and names only inputs, options and formats that there are", () => {
    expect(blocks.length).toBe(3);
    for (const text of blocks) {
      const document = parseDocument(text, { uniqueKeys: true });
      expect([...document.errors, ...document.warnings]).toEqual([]);
    }
    const { jobs } = parse(blocks[0] ?? "") as Workflow;
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const given = steps.find(({ uses }) => uses?.startsWith("sluice/"))?.with ?? {};
    expect(Object.keys(given).filter((name) => !inputsOfAction.includes(name))).toEqual([]);
    expect(parseFileReports([String(given.reports)])).toHaveProperty("value");
  });

  it("has commands that write the reports they name", async () => {
    const commands = [...page.matchAll(/npx --yes sluice (preview .*)$/gm)].map(
      ([, text = ""]) => text,
    );
    expect(commands.length).toBe(2);
    for (const command of commands) {
      const root = tempRepository({ "a.test.ts": "export {};\n" });
      const words = command.split(" ");
      expect(await cli(root, words)).toMatchObject({ exitCode: 0 });
      const path = words.at(-1)?.split("=")[1] ?? "";
      expect(() => JSON.parse(readFileSync(join(root, path), "utf8"))).not.toThrow();
    }
  });
});

it("has no anchor or alias in a workflow, which some runners do not read", () => {
  for (const { text } of workflows)
    visit(parseDocument(text), {
      Alias: () => {
        throw new Error("an alias");
      },
    });
});
