import type { Diagnostic } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { InputDeclaration } from "../../model/recipe.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { isRecord } from "../../shared/is-record.ts";
import { checkShape } from "../../shared/shape.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml-source.ts";
import { type WrittenInput, writtenInputSchema } from "../schema/input-schema.ts";
import { inputFault, parseInputValue } from "./input-value.ts";

const INPUT_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/**
 * The inputs that a recipe declares. Checked before anything else, because the rest may name them;
 * one that is wrong still counts as declared.
 */
export function normalizeInputs(source: YamlSource): {
  readonly inputs: readonly InputDeclaration[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const raw = isRecord(source.value) ? source.value.inputs : undefined;
  if (raw === undefined) return { inputs: [], diagnostics: [] };
  if (!isRecord(raw)) {
    const place = source.placeOf(["inputs"]);
    const message = "`inputs` must be a map of names and declarations.";
    return { inputs: [], diagnostics: [diagnosticAt(place, "invalid-value", message)] };
  }
  const diagnostics: Diagnostic[] = [];
  if (Object.keys(raw).length > INPUT_LIMITS.inputs) {
    const message = `\`inputs\` must have at most ${INPUT_LIMITS.inputs} entries.`;
    const place = source.placeOf(["inputs"]);
    return { inputs: [], diagnostics: [diagnosticAt(place, "invalid-value", message)] };
  }
  const inputs = Object.entries(raw).map(([name, written]): InputDeclaration => {
    if (!INPUT_NAME.test(name)) {
      const place = source.placeOfKey(["inputs", name]);
      const message = `The input name \`${name}\` must begin with a letter and have only letters, digits, \`_\` and \`-\`.`;
      diagnostics.push(diagnosticAt(place, "invalid-value", message));
    }
    const shape = checkShape(writtenInputSchema, written, source, ["inputs", name]);
    if ("value" in shape) return normalizeInput(name, shape.value, source, diagnostics);
    diagnostics.push(...shape.diagnostics);
    return { name, type: "string", required: false };
  });
  return { inputs, diagnostics };
}

function normalizeInput(
  name: string,
  written: WrittenInput,
  source: YamlSource,
  diagnostics: Diagnostic[],
): InputDeclaration {
  let isSound = true;
  const report = (key: string, message: string) => {
    isSound = false;
    diagnostics.push(diagnosticAt(source.placeOf(["inputs", name, key]), "invalid-value", message));
  };
  if (written.type === "enum" && written.values === undefined)
    report("type", `Input \`${name}\` is an enum and lists no \`values\`.`);
  if (written.type !== "enum" && written.values !== undefined)
    report(
      "values",
      `\`values\` belongs to an input of type enum; \`${name}\` is a ${written.type}.`,
    );
  if (written.pattern !== undefined) {
    if (written.type !== "string" && written.type !== "list")
      report(
        "pattern",
        `\`pattern\` belongs to a string or a list; \`${name}\` is a ${written.type}.`,
      );
    else if (!isRegExp(written.pattern))
      report("pattern", `\`pattern\` is not a regular expression.`);
  }
  if (written.required === true && written.default !== undefined)
    report(
      "required",
      `Input \`${name}\` is required and has a default; one of them is without effect.`,
    );
  const { default: rawDefault, required, ...rest } = written;
  const declaration: InputDeclaration = {
    ...definedOnly(rest),
    name,
    type: written.type,
    required: required === true,
  };
  if (rawDefault === undefined || !isSound) return declaration;
  const value = parseInputValue(declaration, rawDefault);
  const fault = value === undefined ? "is of another type" : inputFault(declaration, value);
  if (fault !== undefined) report("default", `The default of input \`${name}\` ${fault}.`);
  return value === undefined ? declaration : { ...declaration, default: value };
}

function isRegExp(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false; // The answer is the point: a pattern that does not compile is reported by the caller.
  }
}
