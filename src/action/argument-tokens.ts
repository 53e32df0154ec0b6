import { type ParseArgsConfig, parseArgs } from "node:util";
import { hasNegation, OPTION_KINDS } from "../request/options/option-kind.ts";
import type { OptionSpec } from "../request/options/option-spec.ts";

/** One part of a text of options. */
export type ArgumentToken =
  | {
      readonly kind: "option";
      /** The name as it was written, with dashes. */
      readonly rawName: string;
      readonly spec: OptionSpec;
      /** One value, empty if it is missing; true or false if the option is a flag. */
      readonly value: readonly [string] | boolean;
    }
  | { readonly kind: "unknown"; readonly rawName: string }
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "separator" };

/** Splits words into options and the rest. The word after an unknown option counts as its value. */
export function argumentTokens(
  words: readonly string[],
  specs: ReadonlyMap<string, OptionSpec>,
): readonly ArgumentToken[] {
  const { tokens } = parseArgs({
    args: [...words],
    options: parserOptions(specs),
    strict: false, // Strict mode reports the first problem only.
    allowPositionals: true,
    tokens: true,
  });
  return tokens.flatMap((token, index): readonly ArgumentToken[] => {
    if (token.kind === "option-terminator") return [{ kind: "separator" }];
    if (token.kind === "option") {
      const { name, rawName, value, inlineValue } = token;
      const negated = negatedOption(name, specs);
      const spec = specs.get(name) ?? negated;
      if (spec === undefined) return [{ kind: "unknown", rawName }];
      if (value === undefined && OPTION_KINDS[spec.kind].arity === "flag")
        return [{ kind: "option", rawName, spec, value: negated === undefined }];
      // The next option is not the value of this one.
      const isMissing = value === undefined || (inlineValue !== true && value.startsWith("-"));
      return [{ kind: "option", rawName, spec, value: [isMissing ? "" : value] }];
    }
    const before = tokens[index - 1];
    const isValue =
      before?.kind === "option" &&
      before.value === undefined &&
      !specs.has(before.name) &&
      negatedOption(before.name, specs) === undefined;
    return isValue ? [] : [{ kind: "word", text: token.value }];
  });
}

function parserOptions(
  specs: ReadonlyMap<string, OptionSpec>,
): NonNullable<ParseArgsConfig["options"]> {
  const options: NonNullable<ParseArgsConfig["options"]> = {};
  for (const [name, { alias, kind }] of specs) {
    const short = alias === undefined ? {} : { short: alias };
    options[name] = { type: OPTION_KINDS[kind].arity === "flag" ? "boolean" : "string", ...short };
    if (hasNegation(kind)) options[`no-${name}`] = { type: "boolean" };
  }
  return options;
}

/** Returns the option of which `no-…` is the other form. */
function negatedOption(
  name: string,
  specs: ReadonlyMap<string, OptionSpec>,
): OptionSpec | undefined {
  const spec = name.startsWith("no-") ? specs.get(name.slice("no-".length)) : undefined;
  return spec !== undefined && hasNegation(spec.kind) ? spec : undefined;
}
