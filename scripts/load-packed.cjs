// The loader of the bundles: dist/load-packed.cjs. All bundled modules are functions of three scripts, each of which Node
// reads at once: what a small run needs, what the library needs besides, and the others. Compiled code for this very Node
// lies beside each: compiling takes longer than most commands. Without such code, as under another Node, the script is
// compiled as usual. It is no ES module, because those load more slowly.
const { lstatSync, readFileSync } = require("node:fs");
const { dirname, join, posix } = require("node:path");
const { setFlagsFromString } = require("node:v8");
const { Script } = require("node:vm");

/** Names this build, put in by scripts/pack.mjs: code of another script is never taken for that of this one. */
const BUILD = "development";

/** The scripts, in the order in which a module of a command, or of the library, is looked for. */
const PACKS = ["packed", "packed-rest", "packed-library"];
const PACKS_OF_LIBRARY = ["packed", "packed-library", "packed-rest"];

/** The compiled code depends on the version of V8, on its settings, which V8 checks, and on the processor. */
const codeFileOf = (pack) =>
  join(__dirname, `${pack}-${BUILD}-${process.version}-${process.platform}-${process.arch}.code`);

const DIGEST_BYTES = 32;

/**
 * Settings of V8 for a process that does one thing and ends, with the versions that know them: at another one, V8
 * prints an error. The space for young objects grows at once, so that a short command collects no garbage. A function
 * is optimized after eight times as much work as usual, because most commands end before that pays.
 */
const SETTINGS = [
  { setting: "--semi-space-growth-factor=16", v8: /^1[1-3]\./ },
  { setting: "--interrupt-budget=540000", v8: /^11\./ },
];

/** Makes the settings. Compiled code is valid for the same ones only. */
function tuneForCommand() {
  for (const { setting, v8 } of SETTINGS)
    if (v8.test(process.versions.v8)) setFlagsFromString(setting);
}

/** The modules of this thread: code of a recipe that imports the library gets the classes of the command. */
let ownPack;

/** Loads the module of a command. */
exports.startCommand = (name) => {
  tuneForCommand();
  start(name);
};

/** Loads the module of a thread, in the process of a command or of another program, whose settings stay as they are. */
exports.startThread = start;

function start(name) {
  ownPack = openPack();
  ownPack.load(name);
}

/** Returns the exports of the library. Compiled code is of other settings than those of the program that imports it. */
exports.openLibrary = (name) => {
  ownPack ??= openPack({ codeIn: () => undefined, packs: PACKS_OF_LIBRARY });
  return ownPack.load(name);
};

exports.tuneForCommand = tuneForCommand;

/** Opens the packs: `load` loads a bundled module once, and `compiledCode` returns the code of what has run by then. */
exports.openPack = openPack;

function openPack({ codeIn = readCode, packs = PACKS } = {}) {
  const opened = packs.map(() => undefined);
  const open = (index) => (opened[index] ??= openScript(packs[index], codeIn));
  const find = (name) => {
    for (const index of packs.keys()) {
      const { modules } = open(index);
      if (Object.hasOwn(modules, name)) return modules[name];
    }
    throw new Error(`No pack has ${name}.`);
  };
  const compiledCode = () =>
    packs.map((pack, index) => [
      codeFileOf(pack),
      withDigest(open(index).script.createCachedData()),
    ]);
  const loaded = new Map();
  return { load: loaderOf(find, loaded), loaded, compiledCode };
}

function openScript(pack, codeIn) {
  const file = join(__dirname, `${pack}.cjs`);
  const text = readFileSync(file, "latin1");
  const script = new Script(text, { filename: file, cachedData: codeIn(codeFileOf(pack)) });
  return { script, modules: script.runInThisContext() };
}

/** V8 does not know where compiled code came from, so that `import()` in it would have no loader. */
const importHere = (specifier) => import(specifier);

/** A name that begins with a dot is one of the bundles, as in `require`. */
function loaderOf(find, loaded) {
  return function load(name) {
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    const folder = posix.dirname(name);
    const requireHere = (id) => (id.startsWith(".") ? load(posix.join(folder, id)) : require(id));
    const filename = join(__dirname, name);
    find(name)(module.exports, requireHere, module, filename, dirname(filename), importHere);
    return module.exports;
  };
}

/** Puts a digest before compiled code: V8 ends the process at damaged code. */
function withDigest(code) {
  return Buffer.concat([digestOf(code), code]);
}

/** Returns compiled code if it is whole: the file is the one that was found to be so, or has its digest. */
function readCode(file) {
  try {
    const stats = lstatSync(file, { bigint: true });
    if (!stats.isFile()) return undefined;
    const bytes = readFileSync(file);
    const code = bytes.subarray(DIGEST_BYTES);
    if (readNote(file) === identityOf(stats)) return code;
    return digestOf(code).equals(bytes.subarray(0, DIGEST_BYTES)) ? code : undefined;
  } catch {
    return undefined; // It is only there for the Node that built this.
  }
}

/**
 * Returns what tells a file from all others, and from itself after it was written into: a digest over megabytes at each
 * start takes longer. The builder notes it beside the file. A copy has another one, and is looked at whole.
 */
exports.identityOf = identityOf;

function identityOf({ dev, ino, size, mtimeNs, ctimeNs }) {
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}

function readNote(file) {
  try {
    const note = `${file}.seen`;
    return lstatSync(note).isFile() ? readFileSync(note, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

function digestOf(code) {
  return require("node:crypto").createHash("sha256").update(code).digest();
}
