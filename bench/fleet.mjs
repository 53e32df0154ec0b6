// Times a fleet: `node bench/fleet.mjs [repositories] [matching]`, after `npm run build`. bench/README.md says what it prints.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [all = 1000, matching = 30] = process.argv.slice(2).map(Number);
const MAIN = resolve(import.meta.dirname, "../dist/main.js");
const FILES = 40;
const folder = mkdtempSync(join(tmpdir(), "sluice-bench-fleet-"));

/** A file of 60 lines; every repository has others, so that nothing is shared. */
function source(repository, file, isMatching) {
  const lines = Array.from(
    { length: 60 },
    (_, at) => `export const v${at} = f${repository}(${file * 60 + at});`,
  );
  if (isMatching && file === 0) lines.push("oldLogger.write(v0);");
  return `${lines.join("\n")}\n`;
}

function makeRepository(at) {
  const path = join(folder, "git", `r${at}.git`);
  mkdirSync(path, { recursive: true });
  execFileSync("git", ["init", "-q", "--bare", "-b", "main", path]);
  const isMatching = at < matching;
  const commit = ["commit refs/heads/main", "committer a <a@b> 1700000000 +0000", "data 1", "x"];
  const files = Array.from({ length: FILES }, (_, file) => {
    const text = source(at, file, isMatching);
    return `M 100644 inline src/f${file}.ts\ndata ${Buffer.byteLength(text)}\n${text}`;
  });
  execFileSync("git", ["-C", path, "fast-import", "--quiet"], {
    input: `${commit.join("\n")}\n${files.join("")}\n`,
  });
  return path;
}

const OWN = join(folder, "own.mjs");
writeFileSync(
  OWN,
  `import { writeFileSync } from "node:fs";
process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(${JSON.stringify(join(folder, "own"))}, String((user + system) / 1e6));
});\n`,
);

/** Runs the fleet; seconds of processor time of Sluice itself and of git, and on the clock. */
function run(entries, name) {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(
    file,
    `version: 1\nrecipes: [recipe.yaml]\npolicy: apply-all\nrepositories:\n${entries.map((path) => `  - file://${path}\n`).join("")}`,
  );
  const command = [
    "node",
    "--import",
    pathToFileURL(OWN).href,
    MAIN,
    "fleet",
    "run",
    file,
    "--mirrors",
    join(folder, "mirrors"),
    "--quiet",
  ];
  const start = performance.now();
  const { stdout } = spawnSync("bash", ["-c", '"$@" > /dev/null; times', "-", ...command], {
    encoding: "utf8",
  });
  const wall = (performance.now() - start) / 1000;
  const children = stdout.trim().split("\n").at(-1) ?? "";
  const total = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, m, s]) => sum + Number(m) * 60 + Number(s),
    0,
  );
  const own = Number(readFileSync(join(folder, "own"), "utf8"));
  return { own, git: total - own, wall };
}

function print(what, { own, git, wall }, count) {
  const each = (seconds) => `${((seconds / count) * 1000).toFixed(0)} ms`;
  console.log(
    `| ${what} | ${own.toFixed(1)} s | ${git.toFixed(1)} s | ${wall.toFixed(1)} s | ${each(own)} | ${each(git)} |`,
  );
}

try {
  writeFileSync(
    join(folder, "recipe.yaml"),
    "version: 1\nname: r\nsteps: [{ id: e, ast_edit: { ops: [{ pat: oldLogger.write($A), out: logger.info($A) }] } }]\n",
  );
  const paths = Array.from({ length: all }, (_, at) => makeRepository(at));
  const without = paths.slice(matching);
  console.log(
    "| fleet | Sluice | git | wall | Sluice each | git each |\n| --- | --- | --- | --- | --- | --- |",
  );
  const one = run(without.slice(0, 1), "one");
  const cold = run(without, "without");
  print(
    `${without.length} that do not match, nothing fetched yet`,
    { ...cold, own: cold.own - one.own },
    without.length,
  );
  const warm = run(without, "without");
  print("the same, a second round", { ...warm, own: warm.own - one.own }, without.length);
  print(`${all}, of which ${matching} match`, run(paths, "all"), all);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
