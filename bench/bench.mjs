// Measures Sluice against the tools that people would use otherwise.
// npm run bench [-- --quick] [--people | --large] [--only <part of a case's name>]
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { leaveOtherGit } from "../scripts/other-git.mjs";
import { casesFor, decideCases, eachCases, transformCases, writeInputs } from "./cases.mjs";
import { makeCorpus, makeProject, makeRepository, makeTree, REPOSITORIES } from "./corpus.mjs";
import { waitForIdle } from "./idle.mjs";
import { CODEMODS, ESLINT } from "./inputs.mjs";
import { alternate, runOnce } from "./measure.mjs";
import { hookCases, repositoryCases, startCases } from "./people.mjs";
import { cost, tableOf, withResults } from "./table.mjs";

leaveOtherGit();
const root = fileURLToPath(new URL("..", import.meta.url));
const work = join(root, "bench/.work");
const { values: options } = parseArgs({
  options: {
    ...{ quick: { type: "boolean" }, people: { type: "boolean" }, large: { type: "boolean" } },
    ...{ only: { type: "string" }, rounds: { type: "string" } },
  },
});
if (!/^[1-9]\d*$/.test(options.rounds ?? "1")) throw new Error("--rounds takes a number from 1.");

/** What is compared with, pinned; installed below bench/.work. */
const TOOLS = [
  ...["jscodeshift@17.4.0", "codemod@1.18.3"],
  ...["eslint@10.15.0", "typescript-eslint@8.74.0", "typescript@5.9.3"],
];

/** The cases of larger trees, which are measured once. */
const LARGE = ["cold", "warm", "unselective, few matches", "every third file changes"];

const saved = join(root, "bench/results.json");
const inputs = writeInputs(join(work, "inputs"));
const tools = {
  sluice: [process.execPath, join(root, "dist/main.js")],
  astGrep: [join(root, "node_modules/@ast-grep/cli/ast-grep")],
  biome: [process.execPath, join(root, "node_modules/@biomejs/biome/bin/biome"), "check"],
  ...(options.quick || options.large ? {} : installTools()),
};
const started = Date.now();
const machine = { cores: availableParallelism(), node: process.version };
const before = JSON.parse(readFileSync(saved, "utf8"));
const parts = partsAsked();
const jobs = Object.entries(parts).flatMap(([part, of]) => of.map((job) => ({ ...job, part })));
const measured = Object.fromEntries(
  Object.keys(parts).map((part) => [
    part,
    options.only ? (before[part] ?? []).filter(isStillThere) : [],
  ]),
);
let hasFailed = false;
for (const [index, job] of jobs.entries()) {
  if (options.only && !job.name.includes(options.only)) continue;
  progress(`${index + 1} of ${jobs.length}: ${job.name}`);
  try {
    keep(job.part, { name: job.name, files: job.files, ...measure(job) });
  } catch (error) {
    hasFailed = true;
    progress(`failed: ${error.message}`);
  }
}
process.stdout.write(tableOf({ machine, ...measured }));
if (hasFailed) process.exitCode = 1;

function partsAsked() {
  if (options.large) return { large: largeJobs() };
  return { people: peopleJobs(), ...(options.people ? {} : { cases: usualJobs() }) };
}

function peopleJobs() {
  const one = makeTree(work, "one", { "src/a.ts": "export const a = setTimeout(() => 1, 10);\n" });
  const trees = REPOSITORIES.map((each) => [makeRepository(work, each), each.count]);
  const [thousand] = trees.find(([, count]) => count === 1000);
  return [
    ...list(startCases(one, inputs, tools)),
    ...trees.flatMap(([tree, count]) => list(repositoryCases(tree, inputs, tools), tree, count)),
    ...list(hookCases(thousand, [3], inputs, tools)),
    ...list(hookCases(makeCorpus(work, 40_000), [1, 3], inputs, tools)),
  ];
}

function usualJobs() {
  const tree = makeCorpus(work, 10_000);
  const each = [10_000, 20_000, 40_000].map((count) => {
    const text = Array.from({ length: count }, (_, at) => `console.log(value${at}, ${at});\n`);
    return eachCases(
      makeTree(work, `each-${count}`, { "a.ts": text.join("") }),
      count,
      inputs,
      tools,
    );
  });
  const project = makeProject(work, "project", {
    ...{ corpus: tree, count: 2_000, files: CODEMODS(), packages: tools.packages },
  });
  return [
    ...list(casesFor(tree, inputs, tools), tree, 10_000),
    ...list(transformCases(project, inputs, tools), project, 2_000),
    ...each.flatMap((cases) => list(cases)),
    ...list(decideCases(tree)),
  ];
}

function largeJobs() {
  return [30_000, 100_000].flatMap((files) => {
    const tree = makeCorpus(work, files);
    const cases = casesFor(tree, inputs, tools);
    return LARGE.map((name) => ({ ...cases[name], rounds: 1, name, files, tree }));
  });
}

function list(cases, tree, files = 0) {
  return Object.entries(cases).map(([name, job]) => ({ ...job, name, files, tree }));
}

function measure({ prepare, warmUp, contenders, after, rounds = 5 }) {
  prepare?.();
  const cwd = contenders[0].cwd;
  for (let time = 0; warmUp && time < 2; time += 1) runOnce({ command: warmUp, cwd });
  const most = options.quick ? 1 : Number(options.rounds ?? rounds);
  let wasIdle = true;
  const beforeRound = () => {
    wasIdle = wasIdle && (options.quick || waitForIdle()); // Once in vain is long enough.
  };
  try {
    const results = alternate(contenders, Math.min(most, rounds), beforeRound);
    return { wasIdle, results };
  } finally {
    after?.();
  }
}

/** Writes after each case, so that an interrupted run loses one case only. */
function keep(part, result) {
  const of = measured[part];
  const at = of.findIndex(({ name, files }) => name === result.name && files === result.files);
  of.splice(at < 0 ? of.length : at, at < 0 ? 0 : 1, result);
  const shown = result.results.map((each) => `${each.name} ${cost(each)}`);
  progress(`  ${shown.join("; ")}${result.wasIdle ? "" : "; the machine was not idle"}`);
  if (options.quick) return;
  const results = { ...before, machine, ...measured };
  writeFileSync(saved, `${JSON.stringify(results, undefined, 2)}\n`);
  for (const page of [join(root, "README.md"), join(root, "bench/README.md")])
    writeFileSync(page, withResults(readFileSync(page, "utf8"), results));
}

/** True if a former result is of a case that there still is. */
function isStillThere(result) {
  return jobs.some(({ name, files }) => name === result.name && files === result.files);
}

function progress(line) {
  const seconds = Math.round((Date.now() - started) / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  process.stderr.write(`${time} ${line}\n`);
}

function installTools() {
  const folder = join(work, "tools");
  const bin = (name) => join(folder, "node_modules/.bin", name);
  const [mark, config] = [join(folder, "installed"), join(folder, "eslint.config.mjs")];
  if (!existsSync(mark) || readFileSync(mark, "utf8") !== TOOLS.join("\n")) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), "{}\n");
    writeFileSync(config, ESLINT);
    execFileSync("npm", ["install", "--silent", ...TOOLS], { cwd: folder, stdio: "inherit" });
    writeFileSync(mark, TOOLS.join("\n"));
  }
  return {
    ...{ jscodeshift: [bin("jscodeshift")], codemod: [bin("codemod")] },
    eslint: [bin("eslint"), "--config", config],
    packages: join(folder, "node_modules"),
  };
}
