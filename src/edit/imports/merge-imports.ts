import type { SgNode } from "@ast-grep/napi";
import type { TextEdit } from "../../model/edit.ts";
import { commentsBelow } from "../engine/comment-spans.ts";
import type { Language } from "../language/language.ts";
import { wholeLines } from "../match/whole-lines.ts";
import { namesInto } from "./add-imports.ts";
import { importsIn, type ModuleImport } from "./module-imports.ts";

/**
 * Returns the edits that put the names of the second of two imports of one module into the first, if both only have
 * names in braces; none if no two are so. An import with a comment in it stays.
 */
export function mergeImports(root: SgNode, text: string, language: Language): readonly TextEdit[] {
  const imports = importsIn(root).filter((each) => isPlain(each));
  for (const [index, second] of imports.entries()) {
    const first = imports.slice(0, index).find((each) => isSameModule(each, second));
    const hasComment = commentsBelow(second.node, language).length > 0;
    if (first === undefined || hasComment) continue;
    const has = (name: string) =>
      first.names.some(({ place }) => text.slice(place.start, place.end) === name);
    const written = second.names.map(({ place }) => text.slice(place.start, place.end));
    const fresh = written.filter((name) => !has(name));
    const own = second.place;
    const place = wholeLines(second.node, { own, span: own, text });
    const added = fresh.length === 0 ? [] : [namesInto(first, fresh, text)];
    return [...added, { ...place, text: "" }];
  }
  return [];
}

function isPlain({ names, braces }: ModuleImport): boolean {
  return braces !== undefined && names.length > 0 && names.every(({ kind }) => kind === "named");
}

function isSameModule(a: ModuleImport, b: ModuleImport): boolean {
  return (
    a.module === b.module && a.form === b.form && a.isType === b.isType && a.keyword === b.keyword
  );
}
