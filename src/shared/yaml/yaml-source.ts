import { type Document, isScalar, LineCounter, YAMLParseError } from "yaml";
import { type Diagnostic, diagnosticsOf } from "../../model/diagnostic.ts";
import type { DiagnosticCode } from "../../model/diagnostic-code.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { PlaceInText } from "../../model/place.ts";
import { codeFrame } from "../code-frame.ts";
import { messageOf } from "../message-of.ts";
import { composeYaml, NestingError } from "./compose-yaml.ts";
import { indexYaml, inspectYaml } from "./yaml-nodes.ts";
import type { YamlPath } from "./yaml-path.ts";

/** A YAML file that was parsed, with the places of everything in it. */
export interface YamlSource {
  /** The path as shown to users. */
  readonly path: string;
  /** The plain value: maps, lists and scalars. */
  readonly value: unknown;
  /** The name of the whole at the beginning of a sentence. Default: `The file`. */
  readonly noun?: string;
  /** Returns the place of a value, or of its nearest parent if it does not exist. */
  placeOf(path: YamlPath): PlaceInText;
  /** Returns the place of a key in its map, or of the value's parent if it does not exist. */
  placeOfKey(path: YamlPath): PlaceInText;
  /** True for a text in block form, `|` or `>`. Default: there are none. */
  isBlock?(path: YamlPath): boolean;
  /** Returns the path in the file of a path in a value from which parts were left out. Default: the same. */
  writtenPath?(path: YamlPath): YamlPath;
}

/** The limit of aliases: a small file must not become a huge value by them. */
const {
  yamlAliases: MAX_ALIASES,
  yamlReferences: MAX_REFERENCES,
  yamlDepth: MAX_DEPTH,
} = INPUT_LIMITS;
const TOO_DEEP = "The file is nested too deeply.";
const TOO_MANY_ALIASES = `The aliases stand for more than ${MAX_ALIASES} nodes; write some out.`;
const REPEATED = "The same key stands twice in one map.";
const SELF_REFERENCE = "An alias refers to a value that contains it.";

const TOO_MANY_REFERENCES = `The file has more than ${MAX_REFERENCES} aliases; write some out.`;

/** The outcome of one document. */
export type ParsedYaml = { source: YamlSource } | { diagnostics: readonly Diagnostic[] };

/** A file that is parsed. */
interface YamlFile {
  readonly text: string;
  readonly path: string;
  readonly lineCounter: LineCounter;
}

/** Parses YAML strictly: one document, no duplicate keys, bounded aliases. Every problem has a place. */
export function parseYaml(text: string, path: string): ParsedYaml {
  const file = { text, path, lineCounter: new LineCounter() };
  return parseBounded(file, ([document, second]) => {
    if (document === undefined) throw new Error("The parser returned no document.");
    if (second !== undefined)
      document.errors.push(
        new YAMLParseError([second.range[0], second.range[1]], "MULTIPLE_DOCS", ""),
      );
    return readDocument(document, file);
  });
}

/** Parses like {@link parseYaml}, for files of several documents; empty documents are left out. */
export function parseYamlDocuments(text: string, path: string): readonly ParsedYaml[] {
  const file = { text, path, lineCounter: new LineCounter() };
  const parsed = parseBounded(file, (documents) =>
    documents
      .filter(({ contents, errors }) => errors.length > 0 || !isEmpty(contents))
      .map((document) => readDocument(document, file)),
  );
  return "diagnostics" in parsed ? [parsed] : parsed;
}

/** Composes the documents of a file, and refuses one that is nested too deeply. */
function parseBounded<Result>(
  file: YamlFile,
  read: (documents: readonly Document.Parsed[]) => Result,
): Result | { diagnostics: readonly Diagnostic[] } {
  try {
    return read(composeYaml(file.text, file.lineCounter, MAX_DEPTH));
  } catch (error) {
    if (error instanceof NestingError) return refusal(file, TOO_DEEP, error.offset);
    throw error;
  }
}

function refusal({ text, path, lineCounter }: YamlFile, message: string, offset = 0) {
  const place = placeOfOffset(text, path, lineCounter, offset);
  return { diagnostics: [diagnosticAt(place, "yaml-syntax", message)] };
}

function isEmpty(contents: unknown): boolean {
  return contents === null || (isScalar(contents) && contents.value === null);
}

function readDocument(document: Document.Parsed, file: YamlFile): ParsedYaml {
  const { text, path, lineCounter } = file;
  const placeAt = (offset: number) => placeOfOffset(text, path, lineCounter, offset);
  const refuse = (message: string) => refusal(file, message);
  const problems = [...document.errors, ...document.warnings]; // The parser warns of unknown tags only.
  if (problems.length > 0) {
    const describe = (error: (typeof problems)[number]) =>
      diagnosticAt(placeAt(error.pos[0]), ...describeProblem(error));
    return { diagnostics: diagnosticsOf(problems, describe) };
  }
  const { depth: nodeDepth, aliases, repeatedKeys } = inspectYaml(document.contents, MAX_DEPTH);
  if (nodeDepth > MAX_DEPTH) return refuse(TOO_DEEP);
  if (aliases > MAX_REFERENCES) return refuse(TOO_MANY_REFERENCES);
  if (repeatedKeys.length > 0) {
    const describe = (offset: number) => diagnosticAt(placeAt(offset), "duplicate-key", REPEATED);
    return { diagnostics: diagnosticsOf(repeatedKeys, describe) };
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES + 1 });
    const depth = depthOf(value);
    if (depth > MAX_DEPTH) return refuse(depth === Infinity ? SELF_REFERENCE : TOO_DEEP);
    return { source: sourceOf(document, value, path, placeAt) };
  } catch (error) {
    if (error instanceof RangeError) return refuse(TOO_DEEP);
    // The parser calls it an attack, which the user did not intend.
    if (/alias count/.test(messageOf(error))) return refuse(TOO_MANY_ALIASES);
    return refuse(`${messageOf(error)}.`);
  }
}

/** Makes a diagnostic (an error by default) at a place. */
export function diagnosticAt(
  place: PlaceInText,
  code: DiagnosticCode,
  message: string,
  more: { readonly hint?: string; readonly severity?: "error" | "warning" } = {},
): Diagnostic {
  const { hint, severity = "error" } = more;
  return { code, severity, message, ...(hint ? { hint } : {}), ...place };
}

function sourceOf(
  document: Document,
  value: unknown,
  path: string,
  placeAt: (offset: number) => PlaceInText,
): YamlSource {
  const { valueAt, keyAt, isBlock } = indexYaml(document.contents);
  const placeOf = (to: YamlPath): PlaceInText => {
    for (let length = to.length; length >= 0; length -= 1) {
      const offset = valueAt(to.slice(0, length));
      if (offset !== undefined) return placeAt(offset);
    }
    return placeAt(0);
  };
  const placeOfKey = (to: YamlPath): PlaceInText => {
    const offset = keyAt(to);
    return offset === undefined ? placeOf(to.slice(0, -1)) : placeAt(offset);
  };
  return { path, value, placeOf, placeOfKey, isBlock };
}

function placeOfOffset(
  text: string,
  path: string,
  lineCounter: LineCounter,
  offset: number,
): PlaceInText {
  const found = lineCounter.linePos(Math.min(offset, text.length));
  const line = Math.max(1, found.line);
  const column = Math.max(1, found.col);
  return { path, line, column, frame: codeFrame(text, line, column, lineCounter.lineStarts) };
}

/** Returns the depth of a value; `Infinity` if it contains itself. */
function depthOf(value: unknown, above: ReadonlySet<unknown> = new Set()): number {
  if (typeof value !== "object" || value === null) return 0;
  if (above.has(value)) return Infinity;
  if (above.size > MAX_DEPTH) return above.size;
  const inside = new Set(above).add(value);
  let deepest = 0;
  for (const item of Object.values(value)) deepest = Math.max(deepest, depthOf(item, inside));
  return 1 + deepest;
}

/** Returns the sentence of the parser if it is meant for people. */
function describeProblem(
  error: Readonly<{ code: string; message: string }>,
): [code: DiagnosticCode, message: string] {
  if (error.code === "MULTIPLE_DOCS")
    return ["yaml-syntax", "The file must be one document; a second one begins here."];
  return ["yaml-syntax", firstLine(error)];
}

function firstLine(error: { readonly message: string }): string {
  const line = (error.message.split("\n")[0] ?? error.message).replace(
    / at line \d+, column \d+:?$/,
    "",
  );
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
