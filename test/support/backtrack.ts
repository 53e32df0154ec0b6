import type { Expression } from "../../src/shared/linear/expression.ts";

/** The outcome of a match. */
interface Backtracked {
  readonly isMatch: boolean;
  /** The characters that were compared. */
  readonly steps: number;
}

/**
 * Matches an expression at the beginning of a text in the way of the language's engine, one way after the other, and
 * counts its steps. Throws if there are more than `limit`.
 */
export function backtrack(expression: Expression, text: string, limit: number): Backtracked {
  let steps = 0;
  type Next = (at: number) => boolean;
  const step = () => {
    steps += 1;
    if (steps > limit) throw new Error(`more than ${limit} steps`);
  };
  const match = (part: Expression, at: number, next: Next): boolean => {
    switch (part.kind) {
      case "one":
        step();
        return at < text.length && part.test(text.charCodeAt(at)) && next(at + 1);
      case "sequence":
        return part.parts.reduceRight<Next>(
          (behind, each) => (place) => match(each, place, behind),
          next,
        )(at);
      case "choice":
        return part.options.some((option) => match(option, at, next));
      case "repeat": {
        if (part.min > 0) {
          const rest = { ...part, min: part.min - 1, max: part.max - 1 };
          return match(part.body, at, (end) => match(rest, end, next));
        }
        if (part.max === 0) return next(at);
        const rest = { ...part, max: part.max - 1 };
        const more = () => match(part.body, at, (end) => end > at && match(rest, end, next));
        return next(at) || more();
      }
      case "look":
        return match(part.body, at, () => true) !== part.isNegative && next(at);
      case "start":
        return at === 0 && next(at);
      case "end":
        return at === text.length && next(at);
    }
  };
  return { isMatch: match(expression, 0, () => true), steps };
}

/** Returns the number of parts of an expression, its own ones in looks too. */
export function sizeOf(expression: Expression): number {
  switch (expression.kind) {
    case "sequence":
      return expression.parts.reduce((sum, part) => sum + sizeOf(part), 1);
    case "choice":
      return expression.options.reduce((sum, option) => sum + sizeOf(option), 1);
    case "repeat":
    case "look":
      return 1 + sizeOf(expression.body);
    default:
      return 1;
  }
}
