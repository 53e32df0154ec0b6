import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import { blobIdOf } from "../../src/shared/blob-id.ts";
import { openAiServer } from "../support/openai-server.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import {
  commitAll,
  git,
  type Tree,
  tempFolder,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const RECIPE = recipeOf([["old($A)", "base($A)"]]);
const EVIL = recipeOf([["old($A)", "evil($A)"]]);
const POLICY = "version: 1\ndefault: { verdict: hold, reason: A person looks. }\n";
const BASE: Tree = { "recipe.yaml": RECIPE, "sluice.policy.yaml": POLICY, "src/a.js": "old(1);\n" };

/** A checkout of a pull request; the base commit is in it. */
function pullRequest(head: Tree, base: Tree = BASE) {
  const root = tempRepository(base);
  const id = git(root, "rev-parse", "HEAD").trim();
  writeTree(root, head);
  commitAll(root);
  return { root, id };
}

function githubEnv(event: string): Record<string, string> {
  const file = join(tempFolder(), "event.json");
  writeFileSync(file, event);
  return {
    PATH: process.env.PATH ?? "",
    GITHUB_EVENT_NAME: "pull_request",
    GITHUB_EVENT_PATH: file,
  };
}

const eventOf = (sha: string) => JSON.stringify({ pull_request: { base: { sha } } });
const codesOf = ({ diagnostics }: Report) => diagnostics.map(({ code }) => code);
const diffOf = ({ actions }: Report) => actions[0]?.files[0]?.diff;

describe("--trust base", () => {
  it("U3 is the default on a pull request: recipe and policy are those of the base", async () => {
    const { root, id } = pullRequest({
      "recipe.yaml": EVIL,
      "sluice.policy.yaml": POLICY.replace("hold", "apply"),
    });
    const env = githubEnv(eventOf(id));
    const { report, exitCode } = await cliReport(root, ["run", "recipe.yaml"], { env });
    expect([exitCode, report.totals.held, report.totals.applied]).toEqual([4, 1, 0]);
    expect(diffOf(report)).toContain("+base(1);");
    expect(report.trust).toMatchObject({ mode: "base", base: id });
    expect(report.sources).toEqual([
      {
        path: "recipe.yaml",
        role: "recipe",
        origin: "base",
        blobId: blobIdOf(Buffer.from(RECIPE)),
      },
      {
        path: "sluice.policy.yaml",
        role: "policy",
        origin: "base",
        blobId: blobIdOf(Buffer.from(POLICY)),
      },
    ]);
    expect(codesOf(report)).toEqual(["source-ignored", "source-ignored"]);
  });

  it("is not the default elsewhere", async () => {
    const { root } = pullRequest({ "recipe.yaml": EVIL });
    const { report } = await cliReport(root, ["preview", "recipe.yaml"]);
    expect(report.trust).toEqual({ mode: "all", base: null });
    expect(diffOf(report)).toContain("+evil(1);");
  });

  it("does not find what only the head has, and says so", async () => {
    const { root, id } = pullRequest({ "new.yaml": EVIL, "recipes/other.yaml": EVIL });
    const base = ["--base", id];
    const { report, exitCode } = await cliReport(root, ["preview", "new.yaml", ...base]);
    expect(exitCode).toBe(2);
    expect(report.diagnostics).toMatchObject([
      {
        code: "file-not-found",
        message: `There is no file new.yaml in the base commit ${id.slice(0, 7)}.`,
        hint: "`--trust all` reads the work tree instead.",
      },
    ]);
    const named = await cliReport(root, ["preview", "other", ...base]);
    expect(codesOf(named.report)).toEqual(["recipe-not-found"]);
  });

  it("reads rule files, sgconfig.yml and its utilDirs, and inputs from the base", async () => {
    const rule = (name: string) =>
      `id: r\nlanguage: js\nrule: { all: [{ pattern: old($A) }, { matches: calls }] }\nfix: ${name}($A)\n`;
    const util = "id: calls\nlanguage: js\nrule: { pattern: old($A) }\n";
    const base = {
      "recipe.yaml":
        "version: 1\ninputs: { area: {} }\nsteps:\n  - id: s\n    ast_edit: { paths: ['${{ inputs.area }}/**'], rules: ['rules/*.yml'] }\n",
      "rules/a.yml": rule("base"),
      "utils/calls.yml": util,
      "sgconfig.yml": "ruleDirs: [rules]\nutilDirs: [utils]\n",
      "inputs.yaml": "area: src\n",
      "src/a.js": "old(1);\n",
      "lib/a.js": "old(1);\n",
    };
    const { root, id } = pullRequest(
      {
        "rules/a.yml": rule("evil"),
        "rules/b.yml": rule("more").replace("id: r", "id: b"),
        "utils/calls.yml": util.replace("old", "lib"),
        "sgconfig.yml": "utilDirs: [other]\n",
        "inputs.yaml": "area: lib\n",
      },
      base,
    );
    const argv = ["preview", "recipe.yaml", "--inputs-file", "inputs.yaml", "--base", id];
    const { report } = await cliReport(root, argv);
    expect(report.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(diffOf(report)).toContain("+base(1)");
    expect(report.totals.actions).toBe(1);
    expect(report.sources.map(({ path, origin }) => `${path} ${origin}`)).toEqual([
      "inputs.yaml base",
      "recipe.yaml base",
      "rules/a.yml base",
      "sgconfig.yml base",
      "utils/calls.yml base",
    ]);
  });

  it("reads below a root in a subfolder of the repository, and with a named tag", async () => {
    const { root } = pullRequest({}, { "app/recipe.yaml": RECIPE, "app/src/a.js": "old(1);\n" });
    git(root, "tag", "trusted");
    writeTree(root, { "app/recipe.yaml": EVIL });
    const { report } = await cliReport(join(root, "app"), [
      ...["preview", "recipe.yaml", "--base", "trusted"],
    ]);
    expect(diffOf(report)).toContain("+base(1);");
  });

  it("follows no link of the base", async () => {
    const root = tempRepository({ "real.yaml": RECIPE, "src/a.js": "old(1);\n" });
    symlinkSync("real.yaml", join(root, "link.yaml"));
    mkdirSync(join(root, "rules"));
    symlinkSync("../src", join(root, "rules/more"));
    commitAll(root);
    for (const name of ["link.yaml", "rules/more/a.yaml"]) {
      const { report } = await cliReport(root, ["preview", name, "--base", "HEAD"]);
      expect(codesOf(report)).toEqual(["path-out-of-root"]);
    }
  });

  it("refuses a base file that is not UTF-8, and one that is too large", async () => {
    const root = tempRepository({
      "bytes.yaml": Buffer.from([0x61, 0xff, 0x62]),
      "large.yaml": `# ${"x".repeat(1024 * 1024)}\n`,
    });
    const codes = ["bytes.yaml", "large.yaml"].map(async (name) =>
      codesOf((await cliReport(root, ["preview", name, "--base", "HEAD"])).report),
    );
    expect(await Promise.all(codes)).toEqual([["file-unreadable"], ["file-too-large"]]);
  });

  it.each<[what: string, event: (id: string) => string]>([
    ["is missing in a shallow clone", () => eventOf("0123456789abcdef0123456789abcdef01234567")],
    ["is not in the event", () => "{}"],
    ["is no id", () => eventOf("HEAD")],
    ["stands in an event that is garbage", () => "[1, \u0000"],
  ])(
    "refuses a pull request whose base %s, and never reads the head instead",
    async (what, event) => {
      const { root, id } = pullRequest({ "recipe.yaml": EVIL });
      const { report, exitCode } = await cliReport(root, ["preview", "recipe.yaml"], {
        env: githubEnv(event(id)),
      });
      expect(exitCode).toBe(2);
      expect(report).toMatchObject({
        trust: { mode: "base", base: null },
        sources: [],
        actions: [],
      });
      expect(codesOf(report)).toEqual(["base-unavailable"]);
      expect(report.diagnostics[0]?.hint).toContain(
        what.includes("shallow")
          ? "`git fetch --depth=1 origin 0123456789abcdef0123456789abcdef01234567`"
          : "--base REF",
      );
    },
  );

  it("reads a base that a shallow clone fetches as the message says", async () => {
    const { root: upstream, id } = pullRequest({ "recipe.yaml": EVIL });
    git(upstream, "config", "uploadpack.allowAnySHA1InWant", "true");
    const clone = join(tempFolder(), "clone");
    git(upstream, "clone", "-q", "--depth=1", `file://${upstream}`, clone);
    const env = githubEnv(eventOf(id));
    const refused = await cliReport(clone, ["preview", "recipe.yaml"], { env });
    expect(codesOf(refused.report)).toEqual(["base-unavailable"]);
    const command = /`git (.*?)`/.exec(refused.report.diagnostics[0]?.hint ?? "")?.[1] ?? "";
    git(clone, ...command.split(" "));
    const { report, stderr } = await cliReport(clone, ["preview", "recipe.yaml"], { env });
    expect(diffOf(report), stderr).toContain("+base(1);");
  });

  it.each(["tree:0", "blob:none"])(
    "refuses a base of which a partial clone (%s) has a part, with the command that fetches it",
    async (filter) => {
      const { root: upstream, id } = pullRequest({ "recipe.yaml": EVIL });
      git(upstream, "config", "uploadpack.allowAnySHA1InWant", "true");
      git(upstream, "config", "uploadpack.allowFilter", "true");
      const clone = join(tempFolder(), "clone");
      git(upstream, "clone", "-q", `--filter=${filter}`, `file://${upstream}`, clone);
      const base = ["--base", id];
      const refused = await cliReport(clone, ["preview", "recipe.yaml", ...base]);
      expect([refused.exitCode, codesOf(refused.report)[0]]).toEqual([2, "base-unavailable"]);
      if (filter === "tree:0") {
        const listed = await cli(clone, ["list", ...base]);
        expect([listed.exitCode, listed.stderr]).toEqual([2, expect.stringContaining("--refetch")]);
      }
      const command = /`git (.*?)`/.exec(
        refused.report.diagnostics.map(({ hint }) => hint).join("\n"),
      )?.[1];
      git(clone, ...(command ?? "").split(" "));
      const { report, stderr } = await cliReport(clone, ["preview", "recipe.yaml", ...base]);
      expect(diffOf(report), stderr).toContain("+base(1);");
    },
  );

  it("takes the target branch where the event names no commit", async () => {
    const { root, id } = pullRequest({ "recipe.yaml": EVIL });
    const env = { ...githubEnv("{}"), GITHUB_BASE_REF: "main" };
    const before = await cliReport(root, ["preview", "recipe.yaml"], { env });
    expect(before.report.diagnostics[0]?.hint).toContain(
      "git fetch --depth=1 origin +refs/heads/main:refs/remotes/origin/main",
    );
    git(root, "update-ref", "refs/remotes/origin/main", id);
    const { report } = await cliReport(root, ["preview", "recipe.yaml"], { env });
    expect(report.trust?.base).toBe(id);
  });

  it("refuses a base that is an option, one that nothing has, and one beside another trust", async () => {
    const { root } = pullRequest({});
    const codes = async (...args: string[]) =>
      codesOf((await cliReport(root, ["preview", "recipe.yaml", ...args])).report);
    expect(await codes("--base=--output=x")).toEqual(["base-unavailable"]);
    expect(await codes("--base", "no-such-ref")).toEqual(["base-unavailable"]);
    expect(await codes("--trust", "base")).toEqual(["base-unavailable"]);
    expect(await codes("--trust", "all", "--base", "HEAD")).toEqual(["invalid-option"]);
  });

  it("refuses a root without a repository", async () => {
    const { report } = await cliReport(tempTree(BASE), ["preview", "recipe.yaml", "--base", "x"]);
    expect(report.diagnostics[0]?.message).toContain("the root is in no git repository");
  });

  it("derives a plan again from the base", async () => {
    const { root, id } = pullRequest({ "recipe.yaml": EVIL });
    const plan = join(tempFolder(), "plan.json");
    const base = ["--base", id];
    const made = await cliReport(root, [
      ...["plan", "recipe.yaml", "--policy", "apply-all", "-o", plan, ...base],
    ]);
    expect(made.exitCode).toBe(0);
    expect((await cliReport(root, ["apply", plan])).report.outcome).toBe("stale");
    const applied = await cliReport(root, ["apply", plan, "--policy", "apply-all", ...base]);
    expect([applied.exitCode, applied.report.totals.applied]).toEqual([0, 1]);
  });
});

describe("references of prompts", () => {
  const prompts = (baseUrl: string) => `version: 1
name: r
steps:
  - id: ask
    prompt: Follow @docs/rules.md, @docs and @docs/new.md.
    attach: [docs/same.md]
    model: { provider: openai-compatible, name: m, baseUrl: "${baseUrl}", retries: 0 }
`;

  async function ask(...trust: ((id: string) => string)[]) {
    const server = await openAiServer([{ text: "Done." }]);
    const { root, id } = pullRequest(
      { "docs/rules.md": "HEAD RULES\n", "docs/new.md": "HEAD NEW\n" },
      { "docs/rules.md": "BASE RULES\n", "docs/same.md": "SAME\n", "src/a.js": "1;\n" },
    );
    const recipe = join(tempTree({ "r.yaml": prompts(server.baseUrl) }), "r.yaml");
    const host = new URL(server.baseUrl).host;
    const { report } = await cliReport(
      root,
      ["preview", recipe, "--allow-host", host, ...trust.map((each) => each(id))],
      { ownFolder: resolve(import.meta.dirname, "../..") },
    );
    return { report, asked: JSON.stringify(server.requests[0]?.body) };
  }

  it("F5 are read from the base, and an alert says where the work tree differs", async () => {
    const { report, asked } = await ask(
      () => "--base",
      (id) => id,
    );
    expect(asked).toContain("BASE RULES");
    expect(asked).toContain("SAME");
    expect(asked).not.toContain("HEAD");
    expect(report.alerts.map(({ code, path }) => `${code} ${path}`).sort()).toEqual([
      "file-ref-base docs/rules.md",
      "file-ref-not-found docs/new.md",
      "vacuous undefined",
    ]);
    const read = report.sources.filter(({ role }) => role === "reference");
    expect(read.map(({ path, origin }) => `${path} ${origin}`)).toEqual([
      "docs/rules.md base",
      "docs/same.md base",
    ]);
  });

  it("F5 are not attached without trust in the tree", async () => {
    const { report, asked } = await ask(
      () => "--trust",
      () => "none",
    );
    expect(asked).not.toMatch(/RULES|NEW|SAME/);
    const refused = report.alerts.filter(({ code }) => code === "file-ref-out-of-scope");
    expect(refused.map(({ message }) => message)[0]).toBe(
      "`docs/rules.md` is in the tree, and `--trust none` attaches nothing of it.",
    );
    expect(refused).toHaveLength(4); // The tree has a folder `docs`: `@docs/…` is no package.
  });
});

describe("code of recipes", () => {
  const FILES = {
    "recipe.yaml": `version: 1
tools: [tools/t.ts]
hooks:
  - { run: [node, hooks/command.mjs] }
  - { module: hooks/module.mjs }
steps: [{ id: t, tool: t, with: {} }]
`,
    "src/a.js": "1;\n",
  };
  /** A tool and two hooks that append `who` to a file outside. */
  const code = (who: string, seen: string): Tree => {
    const append = `appendFileSync(${JSON.stringify(seen)}, "${who} ");`;
    const fs = 'import { appendFileSync, existsSync } from "node:fs";\n';
    const go = '{ decision: "continue" }';
    return {
      "tools/who.ts": `export const who = "${who}";\n`,
      "tools/t.ts": `${fs}import { who } from "./who.ts";\nimport { pack } from "pack";\nexport default (pi) => ({
  name: "t", description: "A tool.", parameters: pi.zod.object({}),
  async execute() { return { content: [{ type: "text", text: [who, pack, existsSync("src/a.js")].join(" ") }] }; },
});\n`,
      "hooks/command.mjs": `${fs}${append}\nconsole.log(JSON.stringify(${go}));\n`,
      "hooks/module.mjs": `${fs}export default () => { ${append} return ${go}; };\n`,
    };
  };

  it("comes from the base, with packages of the caller, and leaves nothing behind", async () => {
    const seen = join(tempFolder(), "seen");
    const { root, id } = pullRequest(
      { ...code("head", seen), "node_modules/pack/index.js": "export const pack = 'tree';\n" },
      { ...FILES, ...code("base", seen) },
    );
    const packages = tempTree({
      "node_modules/pack/package.json": '{ "name": "pack", "type": "module", "main": "index.js" }',
      "node_modules/pack/index.js": "export const pack = 'caller';\n",
    });
    const temporary = tempFolder();
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const argv = ["preview", "recipe.yaml", "--allow-code", "--packages", packages, "--base", id];
    const { report, exitCode } = await cliReport(root, argv);
    expect([exitCode, ...codesOf(report)]).toEqual([0, "source-ignored", "source-ignored"]);
    expect(report.calls[0]?.text).toMatch(/^base caller /);
    expect(new Set(readFileSync(seen, "utf8").trim().split(" "))).toEqual(new Set(["base"]));
    expect(report.sources.map(({ path, role }) => `${path} ${role}`)).toEqual([
      "hooks/command.mjs code",
      "hooks/module.mjs code",
      "recipe.yaml recipe",
      "tools/t.ts code",
    ]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it("takes no package from a folder above, such as the one for temporary files", async () => {
    const seen = join(tempFolder(), "seen");
    const { root, id } = pullRequest({}, { ...FILES, ...code("base", seen) });
    const temporary = tempTree({
      "node_modules/pack/package.json": '{ "name": "pack", "type": "module", "main": "index.js" }',
      "node_modules/pack/index.js": "export const pack = 'stranger';\n",
    });
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const argv = ["preview", "recipe.yaml", "--allow-code", "--base", id];
    const { report, exitCode } = await cliReport(root, argv);
    expect(exitCode).toBe(2);
    expect(report.diagnostics).toMatchObject([
      { code: "base-unavailable", message: expect.stringContaining(`${temporary}/node_modules`) },
    ]);
    expect(existsSync(seen)).toBe(false);
    expect(readdirSync(temporary)).toEqual(["node_modules"]);
  });

  it("is refused if a file of it is too large to be noted", async () => {
    const large = `// ${"x".repeat(10 * 1024 * 1024)}\n`;
    const files = { ...FILES, ...code("base", "/none"), "tools/t.ts": large };
    const { root, id } = pullRequest({}, files);
    for (const trust of [[], ["--base", id]]) {
      const argv = ["preview", "recipe.yaml", "--allow-code", ...trust];
      const { report, exitCode } = await cliReport(root, argv);
      expect([exitCode, ...codesOf(report)]).toEqual([2, "file-too-large"]);
    }
  });

  it("is refused without trust in the tree, also for a recipe from outside", async () => {
    const seen = join(tempFolder(), "seen");
    const { root } = pullRequest({}, { ...FILES, ...code("head", seen) });
    const outside = join(tempTree(FILES), "recipe.yaml");
    const { report } = await cliReport(root, [
      ...["preview", outside, "--allow-code", "--trust", "none"],
    ]);
    expect(codesOf(report)).toEqual(["not-trusted"]);
    expect(existsSync(seen)).toBe(false);
  });
});

describe("--trust none", () => {
  it("uses what ships and what the caller names outside, and refuses the tree's", async () => {
    const { root } = pullRequest({});
    const outside = tempTree({ "r.yaml": RECIPE });
    const none = ["--trust", "none"];
    const refused = await cliReport(root, ["preview", "recipe.yaml", ...none]);
    expect(codesOf(refused.report)).toEqual(["not-trusted", "source-ignored"]);
    const own = join(outside, "r.yaml");
    const { report } = await cliReport(root, ["preview", own, "shipped:date-now", ...none]);
    expect(diffOf(report)).toContain("+base(1);");
    expect(report.sources.map(({ path, origin }) => [path, origin])).toEqual([
      [own, "caller"],
      ["shipped:date-now", "shipped"],
    ]);
    expect(codesOf(report)).toEqual(["source-ignored"]); // The policy of the tree.
    const named = await cliReport(root, ["run", own, ...none, "--policy", "sluice.policy.yaml"]);
    expect(codesOf(named.report)).toContain("not-trusted");
  });

  it("takes a path from outside that leads back into the tree for the tree's", async () => {
    const { root } = pullRequest({});
    const outside = tempFolder();
    symlinkSync(join(root, "recipe.yaml"), join(outside, "r.yaml"));
    symlinkSync(root, join(outside, "checkout"));
    for (const name of ["r.yaml", "checkout/recipe.yaml"]) {
      const { report } = await cliReport(root, [
        ...["preview", join(outside, name), "--trust", "none"],
      ]);
      expect(codesOf(report)).toContain("not-trusted");
    }
  });
});

describe("names", () => {
  const HIDING = { ...BASE, "recipes/date-now.yaml": EVIL };

  it("warns of a recipe of the tree that hides a shipped one, and both can be named exactly", async () => {
    const root = tempRepository(HIDING);
    const preview = async (name: string) => (await cliReport(root, ["preview", name])).report;
    const hidden = await preview("date-now");
    expect(codesOf(hidden)).toEqual(["recipe-hidden"]);
    expect(hidden.sources[0]?.origin).toBe("tree");
    expect((await preview("shipped:date-now")).sources[0]).toMatchObject({
      path: "shipped:date-now",
      origin: "shipped",
    });
    const exact = await preview("./recipes/date-now.yaml");
    expect([exact.sources[0]?.origin, ...codesOf(exact)]).toEqual(["tree"]);
  });

  it("lets the shipped one win with a base, also against one in the base", async () => {
    const root = tempRepository(HIDING);
    const { report } = await cliReport(root, ["preview", "date-now", "--base", "HEAD"]);
    expect(report.sources[0]?.origin).toBe("shipped");
    expect(codesOf(report)).toEqual(["recipe-hidden"]);
    const list = async (...args: string[]) =>
      (await cli(root, ["list", ...args])).stdout.match(/date-now.*\((.*)\)/)?.[1];
    expect([await list(), await list("--base", "HEAD")]).toEqual(["recipes", "shipped"]);
  });
});

describe("--trust all", () => {
  it.each(["--policy", "--inputs-file", "recipe"])(
    "follows no link out of the root, and opens no pipe and nothing of .git: %s",
    async (option) => {
      const root = tempRepository(BASE);
      const outside = tempTree({ "secret.yaml": "token: canary\n" });
      symlinkSync(join(outside, "secret.yaml"), join(root, "link.yaml"));
      symlinkSync(outside, join(root, "folder"));
      symlinkSync(".git/config", join(root, "config.yaml"));
      execFileSync("mkfifo", [join(root, "pipe.yaml")]);
      const cases: [string, string][] = [
        ["link.yaml", "path-out-of-root"],
        ["folder/secret.yaml", "path-out-of-root"],
        ["config.yaml", "path-out-of-root"],
        [".git/config", "path-out-of-root"],
        ["pipe.yaml", "file-unreadable"],
        ["/dev/zero", "file-unreadable"],
      ];
      for (const [name, code] of cases) {
        const given = option === "recipe" ? [name] : ["recipe.yaml", option, name];
        const { report, stdout } = await cliReport(root, ["preview", ...given]);
        expect([name, ...codesOf(report)]).toEqual([name, code]);
        expect(stdout).not.toContain("canary");
      }
      rmSync(join(root, "pipe.yaml"));
    },
  );

  it("follows a link inside the root, without showing the text of its file", async () => {
    const root = tempRepository({ ...BASE, "broken.yaml": "version: 1\nsteps: oops\n" });
    symlinkSync("recipe.yaml", join(root, "link.yaml"));
    symlinkSync("broken.yaml", join(root, "broken-link.yaml"));
    const { report } = await cliReport(root, ["preview", "link.yaml"]);
    expect(report.sources[0]).toMatchObject({ path: "recipe.yaml", origin: "tree" });
    const frames = async (name: string) =>
      (await cliReport(root, ["preview", name])).report.diagnostics.map(({ frame }) => frame);
    expect((await frames("broken.yaml"))[0]).toContain("oops");
    expect(await frames("broken-link.yaml")).toEqual([undefined]);
    const outside = join(tempTree({ "broken.yaml": "version: 1\nsteps: oops\n" }), "broken.yaml");
    expect(await frames(outside)).toEqual([undefined]);
    const { stdout } = await cli(root, ["validate", outside]);
    expect(stdout).toMatch(/broken\.yaml:2:8/);
    expect(stdout).not.toContain("| steps");
  });

  it.each<[what: string, tree: Tree, code: string]>([
    ["utilDirs", { "sgconfig.yml": 'utilDirs: ["../outside"]\n' }, "path-out-of-root"],
    ["utilDirs through a link", { "sgconfig.yml": "utilDirs: [linked]\n" }, "path-out-of-root"],
    ["utilDirs of .git", { "sgconfig.yml": "utilDirs: [.git]\n" }, "path-out-of-root"],
    ["rules", { "recipe.yaml": ruleRecipe(".git/config") }, "path-out-of-root"],
    ["a rule file", { "recipe.yaml": ruleRecipe("rules/link.yml") }, "path-out-of-root"],
  ])("refuses %s that lead out of the tree", async (_what, tree, code) => {
    const root = tempRepository({
      "recipe.yaml": ruleRecipe("rules/a.yml"),
      "rules/a.yml": "id: r\nlanguage: js\nrule: { pattern: old($A) }\nfix: x\n",
      "src/a.js": "old(1);\n",
      ...tree,
    });
    const outside = tempTree({ "u.yml": "token: canary\n" });
    symlinkSync(outside, join(root, "linked"));
    symlinkSync(join(outside, "u.yml"), join(root, "rules/link.yml"));
    const { report, stdout } = await cliReport(root, ["preview", "recipe.yaml"]);
    expect(codesOf(report)).toEqual([code]);
    expect(stdout).not.toContain("canary");
  });
});

function ruleRecipe(rule: string): string {
  return `version: 1\nsteps:\n  - { id: s, ast_edit: { paths: ["src/**"], rules: ["${rule}"] } }\n`;
}
