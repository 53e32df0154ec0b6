/** The most `**` of a glob that is simple. */
const MAX_GLOBSTARS = 2;
/** The most `*` of a simple glob that stand beside another one in the same name. */
const MAX_EXTRA_STARS = 1;
/** The most groups (`{a,b}`, `@(a|b)`) of a simple glob. */
const MAX_GROUPS = 2;

/**
 * True if the engine of the language may backtrack for long over a short path. Simple globs have few `**`, at most two
 * `*` in one name, and groups without wildcards and slashes, or one `!(…)`: their time is at most the square of the
 * path's length.
 */
export function mayBacktrack(glob: string): boolean {
  const plain = withoutNegation(glob.replace(/\\./gs, "-"));
  if (/[!?*+]\(|[\])}]\+/.test(plain)) return true;
  const groups = plain.match(/\{|@\(/g)?.length ?? 0;
  if (groups > MAX_GROUPS || hasWildGroup(plain)) return true;
  const names = plain.split("/");
  const globstars = names.filter((name) => /^\*\*+$/.test(name)).length;
  const extraStars = names
    .filter((name) => !/^\*\*+$/.test(name))
    .map((name) => Math.max(0, starsIn(name) - 1))
    .reduce((sum, count) => sum + count, 0);
  return globstars > MAX_GLOBSTARS || extraStars > MAX_EXTRA_STARS;
}

/** Puts stars, and a group, for the only `!(…)`: it is a `*` that looks ahead for one of its options. */
function withoutNegation(plain: string): string {
  const [whole, options] = /!\(([^()/{}]*)\)/.exec(plain) ?? [];
  if (whole === undefined || options === undefined) return plain;
  const stars = Math.max(...options.split("|").map(starsIn));
  return plain.replace(whole, `@()${"*-".repeat(1 + stars)}`);
}

function starsIn(text: string): number {
  return text.match(/\*+/g)?.length ?? 0;
}

/** True if a wildcard or a slash stands in a group, or in a text that only looks like one. */
function hasWildGroup(plain: string): boolean {
  let depth = 0;
  for (const character of plain) {
    if (character === "{" || character === "(") depth += 1;
    else if (character === "}" || character === ")") depth -= 1;
    else if (depth > 0 && "*/".includes(character)) return true;
  }
  return false;
}
