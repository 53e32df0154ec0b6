import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { PackagePlaces } from "../../src/shared/package-places.ts";
import type { Tree } from "./temp-tree.ts";

/** This repository, whose development dependencies have grammars. */
export const REPOSITORY = resolve(import.meta.dirname, "../..");

const system = { darwin: "macOS", linux: "Linux", win32: "Windows" }[process.platform as string];
const processor = { x64: "X64", arm64: "ARM64" }[process.arch as string];

/** Where a package keeps the library for this machine. */
export const PREBUILD = `prebuilds/prebuild-${system}-${processor}/parser.so`;

/** The real library of a grammar that is a development dependency. */
export function realLibrary(language: string, prebuild = PREBUILD): Uint8Array {
  return readFileSync(resolve(REPOSITORY, "node_modules/@ast-grep", `lang-${language}`, prebuild));
}

/** The files of an installed grammar package; `files` are inside of it. */
export function grammarPackage(language: string, files: Tree): Tree {
  const name = `@ast-grep/lang-${language}`;
  const all: Tree = { "package.json": JSON.stringify({ name, version: "0.0.6" }), ...files };
  return Object.fromEntries(
    Object.entries(all).map(([path, content]) => [`node_modules/${name}/${path}`, content]),
  );
}

/** Places of packages: these folders have a `node_modules` each. */
export function packagesIn(...folders: readonly string[]): PackagePlaces {
  return { own: [], others: folders.map((each) => resolve(each, "node_modules")), refused: [] };
}

/** The packages beside Sluice: its development dependencies. */
export const OWN_PACKAGES: PackagePlaces = {
  own: [resolve(REPOSITORY, "node_modules")],
  others: [],
  refused: [],
};
