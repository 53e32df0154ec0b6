import { holdsNoCode } from "./kinds.ts";

/** The extensions of what interpreters read. */
const INTERPRETERS: readonly (readonly [name: RegExp, extension: string])[] = [
  [/^node(js)?\d*$/, ".js"],
  [/^(deno|bun|tsx|ts-node)$/, ".ts"],
  [/^(python|pypy)[\d.]*$/, ".py"],
  [/^(ba|z|da|k|a)?sh$/, ".sh"],
  [/^ruby[\d.]*$/, ".rb"],
  [/^php[\d.]*$/, ".php"],
];

/**
 * Returns the path with an extension by which a text is read: that of the interpreter in its first line, if any. The
 * extension of a language counts more than that line, which Lua, for one, skips.
 */
export function kindPathOf(path: string, text: string): string {
  if (/\.snap$/.test(path)) return `${path}.js`; // A module that the runner of tests evaluates.
  const line = /^\ufeff?#![^\r\n]{0,200}/.exec(text)?.[0];
  if (line === undefined || !(holdsNoCode(path) || /(^|\/)\.?[^./]+$/.test(path))) return path;
  const words = line
    .slice(line.indexOf("!") + 1)
    .trim()
    .split(/\s+/);
  const names = words.map((word) => word.slice(word.lastIndexOf("/") + 1));
  const name = names[0] === "env" ? names.slice(1).find((each) => !/^-|=/.test(each)) : names[0];
  return path + (INTERPRETERS.find(([regex]) => regex.test(name ?? ""))?.[1] ?? UNKNOWN);
}

/** The extension of a script that an interpreter without rules reads. */
const UNKNOWN = ".unknown-script";
