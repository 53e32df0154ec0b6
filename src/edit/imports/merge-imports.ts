import type { TextEdit } from "../../model/edit.ts";
import { commentsBelow } from "../engine/comment-spans.ts";
import { deleteImport } from "./delete-import.ts";
import type { FileTree } from "./module-imports.ts";
import { importsIn, type ModuleImport } from "./module-imports.ts";
import { namesInto } from "./names-into.ts";

/**
 * Returns the edits that put the names of the second of two imports of one module into the first, if both only have
 * names in braces; none if no two are so. An import with a comment in it stays.
 */
export function mergeImports(tree: FileTree): readonly TextEdit[] {
  const { text, language } = tree;
  const imports = importsIn(tree.root).filter((each) => isPlain(each));
  for (const [index, second] of imports.entries()) {
    const first = imports.slice(0, index).find((each) => isSameModule(each, second));
    const hasComment = commentsBelow(second.node, language).length > 0;
    if (first === undefined || hasComment) continue;
    const has = (name: string) =>
      first.names.some(({ place }) => text.slice(place.start, place.end) === name);
    const written = second.names.map(({ place }) => text.slice(place.start, place.end));
    const fresh = written.filter((name) => !has(name));
    const added = fresh.length === 0 ? [] : namesInto(first, fresh, text);
    return [...added, deleteImport(second, tree)];
  }
  return [];
}

function isPlain({ names, braces }: ModuleImport): boolean {
  return braces !== undefined && names.length > 0 && names.every(({ kind }) => kind === "named");
}

function isSameModule(a: ModuleImport, b: ModuleImport): boolean {
  return (
    a.module === b.module &&
    a.attributes === b.attributes &&
    a.form === b.form &&
    a.isType === b.isType &&
    a.keyword === b.keyword
  );
}
