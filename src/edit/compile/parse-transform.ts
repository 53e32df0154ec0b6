import { parse as parseYamlValue } from "yaml";
import type { WrittenMap } from "../../model/edit.ts";
import type { OpProblem } from "../../model/search/op-problem.ts";
import { isRecord } from "../../shared/is-record.ts";
import { parseMetaVariable } from "../text/meta-variable.ts";
import type { Transform, TransformSource } from "./compiled-op.ts";
import { type FieldPath, findUnknownKeys, mustBe } from "./written-keys.ts";

const argumentKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ["replace", ["replace", "by"]],
  ["substring", ["startChar", "endChar"]],
  ["convert", ["toCase", "separatedBy"]],
  ["rewrite", ["rewriters", "joinBy"]],
]);

/** The variables of a `transform`, and its problems. */
export interface ParsedTransforms {
  readonly transforms: readonly Transform[];
  readonly problems: readonly OpProblem[];
}

/** The keys of each transformation. The engine checks their values; `map` is not one of its own. */
const keysOfKind: ReadonlyMap<string, readonly string[]> = new Map([
  ["replace", ["source", "replace", "by"]],
  ["substring", ["source", "startChar", "endChar"]],
  ["convert", ["source", "toCase", "separatedBy"]],
  ["rewrite", ["source", "rewriters", "joinBy"]],
  ["map", ["source", "table", "default"]],
]);

/** Reads `transform`, in both of its forms: maps, and calls such as `replace($A, replace=a, by=b)`. */
export function parseTransforms(written: unknown, path: FieldPath): ParsedTransforms {
  if (written === undefined || written === null) return { transforms: [], problems: [] };
  if (!isRecord(written)) return { transforms: [], problems: [mustBe(path, "a map")] };
  const transforms: Transform[] = [];
  const problems: OpProblem[] = [];
  for (const [name, value] of Object.entries(written)) {
    const parsed = parseTransform(name, value, [...path, name]);
    if ("problems" in parsed) problems.push(...parsed.problems);
    else transforms.push(parsed);
  }
  return { transforms, problems };
}

type Faulty = { readonly problems: readonly OpProblem[] };

function parseTransform(name: string, value: unknown, path: FieldPath): Transform | Faulty {
  if (!/^[A-Z_0-9]+$/.test(name)) {
    const message = `\`${name}\` cannot be the name of a variable`;
    const hint = "Use capitals, digits and `_`";
    return {
      problems: [{ code: "invalid-rule", field: path, isAboutKey: true, message, hint }],
    };
  }
  if (typeof value === "string") {
    const call = parseTransformCall(value);
    if ("message" in call) return invalid(path, call.message);
    return parseKind(name, call.kind, call.written, path);
  }
  if (!isRecord(value)) return { problems: [mustBe(path, "a transformation")] };
  const [kind, ...others] = Object.keys(value);
  if (kind === undefined || others.length > 0)
    return invalid(path, `\`${name}\` must have exactly one transformation`);
  return parseKind(name, kind, value[kind], path, kind);
}

function parseKind(
  name: string,
  kind: string,
  written: unknown,
  path: FieldPath,
  ...below: readonly string[]
): Transform | Faulty {
  const keys = keysOfKind.get(kind);
  const at = [...path, ...below];
  if (keys === undefined)
    return { problems: findUnknownKeys({ [kind]: written }, [...keysOfKind.keys()], path) };
  if (!isRecord(written)) return { problems: [mustBe(at, "a map")] };
  const unknown = findUnknownKeys(written, keys, at);
  if (unknown.length > 0) return { problems: unknown };
  const source = parseSource(written.source);
  if (source === undefined) {
    const message = `the source of \`${name}\` must be a metavariable such as \`$A\` or \`$$$A\``;
    return { problems: [{ code: "invalid-rule", field: [...at, "source"], message }] };
  }
  if (kind === "rewrite") return parseRewrite(name, source, written, at);
  if (kind === "map") return parseTable(name, source, written, at);
  return { kind: "text", name, source, written: { [kind]: written } };
}

function parseTable(
  name: string,
  source: TransformSource,
  { table, default: otherwise }: WrittenMap,
  at: FieldPath,
): Transform | Faulty {
  if (!isRecord(table) || !isTexts(Object.values(table)))
    return { problems: [mustBe([...at, "table"], "a map of texts: `{ old: new }`")] };
  if (Object.keys(table).length === 0)
    return { problems: [mustBe([...at, "table"], "a map with at least one text")] };
  const texts = Object.fromEntries(Object.entries(table).map(([from, to]) => [from, String(to)]));
  if (otherwise === undefined) return { kind: "map", name, source, table: texts };
  if (typeof otherwise !== "string") return { problems: [mustBe([...at, "default"], "a text")] };
  return { kind: "map", name, source, table: texts, otherwise };
}

function parseRewrite(
  name: string,
  source: TransformSource,
  { rewriters, joinBy }: WrittenMap,
  at: FieldPath,
): Transform | Faulty {
  if (!isTexts(rewriters))
    return { problems: [mustBe([...at, "rewriters"], "a list of rewriter ids")] };
  if (joinBy === undefined || joinBy === null) return { kind: "rewrite", name, source, rewriters };
  if (typeof joinBy !== "string") return { problems: [mustBe([...at, "joinBy"], "a text")] };
  return { kind: "rewrite", name, source, rewriters, joinBy };
}

function parseSource(written: unknown): TransformSource | undefined {
  const variable = typeof written === "string" ? parseMetaVariable(written, "$") : undefined;
  if (variable?.kind === "capture") return { kind: "single", name: variable.name };
  if (variable?.kind === "capture-many") return { kind: "many", name: variable.name };
  return undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function invalid(field: FieldPath, message: string): Faulty {
  return { problems: [{ code: "invalid-rule", field, message }] };
}

/** The map that means the same as a transformation written as a call, or the reason why it is invalid. */
type TransformCall =
  | { readonly kind: string; readonly written: WrittenMap }
  | { readonly message: string };

/**
 * Reads `replace($A, replace='x', by='y')`. A value ends as in ast-grep, at the quote or bracket that closes it,
 * otherwise at the next comma; it is then read as YAML.
 */
function parseTransformCall(text: string): TransformCall {
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
