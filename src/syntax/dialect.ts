/** The dialects of JavaScript that a text may be of. */
export type Dialect = "jsx" | "ts" | "tsx";

const DIALECTS: Readonly<Record<string, Dialect>> = {
  javascript: "jsx",
  typescript: "ts",
  tsx: "tsx",
};

/** Returns the dialect of a language; undefined for one that is none of JavaScript. */
export function dialectOf(language: string): Dialect | undefined {
  return Object.hasOwn(DIALECTS, language) ? DIALECTS[language] : undefined;
}
