import type { SgNode } from "@ast-grep/napi";
import type { ImportToAdd, TextEdit } from "../../model/edit.ts";
import { escapeRegex } from "../../shared/regex/escape-regex.ts";
import { findMatches } from "../engine/engine.ts";
import { spanOf } from "../match/bindings.ts";
import { goesOn } from "../match/statement-break.ts";
import { declaredNames } from "./declared-names.ts";
import type { FileTree } from "./file-tree.ts";
import type { ModuleImport } from "./module-import.ts";
import { importsIn, isAdded, readAnyImport } from "./module-imports.ts";
import {
  isEsModule,
  type ModuleStyle,
  type NewPlace,
  placeForImport,
  styleOf,
} from "./module-style.ts";
import { mergeInto, specifier, type Wanted } from "./names-into.ts";

/** Returns true for a name of an import that the same op removes. */
export type IsLeaving = (module: string, local: string) => boolean;

/** What else is known of a file that gets an import. */
interface AddedTo {
  readonly isLeaving: IsLeaving;
  readonly wasCommonJs: () => boolean;
  readonly path: string;
}

/**
 * Returns the edits that add one import, in a file that has not all of it. Adds nothing twice, and no name that the
 * file has for something else.
 */
export function addImport(
  { root, text }: FileTree,
  add: ImportToAdd,
  { isLeaving, wasCommonJs, path }: AddedTo,
): readonly TextEdit[] {
  const imports = importsIn(root);
  const style = styleOf(root, text, imports);
  const isCommonJs =
    !/\.m[jt]s$/.test(path) &&
    (style.form === "commonjs" || (!isEsModule(root) && (path.endsWith(".cjs") || wasCommonJs())));
  const form = isCommonJs && !add.type ? "commonjs" : "es";
  const same = imports.filter((each) => each.module === add.from && each.form === form);
  const missing = withoutTaken(missingOf(add, same), takenNames(root, isLeaving));
  if (missing === undefined) return [];
  const firstUse = form === "es" ? Number.POSITIVE_INFINITY : firstUseOf(missing, root);
  const above = same.filter(({ place }) => place.start < firstUse);
  const merged = mergeInto(above, missing, text);
  if (merged !== undefined) return merged;
  const place = placeForImport(root, text, { form, firstUse });
  return [newStatements(statementsOf(missing, { ...style, form }), style, { text, place })];
}

/** Returns the offset of the first use of names that a `require` is to bind: it must run before. */
function firstUseOf({ whole, namespace, names }: Wanted, root: SgNode): number {
  const locals = [whole, namespace, ...names.map(([, local]) => local)];
  const found = locals.flatMap((local) => {
    if (local === undefined) return [];
    const any = [{ kind: "identifier" }, { kind: "shorthand_property_identifier" }];
    const rule = { any, regex: `^${escapeRegex(local)}$` };
    return findMatches(root, { rule }).map((node) => spanOf(node).start);
  });
  return found.reduce((least, start) => Math.min(least, start), Number.POSITIVE_INFINITY);
}

/** Returns the local names that a file with added imports lacks, because it has them for something else. */
export function leftOutNames(root: SgNode, add: ImportToAdd): readonly string[] {
  const same = importsIn(root).filter(({ module }) => module === add.from);
  const { whole, namespace, names = [] } = missingOf(add, same) ?? {};
  return [whole, namespace, ...names.map(([, local]) => local)].filter(
    (name) => name !== undefined,
  );
}

/** Writes statements of their own, in a place where nothing goes on with them. */
function newStatements(
  lines: readonly string[],
  { lineEnd }: ModuleStyle,
  { text, place: { at, isBehindImport } }: Pick<FileTree, "text"> & { readonly place: NewPlace },
): TextEdit {
  const isOpen = at > 0 && !/[\n\uFEFF]$/.test(text.slice(0, at));
  const rest = text.slice(at);
  const isApart = isBehindImport || rest === "" || /^[ \t]*\r?\n/.test(rest);
  const end = goesOn(rest) && lines.at(-1)?.endsWith(";") === false ? ";" : "";
  const written = lines.join(lineEnd) + end + lineEnd + (isApart ? "" : lineEnd);
  return { start: at, end: at, text: (isOpen ? lineEnd : "") + written };
}

/** Returns what the imports of the module do not bind yet; undefined if nothing is missing. */
function missingOf(
  { from: module, default: whole, namespace, names, type: isType }: ImportToAdd,
  same: readonly ModuleImport[],
): Wanted | undefined {
  const has = (part: Partial<ImportToAdd>) =>
    same.some((each) =>
      each.names.some(
        (name) =>
          (isType || !name.isType) &&
          isAdded(name, each, { from: module, names: [], type: isType, ...part }),
      ),
    );
  const wanted = {
    module,
    isType,
    whole: whole !== undefined && has({ default: whole }) ? undefined : whole,
    namespace: namespace !== undefined && has({ namespace }) ? undefined : namespace,
    names: names.filter((name) => !has({ names: [name] })),
  };
  const asksNames = whole !== undefined || namespace !== undefined || names.length > 0;
  if (!asksNames) return same.length > 0 ? undefined : wanted;
  const isNothing = (wanted.whole ?? wanted.namespace) === undefined && wanted.names.length === 0;
  return isNothing ? undefined : wanted;
}

/** Returns the names that mean something in the file already; an import of one of them would not be valid. */
function takenNames(root: SgNode, isLeaving: IsLeaving): ReadonlySet<string> {
  const imports = root.children().flatMap((node) => readAnyImport(node) ?? []);
  const imported = imports.flatMap(({ module, names }) =>
    names.filter(({ local }) => !isLeaving(module, local)).map(({ local }) => local),
  );
  return new Set([...imported, ...declaredNames(root)]);
}

/** Leaves out the names that are taken; undefined if no other is wanted. */
function withoutTaken(wanted: Wanted | undefined, taken: ReadonlySet<string>): Wanted | undefined {
  if (wanted === undefined) return undefined;
  const { whole, namespace, names } = wanted;
  const isFree = (name: string | undefined) => name !== undefined && !taken.has(name);
  const free = {
    ...wanted,
    whole: isFree(whole) ? whole : undefined,
    namespace: isFree(namespace) ? namespace : undefined,
    names: names.filter(([, local]) => isFree(local)),
  };
  const count = ({ whole, namespace, names }: Wanted) =>
    [whole, namespace].filter((name) => name !== undefined).length + names.length;
  return count(wanted) > 0 && count(free) === 0 ? undefined : free;
}

/** Writes the import as new statements, of which a namespace beside names needs two. */
function statementsOf(
  { module, isType, whole, namespace, names }: Wanted,
  { form, quote, end }: ModuleStyle,
): readonly string[] {
  const from = quote + module + quote;
  const braces =
    names.length === 0 ? [] : [`{ ${names.map((name) => specifier(name, form)).join(", ")} }`];
  const wholes = [whole, namespace && form === "es" ? `* as ${namespace}` : namespace];
  const own = wholes.filter((name) => name !== undefined);
  if (form === "commonjs") {
    const targets = [...own, ...braces];
    if (targets.length === 0) return [`require(${from})${end}`];
    return targets.map((target) => `const ${target} = require(${from})${end}`);
  }
  const word = isType ? "import type" : "import";
  if (own.length + braces.length === 0) return [`${word} ${from}${end}`];
  const isJoined = whole !== undefined && namespace === undefined && !isType;
  const clauses = isJoined ? [[...own, ...braces].join(", ")] : [...own, ...braces];
  return clauses.map((clause) => `${word} ${clause} from ${from}${end}`);
}
