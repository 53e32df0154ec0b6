import type { ImportToAdd, TextEdit } from "../../../model/edit.ts";
import { joinedName } from "../../../names/means-export.ts";
import type { FileTree } from "../file-tree.ts";
import { behindName } from "../names-into.ts";
import { type PythonLine, pythonLines, typeLines } from "./python-lines.ts";
import { lineAfter, newLine } from "./python-place.ts";

/** Adds names to a `from m import …` of the module, or lines of their own: those of types below `if TYPE_CHECKING:`. */
export function addToPython(
  { root, text }: FileTree,
  { from, names, namespace, default: whole, type }: ImportToAdd,
): readonly TextEdit[] {
  const lines = type ? typeLines(root, text) : pythonLines(root, text);
  const isPossible = whole === undefined && MODULE.test(from) && (!type || lines.length > 0);
  if (!isPossible) return [];
  const isFree = (imported: string | undefined, local: string) =>
    !declares(text, local) &&
    lines.every(({ names: own }) =>
      own.every((name) => name.local !== local || imports(name, from, imported, local)),
    );
  const isMissing = (imported: string | undefined, local: string) =>
    isFree(imported, local) &&
    !lines.some(({ names: own }) => own.some((name) => imports(name, from, imported, local)));
  const edits: TextEdit[] = [];
  const add = (statement: string) => {
    const last = type ? lines.at(-1) : undefined;
    edits.push(
      last ? lineAfter(last, statement, text) : newLine(statement, from, { root, text, lines }),
    );
  };
  const missing = names.filter(([imported, local]) => isMissing(imported, local));
  if (missing.length > 0) {
    const written = missing.map(([imported, local]) => aliased(imported, local));
    const same = lines.find((line) => line.from === from && line.names.length > 0);
    if (same) edits.push(...intoList(same, written, text));
    else add(`from ${from} import ${written.join(", ")}`);
  }
  const isBare = names.length === 0 && namespace === undefined;
  const isImported = (line: PythonLine) =>
    line.from === undefined && line.names.some(({ module }) => module === from);
  if (isBare && !lines.some(isImported)) add(`import ${from}`);
  if (namespace !== undefined && isMissing(undefined, namespace)) add(wholeModule(from, namespace));
  return edits;
}

/** True if a line at the top level declares a name by itself. */
function declares(text: string, name: string): boolean {
  const declared = `(?:(?:async[ \\t]+)?def|class)[ \\t]+${name}\\b|${name}[ \\t]*(?::[^=\\n]*)?=(?!=)`;
  return new RegExp(`^(?:${declared})`, "mu").test(text);
}

/** Writes names after those of a line: on lines of their own only in parentheses. */
function intoList(
  { names, place }: PythonLine,
  written: readonly string[],
  text: string,
): readonly TextEdit[] {
  const last = names.at(-1)?.place ?? place;
  const hasParentheses = text.slice(place.start, place.end).endsWith(")");
  return behindName(last, hasParentheses ? place.start : text.length, { written, text });
}

const MODULE =
  /^(?:\.+|\.*[\p{ID_Start}_]\p{ID_Continue}*(?:\.[\p{ID_Start}_]\p{ID_Continue}*)*)$/u;

/** `import os.path as path` and `from os import path` bind the same. */
function imports(
  name: PythonLine["names"][number],
  from: string,
  imported: string | undefined,
  local: string,
): boolean {
  if (name.local !== local) return false;
  const full = joinedName(from, imported === undefined ? [] : [imported]);
  return joinedName(name.module, name.imported === undefined ? [] : [name.imported]) === full;
}

function aliased(imported: string, local: string): string {
  return imported === local ? local : `${imported} as ${local}`;
}

function wholeModule(module: string, local: string): string {
  if (module === local) return `import ${module}`;
  const dot = module.lastIndexOf(".");
  const [parent, last] = [module.slice(0, Math.max(dot, 0)), module.slice(dot + 1)];
  return parent !== "" && !/^\.*$/.test(parent) && last === local
    ? `from ${parent} import ${local}`
    : `import ${module} as ${local}`;
}
