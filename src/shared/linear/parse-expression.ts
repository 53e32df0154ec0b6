import type { Expression } from "./expression.ts";

/** Thrown for syntax that has no meaning here: references to groups, look-behind, borders of words. */
class NotLinear extends Error {}

/** The most copies of a body that a count such as `{1,2}` makes. */
const MAX_COPIES = 16;
/** Escapes that are more than one letter, or no character. */
const UNSUPPORTED_ESCAPES = /[0-9bBcfkpPux]/;
/** Characters that an escape means themselves, with every flag. */
const PUNCTUATION = /[\^$\\.*+?()[\]{}|/]/;

/**
 * Parses the part of ECMAScript's syntax that is regular: characters, classes, groups, choices, repetitions,
 * look-ahead, `^` and `$`. Returns undefined for anything else. `flags` are those of the expression, without `m`.
 */
export function parseExpression(source: string, flags: string): Expression | undefined {
  const parser = new Parser(source, flags);
  try {
    return parser.parse();
  } catch (error) {
    if (error instanceof NotLinear) return undefined;
    throw error;
  }
}

class Parser {
  readonly #characters: readonly string[];
  readonly #flags: string;
  #at = 0;

  constructor(source: string, flags: string) {
    this.#characters = flags.includes("u") ? [...source] : source.split("");
    this.#flags = flags;
  }

  parse(): Expression {
    const expression = this.#choice();
    if (this.#at < this.#characters.length) throw new NotLinear();
    return expression;
  }

  #choice(): Expression {
    const options = [this.#sequence()];
    while (this.#take("|")) options.push(this.#sequence());
    const [only] = options;
    return options.length === 1 && only ? only : { kind: "choice", options };
  }

  #sequence(): Expression {
    const parts: Expression[] = [];
    for (let next = this.#next; next !== undefined && next !== "|" && next !== ")"; ) {
      parts.push(this.#repeated(this.#atom(next)));
      next = this.#next;
    }
    return { kind: "sequence", parts };
  }

  #atom(next: string): Expression {
    this.#at += 1;
    if (next === "^") return { kind: "start" };
    if (next === "$") return { kind: "end" };
    if (next === "(") return this.#group();
    if (next === "[") return oneOf(this.#characterClass(), this.#flags);
    if (next === "\\") return this.#escape();
    if (next === "." || this.#flags.includes("i")) return oneOf(next, this.#flags);
    if ("*+?{".includes(next)) throw new NotLinear();
    return character(next);
  }

  #escape(): Expression {
    const escaped = this.#skip();
    if (UNSUPPORTED_ESCAPES.test(escaped)) throw new NotLinear();
    return PUNCTUATION.test(escaped) ? character(escaped) : oneOf(`\\${escaped}`, this.#flags);
  }

  #group(): Expression {
    const kind = this.#take("?") ? this.#skip() : ":";
    if (!":=!".includes(kind)) throw new NotLinear();
    const body = this.#choice();
    if (!this.#take(")")) throw new NotLinear();
    return kind === ":" ? body : { kind: "look", body, isNegative: kind === "!" };
  }

  #characterClass(): string {
    const start = this.#at - 1;
    for (let part = this.#skip(); part !== "]"; part = this.#skip())
      if (part === "\\") this.#skip();
    return this.#characters.slice(start, this.#at).join("");
  }

  #repeated(body: Expression): Expression {
    const count = this.#count();
    if (count === undefined) return body;
    this.#take("?"); // Laziness decides which match is found, not if there is one.
    const { min, max } = count;
    if (max === Number.POSITIVE_INFINITY || max <= 1) return { kind: "repeat", body, min, max };
    const optional = Array.from({ length: max - min }, () => ({
      kind: "repeat" as const,
      body,
      min: 0,
      max: 1,
    }));
    return { kind: "sequence", parts: [...Array.from({ length: min }, () => body), ...optional] };
  }

  #count(): { readonly min: number; readonly max: number } | undefined {
    if (this.#take("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#take("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#take("?")) return { min: 0, max: 1 };
    if (this.#next !== "{") return undefined;
    const written = this.#characters.slice(this.#at, this.#at + 8).join("");
    const [whole, least = "", most = least] = /^\{(\d{1,2})(?:,(\d{1,2}))?\}/.exec(written) ?? [];
    const [min, max] = [Number(least), Number(most)];
    if (whole === undefined || max > MAX_COPIES || min > max) throw new NotLinear();
    this.#at += whole.length;
    return { min, max };
  }

  get #next(): string | undefined {
    return this.#characters[this.#at];
  }

  #take(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at += 1;
    return true;
  }

  #skip(): string {
    const next = this.#next;
    if (next === undefined) throw new NotLinear();
    this.#at += 1;
    return next;
  }
}

function character(text: string): Expression {
  const code = text.codePointAt(0);
  return { kind: "one", test: (other) => other === code, code };
}

/** The engine of the language decides which characters a class or an escape means. */
function oneOf(source: string, flags: string): Expression {
  let expression: RegExp;
  try {
    expression = new RegExp(`^${source}$`, flags);
  } catch {
    throw new NotLinear(); // A range that is none.
  }
  const known = new Map<number, boolean>();
  const test = (code: number): boolean => {
    const before = known.get(code);
    if (before !== undefined) return before;
    const result = expression.test(String.fromCodePoint(code));
    known.set(code, result);
    return result;
  };
  return { kind: "one", test };
}
