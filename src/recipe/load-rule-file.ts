import { basename } from "node:path";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { GlobalUtil, RuleOp } from "../model/edit.ts";
import type { StepPlaces } from "../model/recipe/call-step.ts";
import type { PlaceInText } from "../model/recipe/recipe.ts";
import type { RuleWords } from "../model/recipe/rule-words.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { engineVersion } from "../shared/engine-version.ts";
import { checkShape } from "../shared/schema/shape.ts";
import {
  diagnosticAt,
  parseYaml,
  parseYamlDocuments,
  type YamlSource,
} from "../shared/yaml/yaml-source.ts";
import { findMapsInRule } from "./maps-in-rule.ts";
import { findWrongGlobs, normalizeGlob } from "./rule-globs.ts";
import {
  writtenGlobalUtilSchema,
  writtenRuleSchema,
  writtenSgConfigSchema,
} from "./schema/rule-file-schema.ts";
import { wordsIn } from "./words-in-rule.ts";

/** A value from a file, and the places of its parts. */
export interface Placed<T> {
  readonly value: T;
  readonly places: StepPlaces;
}

/** The outcome of loading a file. If a diagnostic is an error, some of its rules are missing. */
export interface LoadedRules<T> {
  readonly loaded: readonly Placed<T>[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The outcome of loading a rule file. */
export interface LoadedRuleFile extends LoadedRules<RuleOp> {
  /** The ids of the rules that were left out because their severity is `off`. */
  readonly idsOff: readonly string[];
  /** The words of the rules by their ids, if their matches are only told. */
  readonly words: ReadonlyMap<string, RuleWords>;
}

/** The hint for an unknown key: apart from a typing error, this is the most likely reason. */
const otherVersion = `Sluice reads the rules of ast-grep ${engineVersion}; the file may be for another version.`;

/**
 * Reads an ast-grep rule file with one rule per document. Pure: reads no files; the content of a rule is checked
 * when it is compiled.
 *
 * A rule without a fix, unless its matches are only told, and a key that ast-grep does not have, are errors. A rule of
 * severity `off` is left out.
 */
export function loadRuleFile(
  text: string,
  path: string,
  how: { isTold?: boolean } = {},
): LoadedRuleFile {
  const { isTold = false } = how;
  const loaded: Placed<RuleOp>[] = [];
  const idsOff: string[] = [];
  const words = new Map<string, RuleWords>();
  const diagnostics: Diagnostic[] = [];
  const documents = parseYamlDocuments(text, path);
  for (const [index, parsed] of documents.entries()) {
    if ("diagnostics" in parsed) {
      diagnostics.push(...parsed.diagnostics);
      continue;
    }
    const { source } = parsed;
    const stem = basename(path).replace(/\.[^.]*$/, "");
    const name = documents.length > 1 ? `${stem}-${index}` : stem;
    const rule = loadRule(source, name, isTold);
    diagnostics.push(...rule.diagnostics);
    if (rule.op !== undefined) loaded.push({ value: rule.op, places: placesIn(source) });
    if (rule.op !== undefined && isTold) words.set(rule.op.id, wordsIn(source.value));
    if (rule.idOff !== undefined) idsOff.push(rule.idOff);
  }
  return { loaded, diagnostics, idsOff, words };
}

function loadRule(
  source: YamlSource,
  defaultId: string,
  isTold: boolean,
): {
  readonly op?: RuleOp;
  readonly idOff?: string;
  readonly diagnostics: readonly Diagnostic[];
} {
  const shape = checkShape(writtenRuleSchema(), source.value, source);
  if (!("value" in shape)) return { diagnostics: shape.diagnostics.map(withVersion) };
  const { id, language, rule, severity, files, ignores, ...written } = shape.value;
  const name = id || defaultId;
  const fix = isTold ? "" : shape.value.fix;
  if (fix === undefined || fix === null) return { diagnostics: [noFix(name, source)] };
  const faults = [
    ...findWrongGlobs({ files, ignores }, source),
    ...findMapsInRule(written, source),
  ];
  if (faults.length > 0) return { diagnostics: faults };
  if (severity === "off") return { idOff: name, diagnostics: [] };
  const { constraints, utils, transform, rewriters } = written;
  const op: RuleOp = {
    kind: "rule",
    id: name,
    language,
    rule,
    out: fix,
    ...definedOnly({
      constraints: constraints ?? undefined,
      utils: utils ?? undefined,
      transform: transform ?? undefined,
      rewriters: rewriters ?? undefined,
      files: files?.map(normalizeGlob),
      ignores: ignores?.map(normalizeGlob),
    }),
  };
  return { op, diagnostics: [] };
}

function noFix(name: string, source: YamlSource): Diagnostic {
  const message = `The rule \`${name}\` has no \`fix\`, so it would change nothing.`;
  const hint = "Add a `fix`, or give the file to a step `find`, which tells of the matches.";
  return diagnosticAt(source.placeOf([]), "missing-key", message, { hint });
}

/** Reads a utility rule of a project. Pure: reads no files. */
export function loadGlobalUtil(text: string, path: string): LoadedRules<GlobalUtil> {
  const parsed = parseYaml(text, path);
  if ("diagnostics" in parsed) return { loaded: [], diagnostics: parsed.diagnostics };
  const { source } = parsed;
  const shape = checkShape(writtenGlobalUtilSchema(), source.value, source);
  if (!("value" in shape)) return { loaded: [], diagnostics: shape.diagnostics.map(withVersion) };
  const { id, language, rule, utils, arguments: parameters, constraints } = shape.value;
  if (constraints !== undefined && constraints !== null) {
    const message = `The utility rule \`${id}\` has constraints, which are not supported in a project's utility rules.`;
    const place = source.placeOfKey(["constraints"]);
    return { loaded: [], diagnostics: [diagnosticAt(place, "invalid-pattern", message)] };
  }
  const util: GlobalUtil = {
    id,
    language,
    rule,
    ...definedOnly({ utils: utils ?? undefined, arguments: parameters ?? undefined }),
  };
  return { loaded: [{ value: util, places: placesIn(source) }], diagnostics: [] };
}

/** Reads an `sgconfig.yml`: the folders of the project's utility rules, relative to the file. Pure: reads no files. */
export function loadSgConfig(
  text: string,
  path: string,
): {
  readonly utilDirs: readonly { readonly folder: string; readonly place: PlaceInText }[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const parsed = parseYaml(text, path);
  if ("diagnostics" in parsed) return { utilDirs: [], diagnostics: parsed.diagnostics };
  const shape = checkShape(writtenSgConfigSchema(), parsed.source.value, parsed.source);
  if (!("value" in shape)) return { utilDirs: [], diagnostics: shape.diagnostics.map(withVersion) };
  const { source } = parsed;
  const utilDirs = (shape.value.utilDirs ?? []).map((folder, index) => ({
    folder,
    place: source.placeOf(["utilDirs", index]),
  }));
  return { utilDirs, diagnostics: unusedSettings(shape.value, source) };
}

/** Warns of settings that make `ast-grep scan` search other files than Sluice, so that the result is no surprise. */
function unusedSettings(
  config: Readonly<Record<string, unknown>>,
  source: YamlSource,
): readonly Diagnostic[] {
  return ["languageGlobs", "customLanguages", "languageInjections"].flatMap((key) => {
    if (config[key] === undefined || config[key] === null) return [];
    const message = `Sluice does not use \`${key}\` of this file.`;
    const hint =
      key === "languageGlobs" ? { hint: "Write `languageGlobs` in the recipe." } : undefined;
    const place = source.placeOfKey([key]);
    return [diagnosticAt(place, "unused-setting", message, { ...hint, severity: "warning" })];
  });
}

function withVersion(diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.code !== "unknown-key") return diagnostic;
  return { ...diagnostic, hint: [diagnostic.hint, otherVersion].filter(Boolean).join(" ") };
}

/** The places of the parts of an op. Its `out` is the `fix` of the rule file. */
function placesIn(source: YamlSource): StepPlaces {
  return ([first, ...rest], part) => {
    const written =
      first === "out" ? ["fix", ...rest] : first === undefined ? [] : [first, ...rest];
    return part === "key" ? source.placeOfKey(written) : source.placeOf(written);
  };
}
