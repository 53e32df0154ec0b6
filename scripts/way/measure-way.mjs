// Measures the way of a plain run: what is loaded, and the frames to the first match and to the first rename.
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { transformSync } from "rolldown/utils";

const RECIPE = `version: 1
name: way
steps:
  - id: edit
    ast_edit: { ops: [{ pat: "f($A)", out: "g($A)" }] }
`;

/**
 * Runs one op on two files with `--policy apply-all`, its modules loaded one by one. Returns the names of the modules
 * below `src/`, the lines of their sources, and the frames of their functions from each deed up to `runCli`.
 */
export function measureWay(root) {
  const folder = mkdtempSync(join(tmpdir(), "sluice-way-"));
  try {
    compile(root, join(folder, "package"));
    const { modules } = watchRun(folder, "modules", []);
    const { match, rename } = watchRun(folder, "frames", modules.filter(isNoEntry));
    const names = modules.map((name) => name.replace(/\.js$/, ".ts"));
    const lines = names.map((name) => lineCount(join(root, "src", name)));
    return {
      modules: names,
      lines: lines.reduce((total, each) => total + each, 0),
      match: fromDoor(match),
      rename: fromDoor(rename),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a package of modules of their own, without a pack. */
function compile(root, target) {
  for (const name of readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue;
    const typescript = { rewriteImportExtensions: "rewrite" };
    const { code } = transformSync(name, readFileSync(join(root, "src", name), "utf8"), {
      typescript,
    });
    const file = join(target, "dist", name.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  writeFileSync(join(target, "dist/build-id"), "way");
  for (const name of ["node_modules", "package.json", "recipes", "schema"])
    symlinkSync(join(root, name), join(target, name));
}

/** The way is watched in a second run, whose modules are loaded before. */
function watchRun(folder, name, preloaded) {
  const [tree, output] = [join(folder, name), join(folder, `${name}.json`)];
  mkdirSync(join(tree, "src"), { recursive: true });
  writeFileSync(join(tree, "recipe.yaml"), RECIPE);
  for (const file of ["a.js", "b.js"]) writeFileSync(join(tree, "src", file), "f(1);\n");
  const dist = join(folder, "package/dist/");
  const watch = new URL("watch-way.mjs", import.meta.url).href;
  const command = [join(dist, "main.js"), "run", "recipe.yaml", "--policy", "apply-all"];
  const variables = {
    SLUICE_MODULES: pathToFileURL(dist).href,
    SLUICE_PRELOADED: JSON.stringify(preloaded),
    SLUICE_WAY: output,
  };
  execFileSync(process.execPath, ["--import", watch, ...command], {
    cwd: tree,
    env: { ...process.env, ...variables, XDG_STATE_HOME: join(folder, "state") },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return JSON.parse(readFileSync(output, "utf8"));
}

/** The module of the process runs when it is loaded. */
function isNoEntry(name) {
  return name !== "main.js";
}

function fromDoor(frames) {
  const door = frames.findIndex((frame) => frame.endsWith(" runCli"));
  if (door === -1) throw new Error(`runCli is not on the way: ${frames.join(", ")}`);
  return frames.slice(0, door + 1);
}

function lineCount(file) {
  return readFileSync(file, "utf8").split("\n").length - 1;
}
