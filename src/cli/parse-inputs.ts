import { UsageError } from "./usage-error.ts";

/** `name=value` pairs as a map. A value may have `=`; a name may stand once. */
export function parseInputs(pairs: readonly string[]): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals).trim();
    if (equals < 1 || name === "")
      throw new UsageError(`--input: \`${pair}\` has no name.`, "Write --input name=value.");
    if (Object.hasOwn(values, name)) throw new UsageError(`--input: \`${name}\` is given twice.`);
    values[name] = pair.slice(equals + 1);
  }
  return values;
}
