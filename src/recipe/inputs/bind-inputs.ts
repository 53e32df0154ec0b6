import type { Diagnostic } from "../../model/diagnostic.ts";
import type { InputDeclaration, InputValue } from "../../model/recipe.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml-source.ts";
import { inputFault, parseInputValue } from "./input-value.ts";

/** How inputs get their values. */
export type InputBinding =
  /** From the request; a required one without a value is an error. */
  | { readonly kind: "values"; readonly values: Readonly<Record<string, unknown>> }
  /** For a check without a run: what has no default gets a value of its type. */
  | { readonly kind: "placeholders" };

/** The values in force, and what is wrong with them. Names that the recipe does not declare are passed over. */
export function bindInputs(
  inputs: readonly InputDeclaration[],
  binding: InputBinding,
  source: YamlSource,
): {
  readonly values: Readonly<Record<string, InputValue>>;
  readonly diagnostics: readonly Diagnostic[];
} {
  const values: Record<string, InputValue> = {};
  const diagnostics: Diagnostic[] = [];
  for (const input of inputs) {
    const place = source.placeOfKey(["inputs", input.name]);
    const raw = rawValue(binding, input.name);
    if (raw === undefined) {
      if (input.default !== undefined) values[input.name] = input.default;
      else if (binding.kind === "placeholders" || !input.required)
        values[input.name] = emptyValue(input, binding.kind === "placeholders");
      else
        diagnostics.push(
          diagnosticAt(
            place,
            "missing-input",
            `Input \`${input.name}\` is required and has no value.`,
            {
              hint: `Give it one: --input ${input.name}=…`,
            },
          ),
        );
      continue;
    }
    const value = parseInputValue(input, raw);
    const fault =
      value === undefined
        ? `must be a ${input.type}, and is \`${JSON.stringify(raw)}\``
        : inputFault(input, value);
    if (fault !== undefined)
      diagnostics.push(diagnosticAt(place, "invalid-input", `Input \`${input.name}\` ${fault}.`));
    else if (value !== undefined) values[input.name] = value;
  }
  return { values, diagnostics };
}

/** An own value only: an input may be called `constructor`. */
function rawValue(binding: InputBinding, name: string): unknown {
  return binding.kind === "values" && Object.hasOwn(binding.values, name)
    ? binding.values[name]
    : undefined;
}

function emptyValue(input: InputDeclaration, isPlaceholder: boolean): InputValue {
  switch (input.type) {
    case "string":
      return isPlaceholder ? "value" : "";
    case "enum":
      return input.values?.[0] ?? "";
    case "number":
      return isPlaceholder ? 1 : 0;
    case "boolean":
      return false;
    case "list":
      return isPlaceholder ? ["value"] : [];
  }
}
