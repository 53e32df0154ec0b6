// Bundles what a process or a thread is started with into two scripts of functions for their loader
// scripts/load-packed.cjs: dist/packed.cjs has what a small run loads, and dist/packed-rest.cjs the others. Reading and
// checking both takes longer than such a run. Also compiles them for this Node.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import { Visitor } from "rolldown/utils";
import { leaveOtherGit } from "./other-git.mjs";

const scripts = dirname(fileURLToPath(import.meta.url));

/** Packs the modules `entries` of the compiled sources in `dist`, each of which becomes a file that loads its pack. */
export async function pack(dist, entries) {
  const folder = mkdtempSync(join(tmpdir(), "sluice-pack-"));
  try {
    await bundle(dist, entries, folder);
    const modules = modulesOf(folder);
    for (const entry of entries) writeFileSync(join(dist, `${entry}.js`), stubOf(entry));
    writeFileSync(join(dist, "start.cjs"), START);
    writePacks(dist, modules, () => true);
    const first = loadedBySmallRun(dist);
    writePacks(dist, modules, (name) => first.has(name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes both scripts and their loader. */
function writePacks(dist, modules, isFirst) {
  const digest = createHash("sha256");
  for (const [name, belongs] of [
    ["packed", isFirst],
    ["packed-rest", (module) => !isFirst(module)],
  ]) {
    const texts = [...modules].flatMap(([module, text]) => (belongs(module) ? [text] : []));
    const script = `"use strict";({${texts.join(",\n")}})`;
    writeFileSync(join(dist, `${name}.cjs`), script);
    digest.update(script);
  }
  const loader = readFileSync(join(scripts, "load-packed.cjs"), "utf8");
  const id = JSON.stringify(digest.digest("hex").slice(0, 16));
  writeFileSync(join(dist, "load-packed.cjs"), loader.replace('"development"', id));
}

/** What the threads of a larger run begin with. */
const SEARCH_THREAD = "tools/ast-edit/search/search-worker.cjs";

/** Returns the names of the modules that a small preview and a small run load, which is what most commands are. */
function loadedBySmallRun(dist) {
  const list = join(dist, "modules.txt");
  const names = [["preview"], ["run", "--policy", "apply-all"]].flatMap((command) => {
    runSmall(dist, list, command);
    return readFileSync(list, "utf8").split("\n");
  });
  rmSync(list);
  return new Set([...names, SEARCH_THREAD]);
}

/** Compiles the packs in `dist`: what a small preview runs, which is what most commands begin with. */
export function compilePack(dist) {
  runSmall(dist, "", ["preview"]);
}

/** Runs a command of the packs in `dist` on two lines; see compile-pack.mjs. */
function runSmall(dist, list, command) {
  leaveOtherGit();
  const root = mkdtempSync(join(tmpdir(), "sluice-compile-"));
  try {
    writeFileSync(join(root, "recipe.yaml"), RECIPE);
    writeFileSync(join(root, "code.ts"), "f(1, 'a'); // one\nif (f) { f(); }\n");
    git(root, "init", "--quiet");
    git(root, "add", ".");
    const args = [join(scripts, "compile-pack.mjs"), dist, list, ...command, "recipe.yaml"];
    execFileSync(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  } finally {
    rmSync(root, { recursive: true });
  }
}

const RECIPE = `version: 1
name: compile
steps:
  - id: edit
    ast_edit:
      paths: ["**/*.ts"]
      ops: [{ pat: "f($$$A)", out: "g($$$A)" }]
`;

/** Without git, its part is compiled when it is needed. */
function git(root, ...args) {
  try {
    execFileSync("git", args, { cwd: root, stdio: "ignore" });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

async function bundle(dist, entries, folder) {
  await build({
    input: Object.fromEntries(entries.map((name) => [name, join(dist, `${name}.js`)])),
    platform: "node",
    // Native; of no form that a bundle can have (`__filename`); what only custom tools need; and the optional
    // packages of models, which are loaded where they are installed.
    external: [
      ...["@ast-grep/napi", "oxc-parser", "jiti", "typebox", "typebox/value"],
      ...["ai", /^@ai-sdk\//],
    ],
    resolve: {
      alias: {
        "string-width": join(scripts, "terminal-width.mjs"),
        debug: join(scripts, "silent-debug.mjs"),
        assert: join(scripts, "equal-or-throw.mjs"), // Of yargs only: Node's own takes longer to load.
        "escalade/sync": join(scripts, "find-nothing.mjs"),
      },
    },
    logLevel: "warn",
    checks: { emptyImportMeta: false }, // yargs asks for one where a configuration extends another: never here.
    output: {
      dir: folder,
      format: "cjs",
      minify: true,
      entryFileNames: "[name].cjs",
      chunkFileNames: "chunks/[name]-[hash].cjs",
    },
  });
}

/** Returns the texts of all bundled modules, as members of an object, by their names. */
function modulesOf(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    names
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => name.endsWith(".cjs"))
      .sort()
      .map((name) => {
        const text = readFileSync(join(folder, name), "utf8").replace(/^#!.*/, "");
        const whole = `({${JSON.stringify(name)}:function(${PARAMETERS}){${asciiOf(text)}\n}})`;
        return [name, withImports(whole).slice(2, -2)];
      }),
  );
}

const PARAMETERS = "exports,require,module,__filename,__dirname,__import";

/** Returns a script whose dynamic imports are calls of a parameter. */
function withImports(text) {
  const starts = [];
  const visitor = new Visitor({ ImportExpression: ({ start }) => starts.push(start) });
  visitor.visit(parseAst(text, { sourceType: "script" }));
  const ends = [...starts.sort((a, b) => a - b), text.length];
  const pieces = ends.map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end));
  return pieces.join("__");
}

/** The minifier leaves such characters in texts and regular expressions only. V8 reads ASCII fastest. */
function asciiOf(text) {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replace(/[\u0080-\uffff]/g, escaped);
}

/** Returns an entry: an ES module, as other programs expect it, which loads nothing else in the way of such modules. */
function stubOf(entry) {
  const way = posix.relative(posix.dirname(entry), "load-packed.cjs");
  const specifier = JSON.stringify(way.startsWith(".") ? way : `./${way}`);
  const start = entry.endsWith("-worker") ? "startThread" : "startCommand";
  const requireHere = `const require = process.getBuiltinModule("module").createRequire(import.meta.url);\n`;
  return entry === "main"
    ? `#!/usr/bin/env node\n${requireHere}require("./start.cjs");\n`
    : `${requireHere}require(${specifier}).${start}("${entry}.cjs");\n`;
}

/** Starts the command. The smallest one needs no bundle. Its output may be a closed pipe. */
const START = `if (process.argv.length !== 3 || process.argv[2] !== "--version") {
  require("./load-packed.cjs").startCommand("main.cjs");
} else {
  process.stdout.on("error", ({ code, message }) => {
    if (code === "EPIPE") return;
    process.exitCode = 1;
    process.stderr.write(\`sluice: standard output: \${message}\\n\`);
  });
  process.stdout.write(\`\${require("../package.json").version}\\n\`);
}
`;
