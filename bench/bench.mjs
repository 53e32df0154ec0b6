// Measures Sluice against the tools that people would use otherwise. npm run bench [-- --quick]
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { casesFor, writeInputs } from "./cases.mjs";
import { makeCorpus } from "./corpus.mjs";
import { alternate, runOnce } from "./measure.mjs";
import { tableOf, withTable } from "./table.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const work = join(root, "bench/.work");
const isQuick = process.argv.includes("--quick");
const ROUNDS = isQuick ? 1 : 5;

/** What is compared with, pinned; installed below bench/.work. */
const TOOLS = ["jscodeshift@17.4.0", "codemod@1.18.3"];

function installTools() {
  const folder = join(work, "tools");
  const bin = (name) => join(folder, "node_modules/.bin", name);
  if (!existsSync(bin("codemod"))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), "{}\n");
    execFileSync("npm", ["install", "--silent", ...TOOLS], { cwd: folder, stdio: "inherit" });
  }
  return { jscodeshift: [bin("jscodeshift")], codemod: [bin("codemod")] };
}

const tools = {
  sluice: [process.execPath, join(root, "dist/main.js")],
  astGrep: [join(root, "node_modules/@ast-grep/cli/ast-grep")],
};

function measureCases(size, names, others) {
  const tree = makeCorpus(work, size);
  const inputs = writeInputs(join(work, "inputs"));
  const cases = casesFor(tree, inputs, { ...tools, ...others });
  const measured = [];
  for (const name of names ?? Object.keys(cases)) {
    const { prepare, warmUp, contenders, after } = cases[name];
    prepare?.();
    for (let time = 0; warmUp && time < 2; time += 1) runOnce({ command: warmUp, cwd: tree });
    process.stderr.write(`${size} files: ${name}\n`);
    measured.push({
      files: size,
      name,
      results: alternate(contenders, size > 10_000 ? Math.min(ROUNDS, 3) : ROUNDS),
    });
    after?.();
  }
  return measured;
}

const results = {
  machine: { cores: availableParallelism(), node: process.version },
  rounds: ROUNDS,
  startUp: alternate(
    [
      { name: "sluice --version", command: [...tools.sluice, "--version"], cwd: root },
      { name: "node -e 0", command: [process.execPath, "-e", "0"], cwd: root },
    ],
    ROUNDS * 4,
  ),
  cases: measureCases(10_000, undefined, isQuick ? {} : installTools()),
  growth: isQuick
    ? []
    : [30_000, 100_000].flatMap((size) => measureCases(size, ["cold", "warm", "unselective"], {})),
};

if (!isQuick)
  writeFileSync(join(root, "bench/results.json"), `${JSON.stringify(results, undefined, 2)}\n`);
process.stdout.write(tableOf(results));
if (!isQuick) {
  const readme = join(root, "README.md");
  writeFileSync(readme, withTable(readFileSync(readme, "utf8"), results));
}
