// The loader of the bundles: dist/packed.js. All bundled modules are functions of one script, which Node reads at once,
// and compiled code for this very Node lies beside it: compiling takes longer than most commands. Without such code, as
// under another Node, the script is compiled as usual.
import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";

/** Names this build, put in by scripts/pack.mjs: code of another script is never taken for that of this one. */
const BUILD = "development";

const dist = dirname(fileURLToPath(import.meta.url));
const file = join(dist, "packed.cjs");

/** The compiled code depends on the version of V8, on its settings, which V8 checks, and on the processor. */
export const codeFile = join(
  dist,
  `packed-${BUILD}-${process.version}-${process.platform}-${process.arch}.code`,
);

const DIGEST_BYTES = 32;
const requireHere = createRequire(import.meta.url);
const script = new Script(readFileSync(file, "latin1"), {
  filename: file,
  cachedData: readCode(),
});
// V8 does not know where compiled code came from, so that `import()` in it would have no loader.
const importHere = (specifier) => import(specifier);
const modules = script.runInThisContext();
const loaded = new Map();

/** Loads a bundled module once. A name that begins with a dot is one of the bundles, as in `require`. */
export function load(name) {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  const folder = posix.dirname(name);
  const require = (id) => (id.startsWith(".") ? load(posix.join(folder, id)) : requireHere(id));
  const filename = join(dist, name);
  modules[name](module.exports, require, module, filename, dirname(filename), importHere);
  return module.exports;
}

/** Returns the content of the file with compiled code: of all functions that have run by now. */
export function compiledCode() {
  const code = script.createCachedData();
  return Buffer.concat([digestOf(code), code]);
}

/** V8 ends the process at damaged code, so that a digest stands before it. */
function readCode() {
  try {
    if (!lstatSync(codeFile).isFile()) return undefined;
    const bytes = readFileSync(codeFile);
    const code = bytes.subarray(DIGEST_BYTES);
    return digestOf(code).equals(bytes.subarray(0, DIGEST_BYTES)) ? code : undefined;
  } catch {
    return undefined; // It is only there for the Node that built this.
  }
}

function digestOf(code) {
  return createHash("sha256").update(code).digest();
}
