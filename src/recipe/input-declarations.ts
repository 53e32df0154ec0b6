import { z } from "zod";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { InputDeclaration } from "../model/recipe.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { isRecord } from "../shared/is-record.ts";
import { checkShape } from "../shared/shape.ts";
import { diagnosticAt, type YamlSource } from "../shared/yaml-source.ts";
import { inputFault, parseInputValue } from "./input-value.ts";
import { type WrittenInput, writtenInputSchema } from "./recipe-schema.ts";

const inputsSchema = z.record(
  z.string().regex(/^[A-Za-z][A-Za-z0-9_-]*$/, "must begin with a letter"),
  writtenInputSchema,
);

/** The inputs that a recipe declares. Read before anything else, because the rest may name them. */
export function readInputDeclarations(source: YamlSource): {
  readonly inputs: readonly InputDeclaration[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const raw = isRecord(source.value) ? source.value.inputs : undefined;
  if (raw === undefined || raw === null) return { inputs: [], diagnostics: [] };
  const shape = checkShape(inputsSchema, raw, source, ["inputs"]);
  if (!("value" in shape)) return { inputs: [], diagnostics: shape.diagnostics };
  const diagnostics: Diagnostic[] = [];
  const inputs = Object.entries(shape.value).map(([name, written]) =>
    normalizeInput(name, written, source, diagnostics),
  );
  return { inputs, diagnostics };
}

function normalizeInput(
  name: string,
  written: WrittenInput,
  source: YamlSource,
  diagnostics: Diagnostic[],
): InputDeclaration {
  const report = (key: string, message: string) =>
    diagnostics.push(diagnosticAt(source.placeOf(["inputs", name, key]), "invalid-value", message));
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
  if (rawDefault === undefined || diagnostics.length > 0) return declaration;
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
