import { languageOfPath } from "../../edit/language/language.ts";

/** The extensions of what interpreters read. */
const INTERPRETERS: readonly (readonly [name: RegExp, extension: string])[] = [
  [/^node(js)?\d*$/, ".js"],
  [/^(deno|bun|tsx|ts-node)$/, ".ts"],
  [/^(python|pypy)[\d.]*$/, ".py"],
  [/^(ba|z|da|k|a)?sh$/, ".sh"],
  [/^ruby[\d.]*$/, ".rb"],
  [/^php[\d.]*$/, ".php"],
];

/** Returns the path with an extension by which a text is read: that of the interpreter in its first line, if any. */
export function kindPathOf(path: string, text: string): string {
  const line = /^\ufeff?#![^\r\n]{0,200}/.exec(text)?.[0];
  if (line === undefined || languageOfPath(path) !== undefined) return path;
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

/** Languages of code whose running code has no rules. */
export const UNREAD_CODE = new RegExp(
  `\\.(unknown-script|pl|pm|lua|c|h|cc|cpp|cxx|hpp|hh|m|mm|swift|bat|cmd|coffee|ex|exs|erl|hs|clj[cs]?|dart|r|jl|` +
    "nim|zig|tcl|awk|fish|nu|ps[dm]1|vbs|applescript|ml|d|pas|asm|s|el|lisp|scm|cr)$",
  "i",
);
