import type { ImportToRemove } from "../../model/edit.ts";
import type { Declaration, FileNames, Origin } from "../../names/file-names.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";

/**
 * Returns the imports, of the modules that an op searches for, that its edits leave unused; those that nothing used
 * before stay.
 */
export function importsLeft(
  { meant, captures, whole }: CompiledNames,
  before: FileNames | undefined,
  after: FileNames | undefined,
): readonly ImportToRemove[] {
  if (before === undefined || after === undefined) return [];
  const modules = searchedModules({ meant, captures, whole });
  const [used, usedNow] = [usedImports(before), usedImports(after)];
  return [...new Set(modules)].flatMap((module) => {
    const imports = importsOf(after, module);
    const isLeft = ({ name, key, declaration }: Imported) =>
      used.has(`${name} ${key}`) && !usedNow.has(`${name} ${key}`) && !after.isExposed(declaration);
    // Of an export with two names, one may still be used.
    const kept = new Set(imports.filter((each) => !isLeft(each)).map(({ key }) => key));
    const left = imports.filter(isLeft);
    const gone = left.filter(({ key }) => !kept.has(key));
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
  readonly key: string;
  readonly declaration: Declaration;
}

function importsOf({ declarations }: FileNames, module: string): readonly Imported[] {
  return declarations.flatMap((declaration) => {
    const imported = importedBy(declaration);
    return imported?.origin.module === module ? [imported] : [];
  });
}

function usedImports({ references }: FileNames): ReadonlySet<string> {
  const used = references.flatMap(({ declaration }) => {
    const imported = typeof declaration === "object" ? importedBy(declaration) : undefined;
    return imported ? [`${imported.name} ${imported.key}`] : [];
  });
  return new Set(used);
}

function importedBy(declaration: Declaration): Imported | undefined {
  const { name, origin, scope } = declaration;
  if (origin === undefined || !scope.isTop) return undefined;
  return { name, origin, key: [origin.module, ...origin.path].join(" "), declaration };
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
