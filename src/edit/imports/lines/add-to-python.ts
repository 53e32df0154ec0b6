import type { ImportToAdd, TextEdit } from "../../../model/edit.ts";
import type { FileTree } from "../file-tree.ts";
import { localNames } from "../misbound-names.ts";
import { importsBeside } from "./beside-python.ts";
import { type PythonLine, pythonLines, typeLines } from "./python-lines.ts";
import { RunOrder, usesOf } from "./python-order.ts";
import { lineAfter, newLine } from "./python-place.ts";
import { binds, fromModule, imports, intoList, wholeModule } from "./python-statements.ts";

/**
 * Adds names to a `from m import …` of the module, or lines of their own: those of types below `if TYPE_CHECKING:`, and
 * those that are to stand beside others in their blocks. An import that runs after code that needs it is none.
 */
export function addToPython({ root, text }: FileTree, add: ImportToAdd): readonly TextEdit[] {
  const { from, names, namespace, default: whole, type } = add;
  const lines = type ? typeLines(root, text) : pythonLines(root, text);
  const isPossible = whole === undefined && MODULE.test(from) && (!type || lines.length > 0);
  if (!isPossible) return [];
  const isFree = (imported: string | undefined, local: string) =>
    !declares(text, local) &&
    lines.every(({ names: own }) =>
      own.every((name) => name.local !== local || imports(name, { from, imported, local })),
    );
  const order = new RunOrder(root);
  const uses = usesOf(root, localNames(add));
  const isFirst = ({ place }: PythonLine) => uses.every((use) => order.runsBefore(place.end, use));
  const first = type ? lines : lines.filter(isFirst);
  const isMissing = (imported: string | undefined, local: string) =>
    isFree(imported, local) && !first.some((line) => binds(line, { from, imported, local }));
  if (!type && add.beside !== undefined) {
    const beside = importsBeside({ root, text, uses }, { ...add, beside: add.beside });
    if (beside !== undefined) return beside;
  }
  const edits: TextEdit[] = [];
  const write = (statement: string) => {
    const last = type ? lines.at(-1) : undefined;
    const target = { root, text, lines, uses };
    edits.push(last ? lineAfter(last, statement, text) : newLine(statement, from, target));
  };
  const missing = names.filter(([imported, local]) => isMissing(imported, local));
  if (missing.length > 0) {
    const same = first.find((line) => line.from === from && line.names.length > 0);
    if (same) edits.push(...intoList(same, missing, text));
    else write(fromModule(from, missing));
  }
  const isBare = names.length === 0 && namespace === undefined;
  const isImported = (line: PythonLine) =>
    line.from === undefined && line.names.some(({ module }) => module === from);
  if (isBare && !lines.some(isImported)) write(`import ${from}`);
  if (namespace !== undefined && isMissing(undefined, namespace))
    write(wholeModule(from, namespace));
  return edits;
}

/** True if a line at the top level declares a name by itself. */
function declares(text: string, name: string): boolean {
  const declared = `(?:(?:async[ \\t]+)?def|class)[ \\t]+${name}\\b|${name}[ \\t]*(?::[^=\\n]*)?=(?!=)`;
  return new RegExp(`^(?:${declared})`, "mu").test(text);
}

const MODULE =
  /^(?:\.+|\.*[\p{ID_Start}_]\p{ID_Continue}*(?:\.[\p{ID_Start}_]\p{ID_Continue}*)*)$/u;
