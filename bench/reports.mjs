// Time and memory of each report format, made again from the JSON report of a real run: each in a process of its own.
// node bench/reports.mjs [replacements] [format…]: default 20,000, ten in each file, each an action of its own.
// It prints a table of Markdown, for bench/README.md.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { REPORT_FORMATS } from "../build/report/reporters.js";
import { runOnce } from "./measure.mjs";

const PER_FILE = 10;
const AS = ["-c", "user.name=bench", "-c", "user.email=bench@example.com"];
const [first = "20000", ...named] = process.argv.slice(2);
const files = Number(first) / PER_FILE;
const root = fileURLToPath(new URL(".work/reports/", import.meta.url));
const sluice = [process.execPath, fileURLToPath(new URL("../bin/sluice.mjs", import.meta.url))];

makeTree();
const preview = [
  ...sluice,
  "preview",
  "recipe.yaml",
  "--policy",
  "policy.yaml",
  "--format",
  "json",
];
row(
  "the run itself, `--report json`",
  [...preview, "--report", "json=out/report.json"],
  "report.json",
);
for (const format of named.length > 0 ? named : REPORT_FORMATS)
  row(
    `\`${format}\``,
    [...sluice, "report", "out/report.json", `--report=${format}=out/${format}`],
    format,
  );
row("`--compare`, with itself", compare("report.json"), "compared");

function compare(other) {
  return [
    ...sluice,
    "report",
    "--compare",
    "out/report.json",
    `out/${other}`,
    "--report=json=out/compared",
  ];
}

/** Prints a row of the table. */
function row(name, command, product) {
  const { seconds, cpu, megabytes, status, stderr } = runOnce({ command, cwd: root });
  if (status !== 0 && status !== 4) throw new Error(`${name}: exit code ${status}\n${stderr}`);
  const size = statSync(join(root, "out", product)).size / 1e6;
  const cells = [
    name,
    `${cpu.toFixed(1)} s`,
    `${seconds.toFixed(1)} s`,
    `${Math.round(megabytes)} MB`,
  ];
  process.stdout.write(`| ${[...cells, `${size.toFixed(1)} MB`].join(" | ")} |\n`);
}

/** A repository of files with ten matches each; a third of the files would be applied, a third is held. */
function makeTree() {
  rmSync(root, { recursive: true, force: true });
  for (const folder of ["keep", "hold", "drop", "out"])
    mkdirSync(join(root, folder), { recursive: true });
  for (let file = 0; file < files; file += 1) {
    const lines = Array.from({ length: PER_FILE }, (_, index) => linesOf(file, index));
    writeFileSync(
      join(root, ["keep", "hold", "drop"][file % 3], `module-${file}.ts`),
      lines.join(""),
    );
  }
  writeFileSync(join(root, ".gitignore"), "out/\n");
  writeFileSync(
    join(root, "recipe.yaml"),
    "version: 1\nname: bench\nsteps:\n  - id: edit\n    ast_edit: { per: match, ops: [{ pat: 'old($A, $B)', out: 'fresh($B, $A)' }] }\n",
  );
  writeFileSync(
    join(root, "policy.yaml"),
    `version: 1
default: { verdict: hold, reason: Somebody has to look at it. }
rules:
  - { id: keep, when: { allFiles: ["keep/**"] }, verdict: apply, reason: It is in keep. }
  - { id: drop, when: { allFiles: ["drop/**"] }, verdict: discard, reason: It is in drop. }
`,
  );
  for (const args of [
    ["init", "-q"],
    ["add", "."],
    [...AS, "commit", "-q", "-m", "Files"],
  ])
    execFileSync("git", args, { cwd: root });
  process.stdout.write("| report | CPU | wall | peak | size |\n| --- | --- | --- | --- | --- |\n");
}

function linesOf(file, index) {
  return `export function name${index}(value: number): number {
  const result = old(value + ${file}, "a text of file ${file}");
  return result * ${index};
}

`;
}
