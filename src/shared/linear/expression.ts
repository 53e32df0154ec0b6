/** Separates the names of a path. */
export const SLASH = 0x2f;

/** A regular expression that is matched without backtracking; see match-expression.ts. */
export type Expression =
  /** One character: a code unit, or a code point with the flag `u`. `code` if it is known to be always the same. */
  | {
      readonly kind: "one";
      readonly test: (code: number) => boolean;
      readonly code?: number | undefined;
    }
  | { readonly kind: "sequence"; readonly parts: readonly Expression[] }
  | { readonly kind: "choice"; readonly options: readonly Expression[] }
  | {
      readonly kind: "repeat";
      readonly body: Expression;
      readonly min: number;
      readonly max: number;
    }
  /** Looks ahead and consumes nothing. */
  | { readonly kind: "look"; readonly body: Expression; readonly isNegative: boolean }
  | { readonly kind: "start" }
  | { readonly kind: "end" };

/** True if an expression always consumes exactly one character. */
export function isOneWide(expression: Expression): boolean {
  return widthOf(expression) === 1;
}

/** Returns the number of characters that an expression consumes; undefined if it is not always the same. */
function widthOf(expression: Expression): number | undefined {
  switch (expression.kind) {
    case "one":
      return 1;
    case "look":
    case "start":
    case "end":
      return 0;
    case "sequence":
      return expression.parts.reduce<number | undefined>((sum, part) => {
        const width = widthOf(part);
        return sum === undefined || width === undefined ? undefined : sum + width;
      }, 0);
    case "choice": {
      const [first, ...others] = expression.options.map(widthOf);
      return others.every((width) => width === first) ? first : undefined;
    }
    case "repeat":
      return undefined;
  }
}

/** True if a part that consumes one character can consume a slash. */
export function canBeSlash(body: Expression): boolean {
  if (body.kind === "one") return body.test(SLASH);
  return body.kind === "sequence" && body.parts.some(canBeSlash);
}

/** True if a part that consumes one character has options, but for what it looks ahead to. */
export function hasChoice(body: Expression): boolean {
  return body.kind === "choice" || (body.kind === "sequence" && body.parts.some(hasChoice));
}

/** Returns the bodies of the looks in a part that consumes one character. */
export function looksIn(body: Expression): readonly Expression[] {
  if (body.kind === "look") return [body.body];
  return body.kind === "sequence" ? body.parts.flatMap(looksIn) : [];
}

/** True for `^` and `$`, alone or together. */
export function isEdge(option: Expression | undefined): boolean {
  return (
    option?.kind === "sequence" &&
    option.parts.length > 0 &&
    option.parts.every(({ kind }) => kind === "start" || kind === "end")
  );
}

/** Returns how many of the options can match at one place, if all are texts; undefined if they are not. */
export function prefixesOf(options: readonly Expression[]): number | undefined {
  const texts = options.map(textOf);
  if (texts.includes(undefined)) return undefined;
  const known = texts.filter((text) => text !== undefined);
  const counts = known.map((text) => known.filter((other) => text.startsWith(other)).length);
  return Math.max(...counts);
}

function textOf(option: Expression): string | undefined {
  if (option.kind === "one")
    return option.code === undefined ? undefined : String.fromCodePoint(option.code);
  if (option.kind !== "sequence") return undefined;
  const texts = option.parts.map(textOf);
  return texts.includes(undefined) ? undefined : texts.join("");
}
