import type { Declaration, FileNames } from "../file-names.ts";

/** Where a name is used that nothing declares. */
interface UndeclaredUse {
  /** It can only mean a type. */
  readonly isType: boolean;
  /** The names that the text used before although nothing declares them. */
  readonly used: Pick<ReadonlySet<string>, "has">;
  /** See {@link FileNames}. */
  readonly isGlobal?: FileNames["isGlobal"];
}

/** The names that a language knows without a declaration. */
export interface KnownGlobals {
  readonly has: (name: string, where: UndeclaredUse) => boolean;
  /** True for a name that a template can only mean as the one of the language, such as `Promise`. */
  readonly isBuiltIn: (name: string) => boolean;
}

/** A name that an edit wrote, and what it means where it stands. */
interface WrittenName extends UndeclaredUse {
  readonly name: string;
  readonly declaration: Declaration | "unknown" | undefined;
  /** True if the edit declares it, or its match says the name and means the same declaration. */
  readonly isMeant: (declaration: Declaration) => boolean;
}

/**
 * Returns the fault of a name that an edit wrote. It is meant as a name of the whole file, a module or the language:
 * not as a local one that happens to be there.
 */
export function faultOfWritten(
  { name, declaration, isMeant, ...where }: WrittenName,
  globals: KnownGlobals,
): "unbound" | "captured" | undefined {
  if (declaration === "unknown") return undefined;
  if (declaration === undefined) {
    const isKnown = where.isGlobal?.(name) ?? globals.has(name, where);
    return where.used.has(name) || isKnown ? undefined : "unbound";
  }
  if (declaration.isTypeOnly && !where.isType) return "unbound";
  const isOther = declaration.kind !== "import" && declaration.origin === undefined;
  const isOutside = declaration.scope.isTop && !(globals.isBuiltIn(name) && isOther);
  return isOutside || isMeant(declaration) ? undefined : "captured";
}

/** True if a name of the language or the platform is imported from a file: `URL` from `./url.js` is another one. */
export function isOtherGlobal(
  { name, isType }: Pick<WrittenName, "name" | "isType">,
  { origin }: Declaration,
  globals: KnownGlobals,
): boolean {
  return origin?.module.startsWith(".") === true && globals.has(name, { isType, used: new Set() });
}
