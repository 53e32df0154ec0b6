import type { Diagnostic } from "../../model/diagnostic.ts";
import type { PlaceInText } from "../../model/place.ts";
import { isRecord } from "../is-record.ts";
import { plainCopy } from "../json/plain-copy.ts";
import { formatPath, type YamlPath } from "./yaml-path.ts";
import { diagnosticAt, type ParsedYaml, parseYaml, type YamlSource } from "./yaml-source.ts";

/** Reads what a user wrote: the text of a YAML file, or the object that such a text stands for. */
export function readWritten(written: string | object, path: string): ParsedYaml {
  return typeof written === "string" ? parseYaml(written, path) : readObject(written, path);
}

/** Reads a plain object. A place in it is the path of a value; one that does not exist is its nearest parent. */
function readObject(given: unknown, path: string): ParsedYaml {
  const copied = copyObject(given, path);
  if ("fault" in copied) return { diagnostics: [copied.fault] };
  const { value } = copied;
  const placeOf = (to: YamlPath) => placeAt(path, existingPart(value, to));
  const source: YamlSource = { path, value, noun: "The object", placeOf, placeOfKey: placeOf };
  return { source };
}

const ONLY_DATA =
  "An object has only what YAML can have: texts, numbers, true and false, null, lists and plain maps.";

/** Copies an object of a program, within bounds; or returns its fault. `path` is its name in messages. */
export function copyObject(
  given: unknown,
  path: string,
): { readonly value: unknown } | { readonly fault: Diagnostic } {
  const copied = plainCopy(given);
  if (!("fault" in copied)) return copied;
  const subject =
    copied.path.length === 0
      ? `\`${path.replace(/^object:/, "")}\``
      : `\`${formatPath(copied.path)}\``;
  const message = `${subject} ${copied.fault}.`;
  const place = placeAt(path, copied.path);
  return { fault: diagnosticAt(place, "invalid-value", message, { hint: ONLY_DATA }) };
}

function placeAt(path: string, to: YamlPath): PlaceInText {
  return to.length === 0 ? { path } : { path, at: formatPath(to) };
}

/** Returns the longest beginning of a path that leads to something. */
function existingPart(value: unknown, to: YamlPath): YamlPath {
  let current = value;
  for (const [index, part] of to.entries()) {
    const isThere = (Array.isArray(current) || isRecord(current)) && Object.hasOwn(current, part);
    if (!isThere) return to.slice(0, index);
    current = (current as Readonly<Record<string | number, unknown>>)[part]; // It has this key.
  }
  return to;
}
