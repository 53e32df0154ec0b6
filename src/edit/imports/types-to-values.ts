import type { ImportToAdd, TextEdit } from "../../model/edit.ts";
import { kindOf } from "../engine/engine.ts";
import { spanOf } from "../match/bindings.ts";
import { type FileTree, importsIn, isAdded } from "./module-imports.ts";

/**
 * Returns the edits by which names that a file imports as types become values: `type` goes from `{ type a }`, and from
 * `import type { a }` if all of its names are wanted.
 */
export function typesToValues({ root, text }: FileTree, add: ImportToAdd): readonly TextEdit[] {
  const same = importsIn(root).filter(({ form, module }) => form === "es" && module === add.from);
  return same.flatMap((each) => {
    const wanted = each.names.filter((name) => name.isType && isAdded(name, each, add));
    if (wanted.length === 0) return [];
    if (!each.isType)
      return wanted.map(({ place: { start, end } }) => {
        const behind = text.slice(start, end).replace(/^type\s+/, "");
        return { start, end: end - behind.length, text: "" };
      });
    const word = each.node.children().find((child) => kindOf(child) === "type");
    if (word === undefined || wanted.length < each.names.length) return [];
    const { start, end } = spanOf(word);
    const space = /^\s*/.exec(text.slice(end))?.[0].length ?? 0;
    return [{ start, end: end + space, text: "" }];
  });
}
