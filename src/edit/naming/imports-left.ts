import type { ImportToRemove } from "../../model/edit.ts";
import type { Declaration, FileNames, Origin } from "../../names/file-names.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import type { FileTree } from "../imports/file-tree.ts";
import { allImportsOf } from "../imports/module-imports.ts";
import { isInJsdoc } from "./jsdoc-types.ts";

/** The text that edits have left; parsed when its tree is first asked for. */
interface LeftCode extends Pick<FileTree, "text"> {
  readonly root: () => FileTree["root"];
}

/**
 * Returns the imports, of the modules that an op searches for, that its edits leave unused; those that nothing used
 * before stay.
 */
export function importsLeft(
  { meant, captures, whole }: CompiledNames,
  before: FileNames | undefined,
  after: FileNames | undefined,
  codeAfter: LeftCode,
): readonly ImportToRemove[] {
  if (before === undefined || after === undefined) return [];
  const modules = searchedModules({ meant, captures, whole });
  const [used, usedNow] = [usedImports(before), usedImports(after)];
  return [...new Set(modules)].flatMap((module) => {
    const imports = importsOf(after, module, codeAfter);
    const isUnused = ({ key, name, declaration }: Imported) =>
      used.has(key) &&
      !usedNow.has(key) &&
      !after.isExposed(declaration) &&
      !isInJsdoc(codeAfter, name);
    // Those of one name go together.
    const isLeft = ({ name, origin }: Imported) =>
      imports.every((each) => each.name !== name || !isSame(each.origin, origin) || isUnused(each));
    // Of an export with two names, one may still be used.
    const kept = imports.filter((each) => each.declaration.scope.isTop && !isLeft(each));
    const left = imports.filter(isLeft);
    const gone = left.filter(({ origin }) => !kept.some((each) => isSame(each.origin, origin)));
    return gone.length === 0 ? [] : [removalOf(module, gone)];
  });
}

/** Returns the modules, by all of their names, of which an op searches for exports. */
export function searchedModules({
  meant,
  captures,
  whole,
}: Pick<CompiledNames, "meant" | "captures" | "whole">): readonly string[] {
  const searched = [...Object.values(captures), ...(whole === undefined ? [] : [whole])];
  return searched.flatMap((name) => {
    const meaning = meant[name];
    return typeof meaning === "object" ? meaning.from : [];
  });
}

interface Imported {
  readonly name: string;
  readonly origin: Origin;
  /** The name, what it is, and if it stands at the top. */
  readonly key: string;
  readonly declaration: Declaration;
}

/** Finds the imports of a module at the top, and those in functions and blocks. */
function importsOf(
  { declarations }: FileNames,
  module: string,
  { text, root }: LeftCode,
): readonly Imported[] {
  const found = declarations.flatMap((declaration) => {
    const imported = importedBy(declaration);
    return imported?.origin.module === module ? [imported] : [];
  });
  if (found.every(({ declaration }) => declaration.scope.isTop)) return found;
  const imported = allImportsOf(module, { text, root: root() }).flatMap(({ names }) => names);
  const isImport = ({ places: [place] }: Declaration) =>
    imported.some(({ place: { start, end } }) => place && start <= place.start && place.end <= end);
  return found.filter(({ declaration }) => declaration.scope.isTop || isImport(declaration));
}

function usedImports({ references }: FileNames): ReadonlySet<string> {
  const used = references.flatMap(({ declaration }) => {
    const imported = typeof declaration === "object" ? importedBy(declaration) : undefined;
    return imported ? [imported.key] : [];
  });
  return new Set(used);
}

function importedBy(declaration: Declaration): Imported | undefined {
  const { name, origin, scope } = declaration;
  if (origin === undefined) return undefined;
  const key = [scope.isTop, name, origin.module, ...origin.path].join(" ");
  return { name, origin, key, declaration };
}

function isSame(a: Origin, b: Origin): boolean {
  return a.module === b.module && a.path.join(" ") === b.path.join(" ");
}

/** Of `const { a } = m`, the import of `m` stays: only imports of these local names go. */
function removalOf(from: string, gone: readonly Imported[]): ImportToRemove {
  const paths = gone.map(({ origin }) => origin.path);
  const names = paths.flatMap(([first]) =>
    first === undefined || first === "default" ? [] : [first],
  );
  return {
    from,
    names,
    default: paths.some(([first]) => first === "default" || first === undefined),
    namespace: paths.some(({ length }) => length === 0),
    all: false,
    ifUnused: false,
    locals: gone.map(({ name }) => name),
  };
}
