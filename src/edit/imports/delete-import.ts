import type { SgNode } from "@ast-grep/napi";
import type { TextEdit } from "../../model/edit.ts";
import { spanOf } from "../match/bindings.ts";
import { separatesStatements } from "../match/statement-break.ts";
import { wholeLines } from "../match/whole-lines.ts";
import { commentsIn } from "./comments-in.ts";
import type { FileTree } from "./file-tree.ts";
import type { ModuleImport } from "./module-import.ts";

/**
 * Deletes a whole import with its lines. Comments in it stay, and a `;` if its neighbours need one: `[1].map(f)` would
 * go on with the line before. `gone` are the beginnings of statements that are deleted, too.
 */
export function deleteImport(
  { node, place }: ModuleImport,
  tree: FileTree,
  gone: ReadonlySet<number> = new Set(),
): TextEdit {
  const isLeaving = (other: SgNode) => gone.has(spanOf(other).start);
  const kept = commentsIn(place, tree) + (separatesStatements(node, isLeaving) ? ";" : "");
  if (kept !== "") return { ...place, text: kept };
  return { ...wholeLines(node, { own: place, span: place, text: tree.text }), text: "" };
}
