import { z } from "zod";
import { type Diagnostic, diagnosticsOf } from "../../model/diagnostic.ts";
import { didYouMean } from "../closest-name.ts";
import { formatPath, type YamlPath } from "../yaml/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../yaml/yaml-source.ts";
import { mapForms } from "./by-form.ts";

/**
 * Checks a value against a schema and turns every issue into a diagnostic with its place: an unknown key at the key, a
 * missing key at the map that lacks it, anything else at the value. `at` is the path of the value in the source.
 */
export function checkShape<T>(
  schema: z.ZodType<T>,
  value: unknown,
  source: YamlSource,
  at: YamlPath = [],
): { value: T } | { diagnostics: readonly Diagnostic[] } {
  // Without compiled code of zod: most schemas are used once in a process.
  const parsed = schema.safeParse(value, { reportInput: true, jitless: true });
  const hidden = hiddenKeys(value);
  if (parsed.success && hidden.length === 0) return { value: parsed.data };
  const faults = (parsed.error?.issues ?? []).flatMap((issue): readonly Fault[] => {
    if (issue.code !== "unrecognized_keys") return [{ issue }];
    return issue.keys.filter((key) => key !== HIDDEN).map((key) => ({ ...issue, key }));
  });
  return {
    diagnostics: diagnosticsOf([...faults, ...hidden], (fault) =>
      faultDiagnostic(fault, schema, source, at),
    ),
  };
}

/** An issue, or a key that the map at a path must not have. */
type Fault =
  | { readonly issue: z.core.$ZodIssue }
  | { readonly path: readonly PropertyKey[]; readonly key: string };

/** The key that a schema of a map with free keys leaves out without a word. */
const HIDDEN = "__proto__";

function hiddenKeys(value: unknown, path: YamlPath = []): readonly Fault[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Object.hasOwn(value, HIDDEN) ? [{ path, key: HIDDEN }] : [];
  const inner = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [...own, ...[...inner].flatMap(([key, item]) => hiddenKeys(item, [...path, key]))];
}

/** Returns the faults of a value that has no source file, each in a sentence that names the place. */
export function shapeProblems(schema: z.ZodType, error: z.ZodError): readonly string[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.filter((part) => typeof part !== "symbol");
    const inside = path.length === 0 ? "" : ` in \`${formatPath(path)}\``;
    if (issue.code === "unrecognized_keys") {
      const map = objectAt(schema, path);
      return issue.keys.map((key) =>
        `Unknown key \`${key}\`${inside}. ${unknownKeyHint(key, map)}`.trimEnd(),
      );
    }
    const subject = path.length === 0 ? "The value" : `\`${formatPath(path)}\``;
    if (issue.input !== undefined || issue.code === "custom")
      return [`${subject} ${predicate(issue)}.`];
    return [`${subject} is missing: it ${predicate(issue).replace(/, and is .*$/, "")}.`];
  });
}

function faultDiagnostic(
  fault: Fault,
  schema: z.ZodType,
  source: YamlSource,
  at: YamlPath,
): Diagnostic {
  const whole = "issue" in fault ? fault.issue.path : fault.path;
  const inside = whole.filter((part) => typeof part !== "symbol");
  const path: YamlPath = [...at, ...inside];
  if ("key" in fault) {
    const hint = unknownKeyHint(fault.key, objectAt(schema, inside));
    const message = `Unknown key \`${truncated(fault.key)}\`.`;
    return diagnosticAt(source.placeOfKey([...path, fault.key]), "unknown-key", message, { hint });
  }
  const { issue } = fault;
  if (issue.code === "invalid_key") {
    const parent = formatPath(path.slice(0, -1));
    const subject = `The key ${inQuotes(path.at(-1))}${parent === "" ? "" : ` in \`${parent}\``}`;
    const why = issue.issues.map(predicate).join(" and ");
    return diagnosticAt(source.placeOfKey(path), "invalid-value", `${subject} ${why}.`);
  }
  const isMissing = issue.input === undefined && issue.code !== "custom";
  if (isMissing && path.length > 0) {
    const key = formatPath(path.slice(-1));
    const parent = formatPath(path.slice(0, -1));
    const message = `Missing key \`${key}\`${parent === "" ? "" : ` in \`${parent}\``}.`;
    return diagnosticAt(source.placeOf(path.slice(0, -1)), "missing-key", message);
  }
  const subject = path.length === 0 ? (source.noun ?? "The file") : `\`${formatPath(path)}\``;
  return diagnosticAt(source.placeOf(path), "invalid-value", `${subject} ${predicate(issue)}.`);
}

/** Returns the fault, in words that follow the name of the value. */
function predicate(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${nameOfType(issue.expected)}, and is ${typeOf(issue.input)}`;
    case "invalid_value":
      return `must be ${issue.values.map(inQuotes).join(" or ")}, and is ${shown(issue.input, issue.values)}`;
    case "too_small":
      if (issue.origin === "string" || issue.origin === "array") return "must not be empty";
      return `must be at least ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "array") return `must have at most ${issue.maximum} entries`;
      if (issue.origin === "string") return `must have at most ${issue.maximum} characters`;
      return `must be at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

/** Shows a value beside those that are wanted: the text `1` is not the number. */
function shown(value: unknown, wanted: readonly unknown[]): string {
  if (typeof value === "object") return typeOf(value);
  const isOther = wanted.some((each) => each !== value && String(each) === String(value));
  return `${isOther ? `${typeOf(value)}, ` : ""}${inQuotes(value)}`;
}

function inQuotes(value: unknown): string {
  return `\`${truncated(String(value))}\``;
}

/** Keeps a value from filling a screen. */
function truncated(text: string): string {
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}…`;
}

const MAX_QUOTED = 200;

function typeOf(value: unknown): string {
  if (value === null) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  if (typeof value === "number" && !Number.isInteger(value)) return `\`${value}\``;
  return nameOfType(typeof value);
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: "a map",
  record: "a map",
  array: "a list",
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

function nameOfType(type: string): string {
  return TYPE_NAMES[type] ?? type;
}

/** The words of other tools for keys of a map, for "did you mean". */
export const otherNames = z.registry<Readonly<Record<string, string>>>();

/** Functions that return a hint on a key that stands in another map. */
export const otherPlaces = z.registry<{ readonly hintOn: (key: string) => string | undefined }>();

function unknownKeyHint(key: string, map: z.ZodObject | undefined): string {
  const place = map && otherPlaces.get(map)?.hintOn(key);
  if (place !== undefined) return place;
  const names = map === undefined ? undefined : otherNames.get(map);
  if (names !== undefined && Object.hasOwn(names, key)) return `Did you mean \`${names[key]}\`?`;
  return didYouMean(key, Object.keys(map?.shape ?? {}));
}

/** Returns the schema of the map at a path, for "did you mean". */
function objectAt(schema: z.ZodType, path: YamlPath): z.ZodObject | undefined {
  let current: unknown = unwrap(schema);
  for (const part of path) {
    if (current instanceof z.ZodObject) current = unwrap(current.shape[String(part)]);
    else if (current instanceof z.ZodArray) current = unwrap(current.element);
    else if (current instanceof z.ZodRecord) current = unwrap(current.valueType);
    else return undefined;
  }
  return current instanceof z.ZodObject ? current : undefined;
}

function unwrap(schema: unknown): unknown {
  let current = schema;
  if (current instanceof z.ZodType && mapForms.has(current)) return mapForms.get(current);
  while (
    current instanceof z.ZodOptional ||
    current instanceof z.ZodDefault ||
    current instanceof z.ZodPipe
  ) {
    current = current instanceof z.ZodPipe ? current.in : current.unwrap();
  }
  return current;
}
