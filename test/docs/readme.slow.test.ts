import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { findReportFault } from "../../src/command/with-project.ts";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import { parseProject } from "../../src/config/project/parse-project.ts";
import { parseFleet } from "../../src/fleet/file/parse-fleet.ts";
import { FACT_ROWS } from "../../src/model/action/facts.ts";
import { EXIT_CODES } from "../../src/model/exit-code.ts";
import { planSchema } from "../../src/plan-file/plan-schema.ts";
import { loadPolicy } from "../../src/policy/load-policy.ts";
import { readTests } from "../../src/policy/testing/tests-of.ts";
import { loadRecipe } from "../../src/recipe/load-recipe.ts";
import { fleetOf } from "../support/fleet.ts";
import { REPOSITORY } from "../support/grammar-packages.ts";
import { openAiServer } from "../support/openai-server.ts";
import { EXAMPLE_ANSWERS, exampleInLines, promptExample } from "../support/prompt-example.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { setMode, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";
import { withHome } from "../support/user-state.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "src/README.md",
  ...pagesIn("docs"),
  ...pagesIn("docs/design"),
  ...pagesIn("examples/prompt-step"),
];

function pagesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
}

interface Block {
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

const blocks: readonly Block[] = PAGES.flatMap((page) =>
  [...readFileSync(join(ROOT, page), "utf8").matchAll(/^```(\w*)\n(.*?)^```$/gms)].map((match) => ({
    page,
    language: match[1] ?? "",
    text: match[2] ?? "",
  })),
);

/** The README's own recipe and policy, with files that they have something to say about. */
const README_TREE = {
  "recipes/rename-logger.yaml": readmeBlock(/^steps:/m),
  "sluice.policy.yaml": readmeBlock(/^rules:/m),
  "src/api.gen.ts": "console.log(1);\n",
  "src/orders.ts": `import { log } from "./log";
import type { Order } from "./order";

export function place(order: Order) {
  console.log("placing", order.id);
  if (!order.lines.length) {
    console.error("empty", order.id);
  }
}
`,
  "src/vendor/x.ts": "console.log(2);\n",
};

/** The recipe and the tool of the page on custom tools, with a file for each to work on. */
const CUSTOM_TOOL_TREE = {
  "recipes/modules.yaml":
    blocks.find(({ page, text }) => page.endsWith("custom-tools.md") && /^tools:/m.test(text))
      ?.text ?? "",
  "tools/batch-rename.ts":
    blocks.find(({ page, language }) => page.endsWith("custom-tools.md") && language === "ts")
      ?.text ?? "",
  "src/price.ts": "",
};

/** The project file of its page. */
const PROJECT =
  blocks.find(({ page, text }) => page === "docs/project-file.md" && /^recipes:/m.test(text))
    ?.text ?? "";

/** The recipe of the page on commands. */
const COMMAND =
  blocks.find(({ page, text }) => page === "docs/commands.md" && /^name: lint-fix/m.test(text))
    ?.text ?? "";

const SWAP =
  'version: 1\ninputs: { name: { default: x } }\nsteps:\n  - ast_edit: { ops: [{ pat: "${{ inputs.name }}($A)", out: "b($A)" }] }\n';

/** The first recipe of the page on prompt steps, which asks nobody, with what it refers to. */
const PROMPT_TREE = {
  "recipes/ask.yaml":
    blocks.find(({ page, language }) => page === "docs/prompt-steps.md" && language === "yaml")
      ?.text ?? "",
  "docs/style.md": "Short sentences.\n",
  "src/orders/order.ts": "",
};

/** The recipe of the page on commands, whose program is there and finds nothing, and a recipe of a package. */
const INSTALLED_TREE = {
  "node_modules/.bin/eslint": "#!/bin/sh\n",
  "node_modules/@acme/recipes/package.json": '{ "name": "@acme/recipes", "version": "1.0.0" }\n',
  "node_modules/@acme/recipes/recipes/strict.yaml": SWAP,
};

/** Two recipes with a case each. */
const TESTED_TREE = {
  "recipes/rename.yaml": SWAP,
  "recipes/rename/cases/imports/input.ts": "x(1);\n",
  "recipes/rename/cases/imports/expected.ts": "b(1);\n",
  "codemods/move.yaml": SWAP,
  "codemods/move/cases/one/input.ts": "x(2);\n",
  "codemods/move/cases/one/expected.ts": "b(2);\n",
};

/** The policy with tests of the page on policies, and the file of tests for it. */
const POLICY_TEST_TREE = {
  "team.policy.yaml": blockOfPolicies((text) => /^tests:/m.test(text) && !isTestFile(text)),
  "cases.yaml": blockOfPolicies(isTestFile),
};

function blockOfPolicies(isWanted: (text: string) => boolean): string {
  return blocks.find(({ page, text }) => page === "docs/policies.md" && isWanted(text))?.text ?? "";
}

function isTestFile(text: string): boolean {
  return /^tests:/m.test(text) && !/^default:/m.test(text);
}

function readmeBlock(pattern: RegExp): string {
  return blocks.find(({ page, text }) => page === "README.md" && pattern.test(text))?.text ?? "";
}

/** Runs a command of the example in a copy of it, with a server where it asks one. */
async function commandOfExample(argv: readonly string[], line: string): Promise<void> {
  const own = argv
    .slice(argv.indexOf("sluice") + 1)
    .filter((word) => word !== "--input" && !word.startsWith("server="));
  const server = own.includes("--record") ? await openAiServer(EXAMPLE_ANSWERS) : undefined;
  const input =
    server === undefined
      ? []
      : ["--input", `server=${server.baseUrl}`, "--allow-host", new URL(server.baseUrl).host];
  const root = promptExample();
  writeTree(root, { "cassette.jsonl": exampleInLines() });
  const { exitCode, stderr } = await cli(root, [...own, ...input], {
    ownFolder: REPOSITORY,
  });
  expect({ exitCode, stderr }, line).toEqual({ exitCode: 0, stderr: "" });
}

/** Runs a command of a fleet with a repository of its own, after a round of it. */
async function commandOfFleet(argv: readonly string[], line: string): Promise<void> {
  const site = "apps/site";
  const publishes = line.includes("--dry-run");
  const fleet = fleetOf(
    { [site]: { "src/a.ts": "console.log(1);\n" } },
    publishes ? { more: "publish: { per: run }\n" } : {},
  );
  await fleet.run();
  await fleet.run(["--only", site, "--state", "states/site"]);
  const words = argv.map((word) => (/^acme\/\w+$/.test(word) ? site : word));
  const world = withHome();
  const { exitCode, stderr } = await cli(
    fleet.folder,
    words.slice(words.indexOf("sluice") + 1),
    world,
  );
  expect({ exitCode, stderr }, line).toEqual({ exitCode: 0, stderr: "" });
}

/** Compares a tree with its commit, after a plan or a run of it. */
async function commandOfVerify(root: string, argv: readonly string[], line: string): Promise<void> {
  const recipe = ["rename-logger", "--policy", "safe"];
  if (argv.includes("--plan")) await cli(root, ["plan", ...recipe, "-o", "plan.json"]);
  if (argv.includes("--run")) await cli(root, ["run", ...recipe]);
  const words = argv
    .slice(argv.indexOf("sluice") + 1)
    .map((word) => word.replace("origin/main", "HEAD"));
  const { exitCode, stderr } = await cli(root, words);
  expect([stderr, [0, 1, 4].includes(exitCode)], line).toEqual(["", true]);
}

const yamlBlocks = blocks.filter(({ language }) => language === "yaml");

describe("the documents", () => {
  it("have the README's two commands", () => {
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    expect(readme).toContain("npm ci && npm run demo");
    expect(readme).toContain("npm ci && npm test");
  });

  it.each(yamlBlocks.filter(({ text }) => text.includes("version: 1")))(
    "show YAML that is valid ($page)",
    async ({ page, text }) => {
      if (/^extends: safe/m.test(text)) {
        const { stdout } = await cli(tempTree({ "p.yaml": text }), ["validate", "p.yaml"]);
        expect(stdout).toMatch(/^1 file checked, 0 errors\.$/m);
        return;
      }
      const isRecipe = /^steps:/m.test(text);
      if (/^repositories:/m.test(text)) {
        expect(parseFleet(text, { path: page, folder: ROOT })).toHaveProperty("fleet");
        return;
      }
      if (/^recipes:/m.test(text)) {
        expect(parseProject(text, page, findReportFault)).toHaveProperty("written");
        return;
      }
      const { diagnostics } = isRecipe
        ? loadRecipe(text, page, { kind: "placeholders" })
        : isTestFile(text)
          ? readTests(text, page)
          : await loadPolicy(text, page, LANGUAGE_NAMES);
      expect(diagnostics).toEqual([]);
    },
  );

  it("show at least one recipe and one policy in the README", () => {
    const texts = yamlBlocks.filter(({ page }) => page === "README.md").map(({ text }) => text);
    expect(texts.some((text) => /^steps:/m.test(text))).toBe(true);
    expect(texts.some((text) => /^rules:/m.test(text))).toBe(true);
  });

  it("have the table of exit codes that the code has", () => {
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    const rows = [...readme.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map((match) => [
      Number(match[1]),
      match[2],
    ]);
    expect(rows).toEqual(EXIT_CODES.map(({ code, meaning }) => [code, meaning]));
  });

  it("have the table of keys that a plan has", () => {
    const page = readFileSync(join(ROOT, "docs/plans.md"), "utf8");
    const named = [...page.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap((match) =>
      [...(match[1] ?? "").matchAll(/\w+/g)].map(([name]) => name),
    );
    expect(named.sort()).toEqual(Object.keys(planSchema.shape).sort());
  });

  it("name every fact that a policy may look at", () => {
    const page = readFileSync(join(ROOT, "docs/policies.md"), "utf8");
    const named = [...page.matchAll(/^\| `(\w+)` \| (string|list|number|boolean|map) \|/gm)].map(
      (match) => [match[1], match[2]],
    );
    expect(named).toEqual(Object.entries(FACT_ROWS).map(([name, { type }]) => [name, type]));
  });

  // The examples of the page of the command line are those of the help, which has a test of its own.
  const shown = blocks
    .filter(({ language, page }) => language === "sh" && page !== "docs/cli.md")
    .flatMap(({ page, text }) =>
      text.split("\n").map((line) => ({ page, line: line.replace(/\s+#.*$/, "").trim() })),
    )
    // pull-requests.test.ts runs those that need a forge.
    .filter(({ line }) => /^(npx )?sluice (?!publish |fleet worker )/.test(line));
  // Several pages show the same command.
  const commands = [...new Map(shown.map((each) => [each.line, each])).values()];

  it("show commands of Sluice", () => {
    expect(commands.length).toBeGreaterThan(5);
  });

  it.each(commands)("show commands that are understood: $line ($page)", async ({ line }) => {
    const [typed = "", input] = line.split(/ < /);
    let argv = (typed.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replace(/["']/g, ""));
    if (argv.includes("recipe.yaml")) return commandOfExample(argv, line);
    if (argv.includes("fleet")) return commandOfFleet(argv, line);
    const needsGit =
      /verify|fleet|require-clean|since|staged|origin|HEAD|commit|trust|merge|hook/.test(line);
    const root = (needsGit ? tempRepository : tempTree)({
      ...(line.includes("--policy safe") ? declaring(README_TREE) : README_TREE),
      ...PROMPT_TREE,
      "recipes/swap.yaml": SWAP,
      "codemods/swap.yaml": SWAP,
      "sluice.yaml": PROJECT,
      "inputs.yaml": "name: y\n",
      ...CUSTOM_TOOL_TREE,
      ...POLICY_TEST_TREE,
      ...(argv.includes("test") ? TESTED_TREE : {}),
      "recipes/lint-fix.yaml": COMMAND,
      "a.ts": "declare const d: (value: number) => void;\nc(1);\n",
      "fix.patch":
        "--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,3 @@\n declare const d: (value: number) => void;\n+// It counts.\n c(1);\n",
    });
    if (argv.includes("verify")) return commandOfVerify(root, argv, line);
    if (/lint-fix|npm:/.test(line)) {
      writeTree(root, INSTALLED_TREE);
      setMode(root, "node_modules/.bin/eslint", 0o755);
    }
    if (argv.includes("resolve") || argv.includes("last") || argv.includes("held.json")) {
      const more = { newRunId: () => "20260102-held" };
      const argvOfRun = ["run", "rename-logger", "--policy", "hold-all"];
      const { report } = await cliReport(root, argvOfRun, more);
      const [{ id = "", ruleId = "" } = {}, other] = report.actions; // Nobody can choose these names.
      const names = new Map([
        ["5f0c", id],
        ["71aa", other?.id ?? ""],
        ["large", ruleId],
      ]);
      if (argv.includes("apply")) await cli(root, ["runs", "last", "--export", "held.json"]);
      argv = argv.map((word) => names.get(word) ?? word);
    } else if (argv.includes("apply") || argv.includes("plan.json")) {
      const { report } = await cliReport(root, ["plan", "rename-logger", "-o", "plan.json"]);
      const accepted = report.actions.find(({ state }) => state === "would-apply");
      argv = argv.map((word) => (word === "5f0c" ? (accepted?.id ?? "") : word));
    }
    if (argv.includes("comment")) {
      const file = argv[argv.indexOf("comment") + 1];
      await cli(root, ["preview", "rename-logger", "--report", `json=${file}`]);
    }
    if (argv.includes("merge"))
      for (const part of [1, 2])
        await cli(root, [
          "plan",
          "rename-logger",
          "--shard",
          `${part}/2`,
          "-o",
          `plan-${part}.json`,
        ]);
    if (argv.includes("before.json"))
      await cli(root, ["preview", "rename-logger", "--report", "json=before.json"]);
    if (argv.includes("--resume"))
      await cli(root, ["run", "ask"], { newRunId: () => "20260102-cut-off" });
    const { exitCode, stderr } = await cli(root, argv.slice(argv.indexOf("sluice") + 1), {
      ...(argv.includes("trust") ? withHome() : {}),
      standardInput: () => (input ? createReadStream(join(root, input)) : undefined),
    });
    expect({ exitCode, stderr }).toEqual({
      exitCode: line.includes("--check") ? 1 : 0,
      stderr: "",
    });
  });

  it("show the output that the README's recipe and policy give on such a file", async () => {
    const { stdout } = await cli(tempRepository(README_TREE), ["run", "rename-logger"]);
    const output = blocks.find(
      ({ page, language }) => page === "README.md" && language === "text",
    )?.text;
    expect(stdout.slice(stdout.indexOf("rename-logger › calls  AST"))).toBe(output);
  });

  it.each(PAGES)("link only to files that are there (%s)", (page) => {
    const text = readFileSync(join(ROOT, page), "utf8");
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(
      (match) => match[1] ?? "",
    );
    const missing = links.filter((link) => {
      try {
        readdirSync(resolve(ROOT, page, "..", link));
        return false;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code !== "ENOTDIR"; // A file, and it is there.
      }
    });
    expect(missing).toEqual([]);
  });
});

/** Returns a tree whose sources declare the names that the recipe of the README writes: `safe` asks for that. */
function declaring(tree: Readonly<Record<string, string>>): Record<string, string> {
  const files = Object.entries(tree).map(([path, text]) => {
    const isSource = path.startsWith("src/") && path.endsWith(".ts");
    return [
      path,
      isSource ? `declare const log: Console, audit: Console;\n${text}` : text,
    ] as const;
  });
  return Object.fromEntries(files);
}
