import type { ImportChanges, ImportToAdd, Replacement, TextEdit } from "../../model/edit.ts";
import { once } from "../../shared/once.ts";
import { kindOf, parseText } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import { spanOf } from "../match/bindings.ts";
import { composeEdits } from "../text/compose-edits.ts";
import { splice } from "../text/splice.ts";
import { addImport, type IsLeaving } from "./add-imports.ts";
import { commentsIn } from "./comments-in.ts";
import { deleteImport } from "./delete-import.ts";
import type { FileTree } from "./file-tree.ts";
import { importsBesideCalls } from "./import-beside.ts";
import { importsInPlace } from "./import-in-place.ts";
import { changeLines } from "./lines/change-lines.ts";
import { lineLanguageOf } from "./lines/line-languages.ts";
import type { ModuleImport } from "./module-import.ts";
import { importsIn, isAdded } from "./module-imports.ts";
import { isCommonJs } from "./module-style.ts";
import { namesInto } from "./names-into.ts";
import { parseFile } from "./parse-file.ts";
import { leavingNames, removeImport } from "./remove-imports.ts";

/** The most imports of one file that are merged. */
const MOST_MERGED = 1000;

/** Returns the edits by which a file gets, loses and joins imports, in this order; none if it has them so. */
export function changeImports(
  text: string,
  language: Language,
  opId: string,
  { add, remove, merge, before, path = "" }: ImportChanges,
): readonly Replacement[] {
  if (lineLanguageOf(language)) return changeLines(text, language, opId, { add, remove });
  let edits: readonly Replacement[] = [];
  let current = text;
  const tree = () => parseFile(current, language);
  const take = (find: (tree: FileTree) => readonly TextEdit[]): boolean => {
    const found = find(tree());
    if (found.length === 0) return false;
    edits = composeEdits(
      text,
      edits,
      found.map((edit) => ({ ...edit, opId })),
    );
    current = splice(current, found);
    return true;
  };
  const isLeaving = leavingOf(remove.length === 0 ? undefined : tree(), { add, remove });
  const wasCommonJs = once(() => before !== undefined && isCommonJs(parseText(before, language)));
  const place = once(() => importsInPlace(tree(), { add, remove }));
  take(() => place().edits);
  const open = add.filter((each) => !place().done.has(each));
  const beside = open.filter((each) => each.besideCalls !== undefined);
  if (beside.length > 0) take((file) => importsBesideCalls(file, beside));
  for (const each of open.filter((each) => each.besideCalls === undefined)) {
    // A language without types cannot import any.
    if (each.type && language === "javascript") continue;
    if (!each.type) take((file) => typesToValues(file, each));
    take((file) => addImport(file, each, { isLeaving, wasCommonJs, path }));
  }
  for (const each of remove) take((file) => removeImport(file, each, add));
  for (let count = 0; merge && count < MOST_MERGED; count += 1) if (!take(mergeImports)) break;
  return edits;
}

/** Finds the names that the op removes: they are free for what it adds. */
function leavingOf(
  tree: FileTree | undefined,
  { add, remove }: Pick<ImportChanges, "add" | "remove">,
): IsLeaving {
  if (tree === undefined) return () => false;
  const leaving = remove.flatMap((each) => leavingNames(tree, each, add));
  const keys = leaving.flatMap(({ from, names }) =>
    names.map(({ local }) => `${local} ${from.module}`),
  );
  const set = new Set(keys);
  return (module, local) => set.has(`${local} ${module}`);
}

/**
 * Returns the edits that put the names of the second of two imports of one module into the first, if both only have
 * names in braces; none if no two are so. An import with a comment in it stays.
 */
function mergeImports(tree: FileTree): readonly TextEdit[] {
  const { text } = tree;
  const imports = importsIn(tree.root).filter((each) => isPlain(each));
  for (const [index, second] of imports.entries()) {
    const first = imports.slice(0, index).find((each) => isSameModule(each, second));
    if (first === undefined || commentsIn(second.place, tree) !== "") continue;
    const has = (name: string) =>
      first.names.some(({ place }) => text.slice(place.start, place.end) === name);
    const written = second.names.map(({ place }) => text.slice(place.start, place.end));
    const fresh = written.filter((name) => !has(name));
    const added = fresh.length === 0 ? [] : namesInto(first, fresh, text);
    return [...added, deleteImport(second, tree)];
  }
  return [];
}

function isPlain({ form, names, braces }: ModuleImport): boolean {
  return (
    form !== "dynamic" &&
    braces !== undefined &&
    names.length > 0 &&
    names.every(({ kind }) => kind === "named")
  );
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

/**
 * Returns the edits by which names that a file imports as types become values: `type` goes from `{ type a }`, and from
 * `import type { a }` if all of its names are wanted.
 */
function typesToValues({ root, text }: FileTree, add: ImportToAdd): readonly TextEdit[] {
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
