/** A name that is declared so often again takes the parser seconds: the time grows with the square. */
const MOST_OF_A_NAME = 10_000;

const NAME =
  /(?<![\p{L}\p{N}$_])(?!(?:const|function|if|let|new|null|return|this|var)\b)[\p{L}$_][\p{L}\p{N}$_]*/gu;

/** True for a text in which one name stands too often. */
export function repeatsNames(text: string): boolean {
  if (text.length < 2 * MOST_OF_A_NAME) return false;
  const counts = new Map<string, number>();
  for (const [name] of text.matchAll(NAME)) {
    const count = (counts.get(name) ?? 0) + 1;
    if (count > MOST_OF_A_NAME) return true;
    counts.set(name, count);
  }
  return false;
}
