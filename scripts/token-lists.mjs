// Finds from the parse tables of the grammars in the engine which tokens their parsers can make up, and compares the
// lists in src/edit/engine/token-lists.ts with them. Run it for each new version of the engine, with the versions of the
// grammars that it has: node scripts/token-lists.mjs. It downloads the sources with npm and needs cc.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createJiti } from "jiti";

/** The versions in Cargo.lock of the engine. The library must read the tables of all of them. */
const LIBRARY = "tree-sitter@0.25.0";
const GRAMMARS = {
  typescript: ["tree-sitter-typescript@0.23.2", "typescript/src"],
  tsx: ["tree-sitter-typescript@0.23.2", "tsx/src"],
  javascript: ["tree-sitter-javascript@0.25.0", "src"],
};

const folder = mkdtempSync(join(tmpdir(), "token-lists-"));
try {
  const lists = await writtenLists();
  const faults = Object.entries(GRAMMARS).flatMap(([language, [name, source]]) =>
    compare(language, tableOf(language, join(unpack(name), source)), lists[language]),
  );
  console.log(faults.length === 0 ? "The lists are complete." : faults.join("\n"));
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function writtenLists() {
  const file = new URL("../src/edit/engine/token-lists.ts", import.meta.url).pathname;
  const { TOKEN_LISTS } = await createJiti(import.meta.url).import(file);
  return TOKEN_LISTS;
}

/** Downloads a package once and returns its folder. */
function unpack(name) {
  const target = join(folder, name);
  if (mkdirSync(target, { recursive: true }) === undefined) return target;
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, name]);
  const archive = join(folder, packed.toString().trim());
  execFileSync("tar", ["xzf", archive, "-C", target, "--strip-components", "1"]);
  return target;
}

function tableOf(language, source) {
  const library = join(unpack(LIBRARY), "vendor/tree-sitter/lib");
  const program = join(folder, language);
  const include = [join(library, "src"), join(library, "include"), source].map(
    (path) => `-I${path}`,
  );
  const files = ["parser.c", "scanner.c"].map((file) => join(source, file));
  const main = new URL("token-lists.c", import.meta.url).pathname;
  const defined = `-DLANG=tree_sitter_${language}`;
  execFileSync("cc", ["-O2", "-w", defined, ...include, main, ...files, "-o", program]);
  const lines = execFileSync(program).toString().trim().split("\n");
  return lines.map((line) => line.split("\t"));
}

/** A token is known by its kind, by its text, or if all nodes that can hold it are. */
function compare(language, rows, { kinds, tokens, holders, certain }) {
  const held = new Set(rows.filter(([row]) => row === "holder").map(([, token]) => token));
  return rows.flatMap(([row, name, ...parents]) => {
    const isHeld =
      (held.has(name) || parents.length > 0) && parents.every((one) => holders.includes(one));
    const isKnown =
      row === "kind"
        ? kinds.includes(name)
        : row === "holder"
          ? isHeld
          : tokens.includes(name) || isHeld;
    const isWrong = row !== "kind" && certain.includes(name);
    return [
      ...(isKnown
        ? []
        : [`${language}: ${row} ${name} is not in the list (${parents.join(", ")})`]),
      ...(isWrong ? [`${language}: ${name} can be made up, but is listed as certain`] : []),
    ];
  });
}
