import type { SgNode } from "@ast-grep/napi";
import { withoutBlanks } from "../../../names/python/blanks.ts";
import { findMatches, kindOf } from "../../engine/engine.ts";
import { spanOf } from "../../match/bindings.ts";
import type { ImportLine, LineName } from "./import-line.ts";

/** An import of Python, with its node. */
export interface PythonLine extends ImportLine {
  /** The module of `from m import a`. */
  readonly from: string | undefined;
  readonly node: SgNode;
}

/** Returns the imports among the statements of a module, or of a block; not those in `try` and `if` below it. */
export function pythonLines(root: SgNode, text: string): readonly PythonLine[] {
  return root.children().flatMap((node) => (isImport(node) ? [lineOf(node, text)] : []));
}

/** Returns all imports of a file, also those in blocks and functions, sorted. */
export function allPythonLines(root: SgNode, text: string): readonly PythonLine[] {
  return findMatches(root, IMPORTS).map((node) => lineOf(node, text));
}

const IMPORTS = {
  rule: { any: [{ kind: "import_statement" }, { kind: "import_from_statement" }] },
};

function isImport(node: SgNode): boolean {
  return /^import_(?:from_)?statement$/.test(kindOf(node));
}

function lineOf(node: SgNode, text: string): PythonLine {
  const place = spanOf(node);
  const parts = node
    .children()
    .filter((child) => /^(?:dotted_name|relative_import|aliased_import)$/.test(kindOf(child)));
  const isFrom = kindOf(node) === "import_from_statement";
  const from = isFrom ? withoutBlanks(parts[0]?.text() ?? "") : undefined;
  const isKept = KEPT.test(text.slice(place.start, lineEnd(text, place.end)));
  const names = (isFrom ? parts.slice(1) : parts).map((part) => {
    const name = nameOf(part, from);
    return { ...name, isKept: isKept || isExported(name) };
  });
  return { from, node, place, names };
}

/** Returns the imports directly below the `if TYPE_CHECKING:` of a module. */
export function typeLines(root: SgNode, text: string): readonly PythonLine[] {
  return root.children().flatMap((node) => {
    const condition = kindOf(node) === "if_statement" ? node.field("condition")?.text() : undefined;
    const block = /^(?:\w+\.)?TYPE_CHECKING$/.test(condition ?? "") && node.field("consequence");
    return block ? pythonLines(block, text) : [];
  });
}

/** Linters are told that nothing uses the import. */
const KEPT = /#\s*(?:noqa(?!:(?!.*\bF401))|pylint:.*unused-import)/i;

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

/** `import a as a` says that the module exports the name. */
function isExported({ imported, local, place, at }: Omit<LineName, "isKept">): boolean {
  return imported === local && place.start < at;
}

function nameOf(part: SgNode, from: string | undefined): Omit<LineName, "isKept"> {
  const [name = part, alias] =
    kindOf(part) === "aliased_import"
      ? [part.field("name") ?? part, part.field("alias") ?? undefined]
      : [part];
  const full = withoutBlanks(name.text());
  // `import a.b` binds `a`.
  const local = alias?.text() ?? (from === undefined ? full.split(".")[0] : full) ?? full;
  return {
    module: from ?? full,
    imported: from === undefined ? undefined : full,
    local,
    place: spanOf(part),
    at: spanOf(alias ?? name).start,
  };
}
