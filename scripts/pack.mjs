// Bundles the commands, the threads and the library into three scripts of functions for their loader
// scripts/load-packed.cjs: dist/packed.cjs has what a small run loads, dist/packed-library.cjs what the library loads
// besides, and dist/packed-rest.cjs the others. Reading and checking all takes longer than such a run. Also compiles them
// for this Node.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import { Visitor } from "rolldown/utils";
import { leaveOtherGit } from "./other-git.mjs";

const scripts = dirname(fileURLToPath(import.meta.url));

/** Packs the modules `entries` of the compiled sources, each of which becomes a file in `dist` that loads its pack. */
export async function pack(compiled, dist, entries) {
  const folder = mkdtempSync(join(tmpdir(), "sluice-pack-"));
  try {
    const exported = await bundle(compiled, entries, folder);
    const modules = modulesOf(folder);
    for (const entry of entries) {
      mkdirSync(join(dist, dirname(entry)), { recursive: true });
      writeFileSync(join(dist, `${entry}.js`), stubOf(entry, exported.get(entry)));
    }
    writeFileSync(join(dist, "start.cjs"), START);
    await bundleHook(compiled, dist);
    writePacks(dist, modules, () => "packed");
    const first = loadedBySmallRun(dist);
    const library = loadedByLibrary(dist);
    writePacks(dist, modules, (name) => {
      if (first.has(name)) return "packed";
      return library.has(name) ? "packed-library" : "packed-rest";
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the scripts and their loader. */
function writePacks(dist, modules, packOf) {
  const digest = createHash("sha256");
  for (const name of ["packed", "packed-library", "packed-rest"]) {
    const texts = [...modules].flatMap(([module, text]) => (packOf(module) === name ? [text] : []));
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

/** Returns the names of the modules that a small preview, also of a hook, and a small run load: most commands are one. */
function loadedBySmallRun(dist) {
  const list = join(dist, "modules.txt");
  const small = [["preview"], ["preview", "--staged"], ["run", "--policy", "apply-all"]];
  const names = small.flatMap((command) => {
    runSmall(dist, list, command);
    return readFileSync(list, "utf8").split("\n");
  });
  rmSync(list);
  return new Set([...names, SEARCH_THREAD]);
}

/** Returns the names of the modules that the library loads when it is imported. */
function loadedByLibrary(dist) {
  const { openPack } = createRequire(import.meta.url)(join(dist, "load-packed.cjs"));
  const { load, loaded } = openPack();
  load("index.cjs");
  return new Set(loaded.keys());
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

/** Users of the library see the names of its classes. Those of functions would make a small preview slower. */
const CLASSES = { class: true, function: false };

/** Returns the names that each entry exports. */
async function bundle(compiled, entries, folder) {
  const { output } = await build({
    input: Object.fromEntries(entries.map((name) => [name, join(compiled, `${name}.js`)])),
    platform: "node",
    // Native; of no form that a bundle can have (`__filename`); what only custom tools need; and the optional
    // packages of models, queues and agents, which are loaded where they are installed.
    external: [
      ...["@ast-grep/napi", "oxc-parser", "jiti", "typebox", "typebox/value"],
      ...["ai", /^@ai-sdk\//, "bullmq", /^@modelcontextprotocol\//],
    ],
    resolve: {
      alias: {
        "string-width": join(scripts, "terminal-width.mjs"),
        debug: join(scripts, "silent-debug.mjs"),
        assert: join(scripts, "equal-or-throw.mjs"), // Of yargs only: Node's own takes longer to load.
        "escalade/sync": join(scripts, "find-nothing.mjs"),
      },
    },
    preserveEntrySignatures: "strict", // No module of the bundle borrows from an entry.
    logLevel: "warn",
    checks: { emptyImportMeta: false }, // yargs asks for one where a configuration extends another: never here.
    output: {
      dir: folder,
      format: "cjs",
      minify: { compress: true, mangle: { keepNames: CLASSES }, codegen: true },
      entryFileNames: "[name].cjs",
      chunkFileNames: "chunks/[name]-[hash].cjs",
    },
  });
  return new Map(output.map(({ name, exports }) => [name, exports]));
}

/** Bundles what answers most calls of agents into a script of its own: nothing else is read then. */
async function bundleHook(compiled, dist) {
  await build({
    input: join(compiled, "hook/answer-at-once.js"),
    platform: "node",
    logLevel: "warn",
    output: { file: join(dist, "hook.cjs"), format: "cjs", minify: true },
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
function stubOf(entry, exported) {
  const way = posix.relative(posix.dirname(entry), "load-packed.cjs");
  const specifier = JSON.stringify(way.startsWith(".") ? way : `./${way}`);
  // Not called `require`: programs that compile modules, as jiti does, give them one.
  const requireHere = `const load = process.getBuiltinModule("module").createRequire(import.meta.url);\n`;
  if (entry === "main") return `#!/usr/bin/env node\n${requireHere}load("./start.cjs");\n`;
  const names = exported.length > 0 ? `export const { ${exported.join(", ")} } = ` : "";
  return `${requireHere}${names}load(${specifier}).${startOf(entry)}("${entry}.cjs");\n`;
}

function startOf(entry) {
  if (entry === "index") return "openLibrary";
  return entry.endsWith("-worker") ? "startThread" : "startCommand";
}

/** Starts the command. The smallest ones need no pack. Its output may be a closed pipe. */
const START = `const [, , first, ...rest] = process.argv;
if (first === "hook") {
  let isAnswered = false;
  try {
    isAnswered = require("./hook.cjs").answerAtOnce(process);
  } catch {
    // The command then finds the fault, and denies.
  }
  if (!isAnswered) require("./load-packed.cjs").startCommand("main.cjs");
} else if (first !== "--version" || rest.length > 0) {
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
