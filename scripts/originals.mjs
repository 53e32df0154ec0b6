// Runs original codemods of other projects on their own cases, through plan, apply and undo, and counts what is exact.
// node scripts/originals.mjs userland-migrations FOLDER, or react-codemod FOLDER: a checkout with its packages installed
// (of userland-migrations `dedent` is enough), or the unpacked package.

import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)));
const KINDS = { "userland-migrations": userlandMigrations, "react-codemod": reactCodemods };

/** The codemods of a checkout of nodejs/userland-migrations, as its own test scripts name them. */
function* userlandMigrations(folder) {
  for (const name of readdirSync(join(folder, "recipes")).sort()) {
    const home = join(folder, "recipes", name);
    const { scripts = {} } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    for (const [script, command] of Object.entries(scripts)) {
      const test = /jssg test (?<rest>.*)$/.exec(command)?.groups.rest;
      if (test === undefined || script.includes("update")) continue;
      const module = /\S+\.ts\b/.exec(test)[0];
      const wanted = /--filter (\S+)/.exec(test)?.[1] ?? "";
      const isJson = test.includes("-l json");
      const cases = pairsBelow(join(home, "tests")).filter(
        ({ input }) =>
          relative(home, input).includes(wanted) && (extname(input) === ".json") === isJson,
      );
      const copy = (root) => {
        cpSync(join(home, "src"), join(root, "codemod/src"), { recursive: true });
        cpSync(join(home, "package.json"), join(root, "package.json")); // Some ask for its `type`.
        cpSync(join(folder, "utils"), join(root, "node_modules/@nodejs/codemod-utils"), {
          recursive: true,
        });
      };
      const reads = /-l (\w+)/.exec(test)?.[1];
      // Trees are compared then, not texts.
      const isLoose = /--strictness (?:cst|ast|loose)|--ignore-whitespace/.test(test);
      yield {
        reads: isJson || extname(module) !== ".ts" ? undefined : reads,
        name: `${name} ${basename(module)}`,
        module: `./codemod/${relative(home, resolve(home, module))}`,
        cases,
        copy,
        isLoose,
      };
    }
  }
}

/** Pairs of `input` and `expected` below a folder: files of two names, or two folders with files of the same names. */
function pairsBelow(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile() && entry.name.startsWith("input.")) {
      const expected = join(folder, entry.name.replace("input", "expected"));
      return [{ input: path, expected: existsSync(expected) ? expected : path }];
    }
    if (!entry.isDirectory() || entry.name === "expected") return [];
    if (entry.name !== "input") return pairsBelow(path);
    return readdirSync(path).map((file) => ({
      input: join(path, file),
      expected: join(folder, "expected", file),
    }));
  });
}

/** The codemods of the package react-codemod with their fixtures, without options. */
function* reactCodemods(folder) {
  const transforms = join(folder, "transforms");
  for (const file of readdirSync(transforms)
    .filter((name) => name.endsWith(".js"))
    .sort()) {
    const name = basename(file, ".js");
    const fixtures = join(transforms, "__testfixtures__", name);
    const inputs = existsSync(fixtures)
      ? filesBelow(fixtures).filter((path) => path.includes(".input."))
      : [];
    const cases = inputs.map((input) => ({
      input,
      expected: input.replace(".input.", ".output."),
    }));
    const copy = (root) => cpSync(transforms, join(root, "codemod"), { recursive: true });
    yield { name, module: `./codemod/${file}`, cases, copy, api: "jscodeshift" };
  }
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Plans, applies and takes back one codemod on all of its cases; returns the counts. */
function runCodemod({ module, cases, copy, api, reads, isLoose }, folder) {
  const root = mkdtempSync(join(tmpdir(), "sluice-originals-"));
  try {
    copy(root);
    linkPackages(root, [join(folder, "node_modules"), join(PROJECT, "node_modules")]);
    const files = cases.map(({ input, expected }, index) => {
      const path = join(root, "cases", String(index), basename(input));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, readFileSync(input));
      return { path, before: readFileSync(input, "utf8"), after: textOf(expected) };
    });
    const globs =
      reads === undefined ? "" : `languageGlobs: { ${reads}: ["*.js", "*.cjs", "*.mjs"] }\n`;
    const form = api === undefined ? "" : `, api: ${api}`;
    writeFileSync(
      join(root, "recipe.yaml"),
      `version: 1\nname: original\n${globs}steps:\n  - { transform: ${module}, per: file, paths: ["cases/**"]${form} }\n`,
    );
    writeFileSync(join(root, ".gitignore"), "node_modules\nplan.json\n");
    git(root, "init", "--quiet");
    git(root, "add", "--all");
    git(
      root,
      "-c",
      "user.name=t",
      "-c",
      "user.email=t@example.org",
      "commit",
      "--quiet",
      "-m",
      "cases",
    );
    const bySafe = sluice(
      root,
      "preview",
      "recipe.yaml",
      "--policy",
      "safe",
      "--allow-code",
      "--format",
      "json",
    );
    if (bySafe.stdout === "") throw new Error(`${module}: ${bySafe.stderr}`);
    const states = JSON.parse(bySafe.stdout).actions?.map(({ state }) => state) ?? [];
    const planned = sluice(
      root,
      "plan",
      "recipe.yaml",
      "-o",
      "plan.json",
      "--policy",
      "apply-all",
      "--allow-code",
    );
    // A plan is whole or is not: where a file failed, the others are applied by a run.
    const applied =
      planned.status === 0
        ? sluice(root, "apply", "plan.json")
        : sluice(root, "run", "recipe.yaml", "--policy", "apply-all", "--allow-code");
    const results = files.map(({ path, after }) => ({
      path: relative(root, path),
      isExact: textOf(path) === after,
      isEqual: isLoose && withoutSpace(textOf(path)) === withoutSpace(after),
    }));
    const undone = states.length > 0 ? sluice(root, "undo").status : 0;
    return {
      results,
      codes: [planned.status, applied.status, undone],
      isUndone: files.every(({ path, before }) => textOf(path) === before),
      wouldApply: states.filter((state) => state === "would-apply").length,
      held: states.filter((state) => state === "held").length,
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Links the packages of the original project, and then of this one, beside those that the codemod brings. */
function linkPackages(root, folders) {
  mkdirSync(join(root, "node_modules"), { recursive: true });
  for (const packages of folders.filter(existsSync))
    for (const name of readdirSync(packages))
      if (!existsSync(join(root, "node_modules", name)) && !name.startsWith("."))
        symlinkSync(join(packages, name), join(root, "node_modules", name), "junction");
}

const withoutSpace = (text) => text?.replace(/\s+/g, "");

const textOf = (path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);

function git(root, ...args) {
  const { status, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

function sluice(root, ...args) {
  const main = join(PROJECT, "dist/main.js");
  return spawnSync(process.execPath, [main, ...args], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
}

/** Runs all codemods of a folder; prints a line for each, and returns the sums. */
export function runOriginals(kind, folder, only, print = console.log) {
  const sums = { exact: 0, equal: 0, cases: 0, undone: 0, codemods: 0 };
  for (const codemod of KINDS[kind](resolve(folder))) {
    if (codemod.cases.length === 0 || (only && codemod.name.split(" ")[0] !== only)) continue;
    const { results, codes, isUndone, wouldApply, held } = runCodemod(codemod, resolve(folder));
    const exact = results.filter(({ isExact }) => isExact).length;
    print(
      `${codemod.name}: ${exact} of ${results.length} exact; plan, apply, undo ${codes.join(", ")}${isUndone ? "" : " NOT UNDONE"}; ` +
        `safe would apply ${wouldApply}, hold ${held}`,
    );
    for (const { path, isExact, isEqual } of results)
      if (!isExact)
        print(
          `  ${isEqual ? "differs in white space, which its own test allows" : "differs"}: ${relative(folder, codemod.cases[Number(path.split("/")[1])].input)}`,
        );
    sums.exact += exact;
    sums.equal += results.filter(({ isExact, isEqual }) => isExact || isEqual).length;
    sums.cases += results.length;
    sums.undone += isUndone ? 1 : 0;
    sums.codemods += 1;
  }
  print(
    `${sums.codemods} codemods: ${sums.exact} of ${sums.cases} cases exact, ${sums.equal} as their tests want, ${sums.undone} undone`,
  );
  return sums;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [kind, folder, only] = process.argv.slice(2);
  if (!Object.hasOwn(KINDS, kind ?? "") || folder === undefined) {
    console.error(
      `usage: node scripts/originals.mjs ${Object.keys(KINDS).join("|")} FOLDER [NAME]`,
    );
    process.exit(2);
  }
  runOriginals(kind, folder, only);
}
