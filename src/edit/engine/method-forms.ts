import type { Language } from "../language/language.ts";

/** Follows the variable of a name: the class before a method of Java. */
export const OF_METHOD = "_OF";

/** The most methods of a pattern that are searched with a class before them, too. */
const MOST_METHODS = 3;

/** Returns the code of a pattern with variables. In Java `a.m()` is no call of `a.m`: each is a pattern of its own. */
export function codesOf(
  parts: readonly (string | { readonly variable: string })[],
  language: Language,
): readonly string[] {
  let codes = [""];
  let methods = 0;
  for (const [index, part] of parts.entries()) {
    const [before, next] = [parts[index - 1] ?? "", parts[index + 1]];
    const own = typeof part === "string" ? part : `$${part.variable}`;
    const isMethod =
      language === "java" &&
      typeof part !== "string" &&
      typeof next === "string" &&
      /^\s*\(/.test(next) &&
      !(typeof before === "string" && /(?:\bnew\s+|@\s*|::\s*)$/.test(before));
    if (isMethod) methods += 1;
    const forms = isMethod && methods <= MOST_METHODS ? [own, `${own}${OF_METHOD}.${own}`] : [own];
    codes = forms.flatMap((form) => codes.map((code) => code + form));
  }
  return codes;
}
