import { parse as parseYamlValue } from "yaml";
import type { WrittenMap } from "../../model/edit.ts";

/** The map that means the same as a transformation written as a call, or the reason why it is invalid. */
export type TransformCall =
  | { readonly kind: string; readonly written: WrittenMap }
  | { readonly message: string };

const argumentKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ["replace", ["replace", "by"]],
  ["substring", ["startChar", "endChar"]],
  ["convert", ["toCase", "separatedBy"]],
  ["rewrite", ["rewriters", "joinBy"]],
]);

/**
 * Reads `replace($A, replace='x', by='y')`. A value ends as in ast-grep, at the quote or bracket that closes it,
 * otherwise at the next comma; it is then read as YAML.
 */
export function parseTransformCall(text: string): TransformCall {
  const [, kind, inside] = /^\s*([^(]*?)\s*\((.*)$/s.exec(text) ?? [];
  const comma = inside?.indexOf(",") ?? -1;
  if (kind === undefined || inside === undefined || comma < 0)
    return { message: `\`${text}\` is not a call such as \`replace($A, replace=a, by=b)\`` };
  const known = argumentKeys.get(kind);
  if (known === undefined) {
    return {
      message: `there is no transformation \`${kind}\`: ${[...argumentKeys.keys()].join(", ")}`,
    };
  }
  const source = inside.slice(0, comma).trim();
  const given = parseArguments(inside.replace(/\s*\)+\s*$/, "").slice(comma + 1));
  if (given === undefined) return { message: `the arguments of \`${text}\` are not valid` };
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    return { message: `\`${kind}\` has no argument \`${unknown}\`: ${known.join(", ")}` };
  }
  return { kind, written: { source, ...given } };
}

function parseArguments(text: string): WrittenMap | undefined {
  const given = new Map<string, unknown>();
  let rest = text.trim();
  while (rest !== "") {
    const [, key, value, next] =
      /^([^=]*?)\s*=\s*('[^']*'|"[^"]*"|\[[^\]]*\]|[^,'"[][^,]*)(.*)$/s.exec(rest) ?? [];
    if (key === undefined || value === undefined || next === undefined) return undefined;
    try {
      given.set(key, parseYamlValue(value));
    } catch {
      return undefined; // The caller reports the whole call, which is more useful than a fault inside.
    }
    rest = next.trimStart().replace(/^,+/, "").trim();
  }
  return Object.fromEntries(given);
}
