import { countWhile } from "../../shared/lists/count-while.ts";
import type { Declaration, Extent, FileNames, ImplicitName } from "../file-names.ts";

/** A place at which a text says a name: it declares it, or refers to it. */
export interface Occurrence extends Extent {
  readonly name: string;
  /** `unknown` if it cannot be told, undefined if nothing in the text declares it. */
  readonly declaration: Declaration | "unknown" | undefined;
  readonly isDeclaring: boolean;
  /** A word such as `this`, with the function that gives it. */
  readonly implicit?: ImplicitName;
  /** It can only mean a type. */
  readonly isType: boolean;
}

/** Returns all occurrences of names, sorted by place, with those of words such as `this`. */
export function occurrencesIn(
  names: FileNames,
  implicitNames: readonly ImplicitName[] = names.implicitNames(),
): readonly Occurrence[] {
  const { declarations, references } = names;
  const declaring = declarations.flatMap((declaration) =>
    declaration.places.map(({ start, end }): Occurrence => {
      const isType = declaration.kind === "type";
      return { name: declaration.name, start, end, declaration, isDeclaring: true, isType };
    }),
  );
  const referring = references.map(
    ({ name, start, end, declaration, isType }): Occurrence => ({
      ...{ name, start, end, declaration, isType },
      isDeclaring: false,
    }),
  );
  const implicit = implicitNames.map((word): Occurrence => {
    const { name, start, end } = word;
    const isNone = { declaration: undefined, isDeclaring: false, isType: false };
    return { name, start, end, ...isNone, implicit: word };
  });
  const words = new Set(implicit.map(({ start }) => start));
  const others = referring.filter(({ start }) => !words.has(start));
  return [...declaring, ...others, ...implicit].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Returns the occurrences that lie inside of a place; `sorted` is sorted by place. */
export function occurrencesWithin(
  sorted: readonly Occurrence[],
  { start, end }: Extent,
): readonly Occurrence[] {
  const first = countWhile(sorted, (each) => each.start < start);
  const last = countWhile(sorted, (each) => each.start < end);
  return sorted.slice(first, last).filter((each) => each.end <= end);
}
