/** Returns a regular expression that is written in several parts, as it does not fit into a line. */
export function longRegex(flags: string, ...parts: readonly string[]): RegExp {
  return new RegExp(parts.join(""), flags);
}
