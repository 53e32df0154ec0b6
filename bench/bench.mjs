// Measures Sluice against the tools that people would use otherwise.
// npm run bench [-- --quick | --large] [--only <part of a case's name>]
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { leaveOtherGit } from "../scripts/other-git.mjs";
import { casesFor, eachCases, startCases, transformCases, writeInputs } from "./cases.mjs";
import { makeCorpus, makeProject, makeTree } from "./corpus.mjs";
import { CODEMODS } from "./inputs.mjs";
import { alternate, runOnce } from "./measure.mjs";
import { tableOf, withResults } from "./table.mjs";

leaveOtherGit();
const root = fileURLToPath(new URL("..", import.meta.url));
const work = join(root, "bench/.work");
const { values: options } = parseArgs({
  options: { quick: { type: "boolean" }, large: { type: "boolean" }, only: { type: "string" } },
});

/** What is compared with, pinned; installed below bench/.work. */
const TOOLS = ["jscodeshift@17.4.0", "codemod@1.18.3"];

/** The cases of larger trees, which are measured once. */
const LARGE = ["cold", "warm", "unselective, few matches", "every third file changes"];

const saved = join(root, "bench/results.json");
const inputs = writeInputs(join(work, "inputs"));
const tools = {
  sluice: [process.execPath, join(root, "dist/main.js")],
  astGrep: [join(root, "node_modules/@ast-grep/cli/ast-grep")],
  ...(options.quick || options.large ? {} : installTools()),
};
const started = Date.now();
const machine = { cores: availableParallelism(), node: process.version };
const part = options.large ? "large" : "cases";
const before = JSON.parse(readFileSync(saved, "utf8"));
const jobs = options.large ? largeJobs() : usualJobs();
const measured = options.only ? (before[part] ?? []).filter(isStillThere) : [];
let hasFailed = false;
for (const [index, job] of jobs.entries()) {
  if (options.only && !job.name.includes(options.only)) continue;
  progress(`${index + 1} of ${jobs.length}: ${job.name}`);
  try {
    keep({ name: job.name, files: job.files, results: measure(job) });
  } catch (error) {
    hasFailed = true;
    progress(`failed: ${error.message}`);
  }
}
process.stdout.write(tableOf({ machine, cases: measured }));
if (hasFailed) process.exitCode = 1;

function usualJobs() {
  const tree = makeCorpus(work, 10_000);
  const small = makeTree(work, "small", smallFiles());
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
    ...list(startCases(small, inputs, tools)),
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

function smallFiles() {
  const text = (at) => `export const later${at} = () => setTimeout(run, ${at});\n`;
  return Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`src/f${at}.ts`, text(at)]));
}

function measure({ prepare, warmUp, contenders, after, rounds = 5 }) {
  prepare?.();
  const cwd = contenders[0].cwd;
  for (let time = 0; warmUp && time < 2; time += 1) runOnce({ command: warmUp, cwd });
  try {
    return alternate(contenders, options.quick ? 1 : rounds);
  } finally {
    after?.();
  }
}

/** Writes after each case, so that an interrupted run loses one case only. */
function keep(result) {
  const at = measured.findIndex(
    ({ name, files }) => name === result.name && files === result.files,
  );
  measured.splice(at < 0 ? measured.length : at, at < 0 ? 0 : 1, result);
  const shown = result.results.map(
    ({ name, cpu, seconds, megabytes }) =>
      `${name} ${cpu.toFixed(2)} s CPU, ${seconds.toFixed(2)} s, ${Math.round(megabytes)} MB`,
  );
  progress(`  ${shown.join("; ")}`);
  if (options.quick) return;
  const results = { cases: before.cases, large: before.large ?? [], machine, [part]: measured };
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
  if (!existsSync(bin("codemod"))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), "{}\n");
    execFileSync("npm", ["install", "--silent", ...TOOLS], { cwd: folder, stdio: "inherit" });
  }
  return {
    ...{ jscodeshift: [bin("jscodeshift")], codemod: [bin("codemod")] },
    packages: join(folder, "node_modules"),
  };
}
