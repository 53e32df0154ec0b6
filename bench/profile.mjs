// Prints where the processor time of a preview goes, by phase, out of the profiles of all its threads of JavaScript.
// node bench/profile.mjs [--root <tree>] [--recipe <name or path>] [-- <options of sluice preview>]
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { leaveOtherGit } from "../scripts/other-git.mjs";
import { makeCorpus } from "./corpus.mjs";
import { writeInputs } from "./inputs.mjs";
import { runOnce } from "./measure.mjs";

leaveOtherGit();
const root = fileURLToPath(new URL("..", import.meta.url));
const work = join(root, "bench/.work");

/** The phase of a sample is that of the first frame that has one, from the running function outwards. */
const PHASES = [
  ["collection of garbage", /^\(garbage collector\)/],
  ["git", /\/(src|dist)\/git\/|simple-git/],
  ["facts: parse of results, errors, losses", /\/tools\/ast-edit\/facts\/|\/edit\/loss\//],
  ["cache", /\/dist\/cache\//],
  ["diffs", /\/node_modules\/diff\/|\/diff[^/]*\.js|\/tools\/changes\//],
  ["reading and prefilter", /\/files\/|prefilter|\/tools\/read-files\/|\/run\/tree\//],
  ["edits", /\/edit\/(match|plan|text)\//],
  ["search: callbacks and parses", /\/tools\/ast-edit\/|\/edit\/(engine|compile|language)\//],
  ["policy", /\/policy\/|\/run\/decide\/|\/resolve\//],
  ["report", /\/report\/|\/cli\/render|\/model\/report\//],
  [
    "start: modules, options, recipes",
    /node:internal\/modules|node:internal\/(bootstrap|main)|\/cli\/|\/command\/|\/recipe\/|\/run\/(prepare|sources)\/|yargs|\/zod\/|\/yaml\//,
  ],
  ["writing of the run", /\/apply\/|\/run\/(write|state|steps)\//],
];

const { values, positionals } = parseArgs({
  options: { root: { type: "string" }, recipe: { type: "string", default: "frequent" } },
  allowPositionals: true,
});
const inputs = writeInputs(join(work, "inputs"));
const tree = values.root === undefined ? makeCorpus(work, 10_000) : resolve(values.root);
const profiles = join(work, "profiles");
rmSync(profiles, { recursive: true, force: true });
const measured = runOnce({ command: command(buildModules()), cwd: tree });
print(measured, phasesOf(readProfiles()));

/** The build as single modules: a bundle has lost the names of files, which tell the phase. */
function buildModules() {
  const home = join(work, "modules");
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
  const tsc = join(dirname(typescript), "bin/tsc");
  const project = join(root, "tsconfig.build.json");
  execFileSync(process.execPath, [tsc, "-p", project, "--outDir", join(home, "dist")]);
  writeFileSync(join(home, "dist/build-id"), "profile");
  for (const name of ["package.json", "recipes"])
    cpSync(join(root, name), join(home, name), { recursive: true });
  return join(home, "dist/main.js");
}

function command(main) {
  const recipe = existsSync(values.recipe) ? resolve(values.recipe) : inputs[values.recipe];
  const profile = ["--cpu-prof", "--cpu-prof-interval=500", `--cpu-prof-dir=${profiles}`];
  const args = ["preview", recipe, "--format", "json", "--no-cache", ...positionals];
  return [process.execPath, ...profile, main, ...args];
}

function readProfiles() {
  const names = readdirSync(profiles).filter((name) => name.endsWith(".cpuprofile"));
  return names.map((name) => JSON.parse(readFileSync(join(profiles, name), "utf8")));
}

/** Seconds by phase. */
function phasesOf(all) {
  const seconds = new Map();
  for (const { nodes, samples, timeDeltas } of all) {
    const phases = phaseOfNodes(nodes);
    for (const [index, sample] of samples.entries()) {
      const phase = phases.get(sample);
      if (phase !== undefined)
        seconds.set(phase, (seconds.get(phase) ?? 0) + timeDeltas[index] / 1e6);
    }
  }
  return seconds;
}

/** The phase of each node of a profile; none while the thread waits. */
function phaseOfNodes(nodes) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const phases = new Map();
  const visit = (node, inherited) => {
    const { functionName, url } = node.callFrame;
    const own = PHASES.find(([, pattern]) => pattern.test(`${url || functionName}`))?.[0];
    const phase = own ?? inherited;
    if (functionName !== "(idle)") phases.set(node.id, phase ?? "other");
    for (const child of node.children ?? []) visit(byId.get(child), phase);
  };
  visit(nodes[0], undefined);
  return phases;
}

function print({ cpu, seconds, megabytes }, phases) {
  const sampled = [...phases.values()].reduce((sum, value) => sum + value, 0);
  // What no profile of JavaScript has: the engine's own threads, git, the compiler's and the collector's helpers.
  phases.set(
    "other threads and processes: the engine's native search, git, helpers",
    Math.max(0, cpu - sampled),
  );
  process.stdout.write("| phase | CPU | part |\n| --- | --- | --- |\n");
  for (const [phase, value] of [...phases].sort(([, a], [, b]) => b - a))
    process.stdout.write(
      `| ${phase} | ${value.toFixed(2)} s | ${Math.round((100 * value) / cpu)} % |\n`,
    );
  const all = `${cpu.toFixed(2)} s CPU, ${seconds.toFixed(2)} s, ${Math.round(megabytes)} MB`;
  process.stdout.write(`\nAll, profiling included: ${all}.\n`);
  // A sample counts the time until the next one, in which the thread may have waited for a core.
  if (sampled > cpu) process.stdout.write("The machine was busy: compare the phases only.\n");
}
