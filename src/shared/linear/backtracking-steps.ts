import {
  canBeSlash,
  type Expression,
  hasChoice,
  isEdge,
  isOneWide,
  looksIn,
  prefixesOf,
  SLASH,
} from "./expression.ts";

/** The most {@link backtrackingSteps} that the engine of the language is given: milliseconds. */
export const MAX_STEPS = 1_000_000;

/**
 * The ways that an expression leaves open up to a part of it, as exponents of lengths. The names of a path and their
 * lengths share the length of the path, so that `atSlash` and `inName` do not add up.
 */
interface Ways {
  /** Repetitions that may end anywhere. */
  readonly anywhere: number;
  /** Repetitions that may end at any slash. */
  readonly atSlash: number;
  /** Repetitions inside of one name, in names that are complete. */
  readonly inName: number;
  /** Repetitions in the name that is being matched: the slash behind it decides where the last one ends. */
  readonly open: number;
  /** 1 while the last part is a repetition that may cross slashes. */
  readonly crossing: number;
  /** The ways through choices. */
  readonly choices: number;
  /** The most so far. */
  readonly most: Most;
}

interface Most {
  readonly choices: number;
  readonly anywhere: number;
  readonly atSlash: number;
  readonly inName: number;
}

const NONE: Ways = {
  anywhere: 0,
  atSlash: 0,
  inName: 0,
  open: 0,
  crossing: 0,
  choices: 1,
  most: { choices: 1, anywhere: 0, atSlash: 0, inName: 0 },
};

/**
 * Returns a function of the length of a path, which returns how often the engine of the language tries a part of an
 * expression there, at most: it tries one way after the other. Infinite for a repeated group.
 */
export function backtrackingSteps(expression: Expression): (length: number) => number {
  const { choices, anywhere, atSlash, inName } = after(expression, NONE).most;
  const within = Math.max(atSlash, inName);
  return (length) => choices * picks(length, anywhere) * picks(length, within);
}

/** The ways to choose some of the places in a text, in their order. */
function picks(length: number, count: number): number {
  let ways = 1;
  for (let index = 1; index <= count; index += 1) ways *= Math.max(1, length / index);
  return ways;
}

/** Returns the ways behind an expression, given those before it. */
function after(expression: Expression, ways: Ways): Ways {
  switch (expression.kind) {
    case "one":
      return afterOne(expression, ways);
    case "sequence":
      return expression.parts.reduce((found, part) => after(part, found), ways);
    case "choice":
      return afterChoice(expression.options, ways);
    case "repeat":
      return afterRepeat(expression, ways);
    case "look":
      return afterLook(expression.body, ways);
    case "start":
    case "end":
      return ways;
  }
}

function afterOne(one: Extract<Expression, { kind: "one" }>, ways: Ways): Ways {
  const { anywhere, atSlash, inName, open, crossing } = ways;
  if (one.code === SLASH)
    return noted({
      ...ways,
      atSlash: atSlash + crossing,
      inName: inName + Math.max(0, open - 1),
      open: 0,
      crossing: 0,
    });
  const between = { ...ways, anywhere: anywhere + crossing, crossing: 0 };
  // The slash behind a name no longer decides where it ends.
  return noted(
    one.test(SLASH) ? { ...between, anywhere: between.anywhere + open, open: 0 } : between,
  );
}

function afterRepeat(repeat: Extract<Expression, { kind: "repeat" }>, ways: Ways): Ways {
  const { body, min, max } = repeat;
  if (max === 0) return ways;
  if (max === 1) return min === 1 ? after(body, ways) : afterChoice([NOTHING, body], ways);
  // Two options for one character would double the ways with each one.
  if (!isOneWide(body) || hasChoice(body))
    return noted({ ...ways, choices: Number.POSITIVE_INFINITY });
  const anywhere = ways.anywhere + ways.crossing;
  const repeated = canBeSlash(body)
    ? { ...ways, anywhere: anywhere + ways.open, open: 0, crossing: 1 }
    : { ...ways, anywhere, open: ways.open + 1, crossing: 0 };
  return looksIn(body).reduce((found, look) => afterLook(look, found), noted(repeated));
}

const NOTHING: Expression = { kind: "sequence", parts: [] };

/** A place has only one end of a text, so that options of its ends leave no more ways open. */
function afterChoice(options: readonly Expression[], ways: Ways): Ways {
  const inside = { ...ways, choices: 1, most: { ...ways.most, choices: 1 } };
  const ends = options.map((option) => after(option, inside));
  const sum = ends
    .filter((_, index) => !isEdge(options[index]))
    .reduce((total, { choices }) => total + choices, 0);
  const found = ends.reduce(merge, inside);
  const choices = ways.choices * Math.max(1, Math.min(sum, prefixesOf(options) ?? sum));
  const tried = { ...found.most, choices: ways.choices * found.most.choices };
  return noted({ ...found, choices, most: most(ways.most, tried) });
}

function merge(a: Ways, b: Ways): Ways {
  return {
    anywhere: Math.max(a.anywhere, b.anywhere),
    atSlash: Math.max(a.atSlash, b.atSlash),
    inName: Math.max(a.inName, b.inName),
    open: Math.max(a.open, b.open),
    crossing: Math.max(a.crossing, b.crossing),
    choices: Math.max(a.choices, b.choices),
    most: most(a.most, b.most),
  };
}

/** A look is tried at each place to which the parts before it lead, and leaves no ways open. */
function afterLook(body: Expression, ways: Ways): Ways {
  const inside = after(body, NONE);
  const { choices, anywhere, atSlash, inName } = presentOf(ways);
  return {
    ...ways,
    most: most(ways.most, {
      choices: choices * inside.most.choices,
      anywhere: anywhere + inside.most.anywhere,
      atSlash: atSlash + inside.most.atSlash,
      inName: inName + inside.most.inName,
    }),
  };
}

function noted(ways: Ways): Ways {
  return { ...ways, most: most(ways.most, presentOf(ways)) };
}

/** A repetition that crosses slashes is at some slash, and at some place behind it. */
function presentOf({ choices, anywhere, atSlash, inName, open, crossing }: Ways): Most {
  return {
    choices,
    anywhere,
    atSlash: atSlash + crossing,
    inName: inName + open + crossing,
  };
}

function most(a: Most, b: Most): Most {
  return {
    choices: Math.max(a.choices, b.choices),
    anywhere: Math.max(a.anywhere, b.anywhere),
    atSlash: Math.max(a.atSlash, b.atSlash),
    inName: Math.max(a.inName, b.inName),
  };
}
