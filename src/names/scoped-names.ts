import type {
  Declaration,
  DeclarationKind,
  Extent,
  Origin,
  Reference,
  Scope,
} from "./file-names.ts";

/** A declaration, with the code in which it counts. */
export interface ScopedDeclaration extends Declaration {
  /** It counts from here on. */
  readonly from: number;
  /** The kinds of names that it may be, as its language tells them apart. */
  readonly spaces: string;
}

/** The scope of a whole text. */
export const TOP: Scope = { start: 0, end: Infinity, isTop: true };

/** A place where a name is declared. */
interface Declared extends Extent {
  readonly name: string;
  readonly kind: DeclarationKind;
  readonly scope: Scope;
  readonly spaces?: string;
  readonly from?: number;
  readonly origin?: Origin | undefined;
}

/** Returns the declaration of a name at one place. */
export function scopedDeclaration({
  start,
  end,
  name,
  kind,
  scope,
  spaces = "",
  from = scope.start,
  origin,
}: Declared): ScopedDeclaration {
  const places = [{ start, end, form: "plain" }] as const;
  const parts = { name, kind, scope, spaces, from, origin, places };
  return { ...parts, isReassigned: false, isDuplicate: false, isTypeOnly: false, boundFrom: from };
}

/** A name that is used. */
export interface ScopedUse extends Extent {
  readonly name: string;
  /** The kinds of names that it may be, the first one that is declared counts. */
  readonly spaces: readonly string[];
  /** It can only mean a type. */
  readonly isType: boolean;
}

/** The declarations of a language whose scopes are nodes of its tree. */
export class ScopedNames {
  readonly #byName = new Map<string, ScopedDeclaration[]>();

  constructor(declarations: readonly ScopedDeclaration[]) {
    for (const declaration of declarations) {
      const all = this.#byName.get(declaration.name);
      if (all) all.push(declaration);
      else this.#byName.set(declaration.name, [declaration]);
    }
  }

  /** Finds the declaration that a name means at a place: the innermost, and of one scope the last before it. */
  find(name: string, at: number, spaces?: readonly string[]): ScopedDeclaration | undefined {
    const all = this.#byName.get(name) ?? [];
    if (spaces === undefined || spaces.length === 0) return innermost(all, at);
    for (const space of spaces) {
      const own = innermost(
        all.filter((each) => each.spaces.includes(space)),
        at,
      );
      if (own) return own;
    }
    return undefined;
  }

  referenceOf({ name, start, end, spaces, isType }: ScopedUse): Reference {
    const declaration = this.find(name, start, spaces);
    return { name, start, end, declaration, form: "plain", isType };
  }
}

function innermost(all: readonly ScopedDeclaration[], at: number): ScopedDeclaration | undefined {
  let found: ScopedDeclaration | undefined;
  for (const each of all) {
    const { scope, from } = each;
    if (scope.start > at || at >= scope.end || from > at) continue;
    const isInner = found === undefined || scope.start > found.scope.start;
    const isLater = found?.scope.start === scope.start && scope.end <= found.scope.end;
    if (isInner || isLater) found = each;
  }
  return found;
}

/** Returns the parts of a dotted name, without the space between them; undefined for other code. */
export function dottedParts(text: string): readonly string[] | undefined {
  if (!DOTTED.test(text)) return undefined;
  return text.split(".").map((part) => part.trim());
}

const DOTTED =
  /^[\p{ID_Start}_$][\p{ID_Continue}$]*(?:\s*\.\s*[\p{ID_Start}_$][\p{ID_Continue}$]*)*$/u;
