import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { InputDeclaration, InputValue } from "../../model/recipe/recipe.ts";

/**
 * Converts a raw value to the declared type; returns undefined if that is not possible.
 * Text from a command line is read according to the type: `3`, `true`, `a,b`.
 */
export function parseInputValue(input: InputDeclaration, raw: unknown): InputValue | undefined {
  switch (input.type) {
    case "string":
    case "enum":
      return typeof raw === "string" || typeof raw === "number" || typeof raw === "boolean"
        ? String(raw)
        : undefined;
    case "number":
      return parseNumber(raw);
    case "boolean":
      if (typeof raw === "boolean") return raw;
      return raw === "true" ? true : raw === "false" ? false : undefined;
    case "list":
      return parseList(raw);
  }
}

/** Returns the rule that a value of the right type breaks, in words that follow the input's name. */
export function inputFault(input: InputDeclaration, value: InputValue): string | undefined {
  if (String(value).length > INPUT_LIMITS.inputLength)
    return `must have at most ${INPUT_LIMITS.inputLength} characters`;
  if (input.type === "enum" && !input.values?.includes(String(value))) {
    const allowed = (input.values ?? []).map((each) => `\`${each}\``).join(", ");
    return `must be one of ${allowed}, and is \`${String(value)}\``;
  }
  if (input.pattern !== undefined) {
    const pattern = new RegExp(`^(?:${input.pattern})$`, "u");
    const texts = Array.isArray(value) ? value : [value];
    const misfit = texts.find((text) => !pattern.test(String(text)));
    if (misfit !== undefined)
      return `must match \`${input.pattern}\`, and is \`${String(misfit)}\``;
  }
  return undefined;
}

function parseNumber(raw: unknown): number | undefined {
  if (typeof raw === "number") return Number.isFinite(raw) ? raw : undefined;
  if (typeof raw !== "string" || !/^-?\d+(\.\d+)?$/.test(raw.trim())) return undefined;
  return Number(raw);
}

function parseList(raw: unknown): readonly string[] | undefined {
  if (typeof raw === "string")
    return raw
      .split(/[,\n]/)
      .map((item) => item.trim())
      .filter((item) => item !== "");
  if (!Array.isArray(raw)) return undefined;
  return raw.every((item) => typeof item === "string" || typeof item === "number")
    ? raw.map(String)
    : undefined;
}
