import type { Diagnostic } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { InputDeclaration } from "../../model/recipe/recipe.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { isRecord } from "../../shared/is-record.ts";
import { checkShape } from "../../shared/schema/shape.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import { type WrittenInput, writtenInputSchema } from "../schema/input-schema.ts";
import { inputFault, parseInputValue } from "./input-value.ts";
import { withPatternLimit } from "./pattern-limit.ts";

const INPUT_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** The declared inputs, and the problems with them. */
interface Declarations {
  readonly inputs: readonly InputDeclaration[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The inputs that a recipe declares. They are checked before anything else, because the rest may name them;
 * an invalid one still counts as declared.
 */
export function normalizeInputs(source: YamlSource): Declarations {
  const raw = isRecord(source.value) ? source.value.inputs : undefined;
  if (raw === undefined) return { inputs: [], diagnostics: [] };
  if (!isRecord(raw))
    return withoutInputs("`inputs` must be a map of names and declarations.", source);
  if (Object.keys(raw).length > INPUT_LIMITS.inputs)
    return withoutInputs(`\`inputs\` must have at most ${INPUT_LIMITS.inputs} entries.`, source);
  const diagnostics: Diagnostic[] = [];
  const entries = Object.entries(raw);
  const read = withPatternLimit(
    entries,
    source,
    ([name]) => name,
    ([name, written]) => readInput(name, written, source, diagnostics),
  );
  if ("results" in read) return { inputs: read.results, diagnostics };
  const inputs = entries.map(
    ([name]): InputDeclaration => ({ name, type: "string", required: false }),
  );
  return { inputs, diagnostics: [...diagnostics, read.slow] };
}

function withoutInputs(message: string, source: YamlSource): Declarations {
  const place = source.placeOf(["inputs"]);
  return { inputs: [], diagnostics: [diagnosticAt(place, "invalid-value", message)] };
}

function readInput(
  name: string,
  written: unknown,
  source: YamlSource,
  diagnostics: Diagnostic[],
): InputDeclaration {
  if (!INPUT_NAME.test(name)) {
    const place = source.placeOfKey(["inputs", name]);
    const rule = "must begin with a letter and have only letters, digits, `_` and `-`";
    const message = `The input name \`${name}\` ${rule}.`;
    diagnostics.push(diagnosticAt(place, "invalid-value", message));
  }
  const shape = checkShape(writtenInputSchema, written, source, ["inputs", name]);
  if ("value" in shape) return normalizeInput(name, shape.value, source, diagnostics);
  diagnostics.push(...shape.diagnostics);
  return { name, type: "string", required: false };
}

function normalizeInput(
  name: string,
  written: WrittenInput,
  source: YamlSource,
  diagnostics: Diagnostic[],
): InputDeclaration {
  const report = (key: keyof WrittenInput, message: string) => {
    diagnostics.push(diagnosticAt(source.placeOf(["inputs", name, key]), "invalid-value", message));
  };
  const faults = declarationFaults(name, written);
  for (const { key, message } of faults) report(key, message);
  const { default: rawDefault, required, ...rest } = written;
  const declaration: InputDeclaration = {
    ...definedOnly(rest),
    name,
    type: written.type,
    required: required === true,
  };
  if (rawDefault === undefined || faults.length > 0) return declaration;
  const value = parseInputValue(declaration, rawDefault);
  const fault =
    value === undefined ? `is not of type ${written.type}` : inputFault(declaration, value);
  if (fault !== undefined) report("default", `The default of input \`${name}\` ${fault}.`);
  return value === undefined ? declaration : { ...declaration, default: value };
}

interface DeclarationFault {
  readonly key: keyof WrittenInput;
  readonly message: string;
}

/** Returns the faults that concern several fields of a declaration. */
function declarationFaults(
  name: string,
  { type, values, pattern, required, default: rawDefault }: WrittenInput,
): readonly DeclarationFault[] {
  const faults: DeclarationFault[] = [];
  const report = (key: keyof WrittenInput, message: string) => faults.push({ key, message });
  if (type === "enum" && values === undefined)
    report("type", `Input \`${name}\` is an enum without \`values\`.`);
  if (type !== "enum" && values !== undefined)
    report("values", `\`values\` belongs to an input of type enum; \`${name}\` is a ${type}.`);
  if (pattern !== undefined && type !== "string" && type !== "list")
    report("pattern", `\`pattern\` belongs to a string or a list; \`${name}\` is a ${type}.`);
  else if (pattern !== undefined && !isRegExp(pattern))
    report("pattern", "`pattern` is not a valid regular expression.");
  if (required === true && rawDefault !== undefined) {
    const message = `Input \`${name}\` is required and has a default. Remove one of them.`;
    report("required", message);
  }
  return faults;
}

function isRegExp(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false; // The caller reports it.
  }
}
