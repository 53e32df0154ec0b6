import type { Rename } from "../../model/edit.ts";
import type { Declaration, Reference } from "../../names/file-names.ts";
import { wordRegex } from "../../shared/regex/word-regex.ts";

/** A declaration that is to be renamed, in its file. */
interface Renamed {
  readonly declaration: Declaration;
  readonly references: readonly Reference[];
  readonly code: string;
  /** Relative to the root. */
  readonly path: string;
}

/**
 * True if code that is not searched may use a name of Python: other files import all that stands at the top, but for
 * names that begin with `_` and imports; and types may stand in strings.
 */
export function mayBeUsedElsewhere(
  { exports: isExportRenamed }: Rename,
  { declaration, references, code, path }: Renamed,
): boolean {
  const { name, kind, otherKinds = [], places } = declaration;
  const isDotted = places.some(
    ({ form, end }) => form === "import" && /^\s*\./.test(code.slice(end)),
  );
  if (isDotted || isInTypeString(code, declaration)) return true;
  if (isExportRenamed === true) return false;
  if (references.some(({ form }) => form === "export")) return true;
  if (name.startsWith("_") && !name.endsWith("__")) return false;
  const isExported = places.some(({ start }) => exportedAs(name).test(code.slice(0, start)));
  return (
    kind !== "import" || otherKinds.length > 0 || isExported || /(?:^|\/)__init__\.pyi?$/.test(path)
  );
}

/** `import a as a` exports the name. */
function exportedAs(name: string): RegExp {
  return new RegExp(String.raw`${wordRegex(name)}\s+as\s+$`, "u");
}

/** True if a string looks like a type that has the name: after `a:`, `->`, `|`, in brackets, in a `cast`. */
function isInTypeString(code: string, { name, kind }: Declaration): boolean {
  if (kind === "function") return false;
  const part = String.raw`[\p{ID_Continue}.,|\[\]\s]`;
  const place = String.raw`(?:->|\||\p{ID_Continue}\s*:|\[[^\[\]()\n]*|\bcast\(|\bbound\s*=)\s*`;
  const strings = new RegExp(
    String.raw`${place}(["'])(?:${part}*[.,|\[\]\s])?${wordRegex(name)}${part}*\1(?!\s*:)`,
    "u",
  );
  return strings.test(code);
}
