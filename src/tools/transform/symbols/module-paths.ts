import { dirname, join } from "node:path/posix";

/** The endings that may be left out in the name of a module, in the order in which they are tried. */
const ENDINGS = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "d.ts", "d.mts", "d.cts"];

/** Endings of compiled files → those of the files that they are compiled from. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  js: ["ts", "tsx", "d.ts", "jsx"],
  jsx: ["tsx", "d.ts"],
  mjs: ["mts", "d.mts"],
  cjs: ["cts", "d.cts"],
};

/**
 * Returns the file of a module that another file names relatively, as bundlers and TypeScript find it; undefined if it
 * is none of the files.
 */
export function relativeModule(
  from: string,
  module: string,
  hasFile: (path: string) => boolean,
): string | undefined {
  const isPython = /\.pyi?$/.test(from);
  return (isPython ? pythonPaths(from, module) : scriptPaths(from, module)).find(hasFile);
}

function scriptPaths(from: string, module: string): readonly string[] {
  if (!/^\.{1,2}(?:\/|$)/.test(module)) return [];
  const path = join(dirname(from), module).replace(/\/$/, "");
  const [, stem = path, ending = ""] = /^(.*)\.([cm]?jsx?)$/.exec(path) ?? [];
  return [
    path,
    ...(SOURCES[ending] ?? []).map((source) => `${stem}.${source}`),
    ...ENDINGS.map((one) => `${path}.${one}`),
    ...ENDINGS.map((one) => join(path, `index.${one}`)),
  ];
}

/** `.a.b` is beside the file, `..a` in the folder above. */
function pythonPaths(from: string, module: string): readonly string[] {
  const [, dots = "", name = ""] = /^(\.+)([\w.]*)$/.exec(module) ?? [];
  if (dots === "") return [];
  const folder = join(dirname(from), ...Array.from(dots.slice(1), () => ".."));
  const path = join(folder, ...name.split("."));
  return [`${path}.py`, `${path}.pyi`, join(path, "__init__.py")];
}

/** Returns the modules that a text seems to name relatively, by its strings and lines alone. */
export function relativeModulesIn(text: string, path: string): readonly string[] {
  const pattern = /\.pyi?$/.test(path)
    ? /^[ \t]*from[ \t]+(\.+[\w.]*)[ \t]+import\b/gm
    : /["'](\.{1,2}(?:\/[^"'\n]*)?)["']/g;
  return [...new Set([...text.matchAll(pattern)].flatMap(([, module]) => module ?? []))];
}
