import type { Declaration, Extent } from "../../../names/file-names.ts";
import type { SymbolScope } from "./symbol-scope.ts";
import type { SymbolText } from "./symbol-text.ts";

/** The place that defines a name, as jssg tells it. */
export interface FoundDefinition {
  readonly file: SymbolText;
  readonly place: Extent;
  /** Nothing declares the name: the whole statement that exports it counts. */
  readonly isStatement?: true;
  /** `import`: it is an import, whose module is none of the files of the step. */
  readonly kind: "local" | "import" | "external";
}

/** The means to follow names to other files. */
export type Following = Pick<SymbolScope, "textOf" | "moduleOf">;

/** Returns the definition of the name at a place; undefined if it is no name, or nothing in the text declares it. */
export function findDefinition(
  file: SymbolText,
  at: Extent,
  { scope, stopsAtImport }: { readonly scope: Following; readonly stopsAtImport: boolean },
): FoundDefinition | undefined {
  const declaration = file.declarationAt(at);
  const [place] = declaration?.places ?? [];
  if (declaration === undefined || place === undefined) return undefined;
  if (declaration.kind !== "import") return { file, place, kind: "local" };
  const found = stopsAtImport ? undefined : followImport(file, declaration, scope);
  return found ? { ...found, kind: "external" } : { file, place, kind: "import" };
}

/** The most modules that a name is followed through. */
const MOST_STEPS = 1_000;

function followImport(
  file: SymbolText,
  { origin }: Declaration,
  scope: Following,
): Exported | undefined {
  const [name, ...members] = origin?.path ?? [];
  if (origin === undefined || name === undefined || members.length > 0) return undefined;
  const path = scope.moduleOf(file.path, origin.module);
  return path === undefined ? undefined : findExport({ path, name }, scope, new Set());
}

/** The place of a name that a file exports. */
interface Exported {
  readonly file: SymbolText;
  readonly place: Extent;
  readonly isStatement?: true;
}

/** Returns the place in which an exported name is declared, also by way of other files, as far as it can be read. */
function findExport(
  { path, name }: { readonly path: string; readonly name: string },
  scope: Following,
  seen: Set<string>,
): Exported | undefined {
  // Two modules may export each other's names.
  if (seen.has(`${path}\0${name}`) || seen.size > MOST_STEPS) return undefined;
  seen.add(`${path}\0${name}`);
  const file = readable(scope.textOf(path));
  if (file === undefined) return undefined;
  const own = file.exports.find((one) => one.name === name);
  if (own !== undefined) {
    const other = own.from?.name && scope.moduleOf(path, own.from.module);
    const next = other && findExport({ path: other, name: own.from?.name ?? name }, scope, seen);
    if (next) return next;
    const [place] = own.from ? [] : (file.declarationAt(own.place)?.places ?? []);
    return place ? { file, place } : { file, place: own.place, isStatement: true };
  }
  for (const { from, ...all } of file.exports) {
    if (all.name !== undefined || from === undefined || name === "default") continue;
    const other = scope.moduleOf(path, from.module);
    const next = other === undefined ? undefined : findExport({ path: other, name }, scope, seen);
    if (next) return next;
  }
  return undefined;
}

/** Undefined for a text that has no names: it is as if it could not be found. */
export function readable(file: SymbolText | undefined): SymbolText | undefined {
  try {
    return file?.names && file;
  } catch {
    return undefined; // Its own transform, or the one that asks for its names, tells the reason.
  }
}
