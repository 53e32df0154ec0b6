import type { SgNode } from "@ast-grep/napi";
import type { ImportToAdd, TextEdit } from "../../../model/edit.ts";
import { kindOf } from "../../engine/engine.ts";
import { spanOf } from "../../match/bindings.ts";
import type { ImportBeside } from "./import-line.ts";
import { allPythonLines, type PythonLine } from "./python-lines.ts";
import { ownerOf } from "./python-order.ts";
import { headLines, lineAfter } from "./python-place.ts";
import { binds, fromModule, intoList, wholeModule } from "./python-statements.ts";

interface UsedIn {
  readonly root: SgNode;
  readonly text: string;
  /** The places of code that needs the import. */
  readonly uses: readonly number[];
}

/**
 * Writes an import beside others in their blocks, so that it runs when they do: in a function, below an `if`, in a
 * `try`. Undefined if the file has none of them.
 */
export function importsBeside(
  { root, text, uses }: UsedIn,
  { from, names, namespace, beside }: ImportToAdd & { readonly beside: readonly ImportBeside[] },
): readonly TextEdit[] | undefined {
  const lines = allPythonLines(root, text);
  const isNeeded = ({ node }: PythonLine) => {
    const { start, end } = spanOf(ownerOf(node) ?? root);
    return uses.some((use) => start <= use && use < end);
  };
  const old = lines.filter((line) => isOneOf(line, beside) && isNeeded(line));
  if (old.length === 0) return undefined;
  const head = headLines(root, lines);
  return old
    .filter((line) => !follows(line, old))
    .flatMap((line) => {
      const isBefore = ({ place }: PythonLine) =>
        !uses.some((use) => line.place.end <= use && use < place.start);
      const near = lines.filter((each) => blockOf(each) === blockOf(line) && isBefore(each));
      const isThere = (imported: string | undefined, local: string) =>
        [...head, ...near].some((each) => binds(each, { from, imported, local }));
      const missing = names.filter(([imported, local]) => !isThere(imported, local));
      const edits: TextEdit[] = [];
      if (missing.length > 0) {
        const same = near.find(
          (each) => each.from === from && each.names.length > 0 && each.place.end <= line.place.end,
        );
        if (same) edits.push(...intoList(same, missing, text));
        else edits.push(lineAfter(line, fromModule(from, missing), text));
      }
      if (namespace !== undefined && !isThere(undefined, namespace))
        edits.push(lineAfter(line, wholeModule(from, namespace), text));
      return edits;
    })
    .sort((a, b) => a.start - b.start); // An earlier import may take the names.
}

function isOneOf({ node, names }: PythonLine, beside: readonly ImportBeside[]): boolean {
  const owner = ownerOf(node);
  const isTop = owner === undefined;
  // Functions do not see the names of a class.
  if (!isTop && kindOf(owner) === "class_definition") return false;
  return names.some(({ local, module }) =>
    beside.some(
      ([from, own, isOfModule]) =>
        own === local && isOfModule === isTop && (module === from || module.startsWith(`${from}.`)),
    ),
  );
}

/** True if another of the imports has run whenever this one runs. */
function follows({ node, place }: PythonLine, old: readonly PythonLine[]): boolean {
  const around = new Set(node.ancestors().map((each) => each.id()));
  return old.some((each) => each.place.end <= place.start && around.has(blockOf(each) ?? -1));
}

function blockOf({ node }: PythonLine): number | undefined {
  return node.parent()?.id();
}
