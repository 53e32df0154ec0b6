/** A word or a sign of a text. */
export interface Token {
  readonly text: string;
  readonly start: number;
}

const TOKEN = /[\p{L}\p{N}_$]+|\S/gu;

/** Returns the tokens of a text in any language, in order. */
export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: token, index }) => ({ text: token, start: index }));
}

/** Tokens that are the same behind a difference, so that the texts go on together. */
const SAME_BEHIND = 4;

/** The most tokens of a difference, on both sides together. */
const MOST_DIFFERENT = 64;

/**
 * Pairs the tokens of a text with those of the same text after a formatter, which keeps nearly all of them in their
 * order. Quotes count as the same. Takes time in proportion to the text; undefined if too much differs in one place.
 */
export function alignTokens(
  from: readonly Token[],
  to: readonly Token[],
): readonly (readonly [Token, Token])[] | undefined {
  const [old, fresh] = [from.map(keyOf), to.map(keyOf)];
  const pairs: (readonly [Token, Token])[] = [];
  let [index, madeIndex] = [0, 0];
  while (index < from.length || madeIndex < to.length) {
    const [token, made] = [from[index], to[madeIndex]];
    if (token !== undefined && made !== undefined && old[index] === fresh[madeIndex]) {
      pairs.push([token, made]);
      [index, madeIndex] = [index + 1, madeIndex + 1];
      continue;
    }
    const next = nextMeeting(
      old.slice(index, index + AHEAD),
      fresh.slice(madeIndex, madeIndex + AHEAD),
    );
    if (next === undefined) return undefined;
    [index, madeIndex] = [index + next[0], madeIndex + next[1]];
  }
  return pairs;
}

const AHEAD = MOST_DIFFERENT + SAME_BEHIND + 1;

/** Returns the fewest tokens to leave out on each side so that both go on together, or end. */
function nextMeeting(
  old: readonly string[],
  fresh: readonly string[],
): readonly [number, number] | undefined {
  for (let sum = 1; sum <= MOST_DIFFERENT; sum += 1)
    for (let left = 0; left <= sum; left += 1) {
      const [at, madeAt] = [left, sum - left];
      if (at > old.length || madeAt > fresh.length) continue;
      if (meets(old, at, fresh, madeAt)) return [at, madeAt];
    }
  return undefined;
}

function meets(
  old: readonly string[],
  at: number,
  fresh: readonly string[],
  madeAt: number,
): boolean {
  for (let ahead = 0; ahead < SAME_BEHIND; ahead += 1) {
    const [token, made] = [old[at + ahead], fresh[madeAt + ahead]];
    if (token === undefined && made === undefined) return true;
    if (token !== made) return false;
  }
  return true;
}

function keyOf({ text }: Token): string {
  return text === "'" || text === "`" ? '"' : text;
}
