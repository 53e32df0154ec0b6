import type { Language } from "../../../edit/language/language.ts";
import type { OpCompiler } from "../search/compile-ops.ts";
import type { CallAlert } from "../search/search-shapes.ts";

/** Returns an alert for each language that ops left out, because they are single tokens of it. */
export function leftOutAlerts(
  languages: readonly Language[],
  compiler: OpCompiler,
): readonly CallAlert[] {
  return languages.flatMap((language) => {
    const ops = compiler.leftOutIn(language).map(({ id }) => `\`${id}\``);
    if (ops.length === 0) return [];
    const why = `a single token of ${language}, which the step does not name in \`languages\``;
    const what = `Files of ${language} were left out: ${ops.join(", ")} would be ${why}.`;
    const message = `${what} Name ${language} there if it is meant.`;
    return [{ level: "warn", code: "language-left-out", message }];
  });
}
