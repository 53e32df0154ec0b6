import type { Diagnostic } from "../../model/diagnostic.ts";
import type { PlaceInText } from "../../model/place.ts";
import type { InputDeclaration, InputValue } from "../../model/recipe/recipe.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import { inputFault, parseInputValue } from "./input-value.ts";
import { withPatternLimit } from "./pattern-limit.ts";

/** The source of the values of inputs. */
export type InputBinding =
  /** From the request; a required one without a value is an error. */
  | {
      readonly kind: "values";
      readonly values: Readonly<Record<string, unknown>>;
      /** The inputs that have a value only in a run; this is a check, and they get one of their type. */
      readonly unknown?: ReadonlySet<string>;
      /** Returns the place of a value. Default: that of its declaration in the recipe. */
      readonly placeOf?: (name: string) => PlaceInText;
    }
  /** For a check without a run: an input without a default gets a value of its type. */
  | { readonly kind: "placeholders" };

/** The values in force, and the problems with them. Ignores names that the recipe does not declare. */
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
  const all = withPatternLimit(
    inputs,
    source,
    ({ name }) => name,
    (input) => ({ input, bound: bindInput(input, binding, source) }),
  );
  if ("slow" in all) return { values, diagnostics: [all.slow] };
  for (const { input, bound } of all.results) {
    if ("value" in bound) values[input.name] = bound.value;
    else diagnostics.push(bound.diagnostic);
  }
  return { values, diagnostics };
}

type Bound = { readonly value: InputValue } | { readonly diagnostic: Diagnostic };

function bindInput(input: InputDeclaration, binding: InputBinding, source: YamlSource): Bound {
  const raw = rawValue(binding, input.name);
  if (raw === undefined) return bindWithoutValue(input, binding, source);
  const value = parseInputValue(input, raw);
  if (value === undefined) {
    const fault = `must be of type ${input.type}, and is \`${JSON.stringify(raw)}\``;
    return { diagnostic: invalidInput(input, fault, placeOf(input, binding, source)) };
  }
  const fault = inputFault(input, value);
  if (fault === undefined) return { value };
  return { diagnostic: invalidInput(input, fault, placeOf(input, binding, source)) };
}

function bindWithoutValue(
  input: InputDeclaration,
  binding: InputBinding,
  source: YamlSource,
): Bound {
  if (input.default !== undefined) return { value: input.default };
  const isCheck = binding.kind === "placeholders" || binding.unknown?.has(input.name);
  if (isCheck) return { value: placeholderValue(input) };
  if (!input.required) return { value: emptyValue(input) };
  const place = source.placeOfKey(["inputs", input.name]);
  const message = `Input \`${input.name}\` is required and has no value.`;
  const hint = `Add \`--input ${input.name}=…\`.`;
  return { diagnostic: diagnosticAt(place, "missing-input", message, { hint }) };
}

function placeOf(
  { name }: InputDeclaration,
  binding: InputBinding,
  source: YamlSource,
): PlaceInText {
  const own = binding.kind === "values" ? binding.placeOf?.(name) : undefined;
  return own ?? source.placeOfKey(["inputs", name]);
}

function invalidInput({ name }: InputDeclaration, fault: string, place: PlaceInText): Diagnostic {
  return diagnosticAt(place, "invalid-input", `Input \`${name}\` ${fault}.`);
}

/** Returns an own value only, because an input may be called `constructor`. */
function rawValue(binding: InputBinding, name: string): unknown {
  return binding.kind === "values" && Object.hasOwn(binding.values, name)
    ? binding.values[name]
    : undefined;
}

/** A value that fits the type, for a check without a run. */
function placeholderValue(input: InputDeclaration): InputValue {
  switch (input.type) {
    case "string":
      return "value";
    case "number":
      return 1;
    case "list":
      return ["value"];
    default:
      return emptyValue(input);
  }
}

function emptyValue({ type, values }: InputDeclaration): InputValue {
  switch (type) {
    case "string":
      return "";
    case "enum":
      return values?.[0] ?? "";
    case "number":
      return 0;
    case "boolean":
      return false;
    case "list":
      return [];
  }
}
