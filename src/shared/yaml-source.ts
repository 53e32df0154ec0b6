import {
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  parseAllDocuments,
  parseDocument,
} from "yaml";
import type { Diagnostic, DiagnosticCode } from "../model/diagnostic.ts";
import type { PlaceInText } from "../model/recipe.ts";
import { codeFrame } from "./code-frame.ts";

/** A path into a YAML document: keys and indexes. */
export type YamlPath = readonly (string | number)[];

/** A YAML file that was parsed, and where everything stands in it. */
export interface YamlSource {
  /** As shown to people. */
  readonly path: string;
  /** The plain value: maps, lists and scalars. */
  readonly value: unknown;
  /** Place of a value; of the nearest parent where there is none. */
  placeOf(path: YamlPath): PlaceInText;
  /** Place of a key in its map; of the value's parent where there is none. */
  placeOfKey(path: YamlPath): PlaceInText;
}

/** A bound on aliases, so that a small file cannot become a huge value. */
const MAX_ALIASES = 100;

/** What became of one document. */
type ParsedYaml = { source: YamlSource } | { diagnostics: readonly Diagnostic[] };

/** Parses YAML strictly: one document, no duplicate keys, bounded aliases. Every problem has a place. */
export function parseYaml(text: string, path: string): ParsedYaml {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, uniqueKeys: true, strict: true });
  return readDocument(document, { text, path, lineCounter });
}

/** Like {@link parseYaml}, for files of several documents; those with nothing in them are left out. */
export function parseYamlDocuments(text: string, path: string): readonly ParsedYaml[] {
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter, uniqueKeys: true, strict: true });
  if ("empty" in documents) return [];
  return documents
    .filter(({ contents, errors }) => errors.length > 0 || !isEmpty(contents))
    .map((document) => readDocument(document, { text, path, lineCounter }));
}

function isEmpty(contents: unknown): boolean {
  return contents === null || (isScalar(contents) && contents.value === null);
}

function readDocument(
  document: Document.Parsed,
  { text, path, lineCounter }: { text: string; path: string; lineCounter: LineCounter },
): ParsedYaml {
  const placeAt = (offset: number) => placeOfOffset(text, path, lineCounter, offset);
  if (document.errors.length > 0) {
    return {
      diagnostics: document.errors.map((error) =>
        diagnosticAt(
          placeAt(error.pos[0]),
          error.code === "DUPLICATE_KEY" ? "duplicate-key" : "yaml-syntax",
          error.code === "DUPLICATE_KEY"
            ? "The same key stands twice in one map."
            : firstLine(error),
        ),
      ),
    };
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return { source: sourceOf(document, value, path, placeAt) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { diagnostics: [diagnosticAt(placeAt(0), "yaml-syntax", `${message}.`)] };
  }
}

/** A diagnostic (an error, unless it says otherwise) at a place. */
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
  const placeOf = (to: YamlPath): PlaceInText => {
    for (let length = to.length; length >= 0; length -= 1) {
      const node = length === 0 ? document.contents : document.getIn(to.slice(0, length), true);
      if (isNode(node) && node.range) return placeAt(node.range[0]);
    }
    return placeAt(0);
  };
  const placeOfKey = (to: YamlPath): PlaceInText => {
    const parent = to.length === 1 ? document.contents : document.getIn(to.slice(0, -1), true);
    const key = isMap(parent) ? keyNode(parent, to.at(-1)) : undefined;
    return key?.range ? placeAt(key.range[0]) : placeOf(to.slice(0, -1));
  };
  return { path, value, placeOf, placeOfKey };
}

function keyNode(map: { items: readonly { key: unknown }[] }, name: unknown): Node | undefined {
  for (const { key } of map.items) {
    if (isNode(key) && String(key) === String(name)) return key;
  }
  return undefined;
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
  return { path, line, column, frame: codeFrame(text, line, column) };
}

function firstLine(error: Error): string {
  const line = (error.message.split("\n")[0] ?? error.message).replace(
    / at line \d+, column \d+:?$/,
    "",
  );
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
