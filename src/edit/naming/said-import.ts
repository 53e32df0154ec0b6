import type { Declaration, FileNames, Origin } from "../../names/file-names.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import { NAME_VARIABLE } from "../compile/name-ops.ts";
import type { Template } from "../replacement/template.ts";
import type { NamedCode } from "./named-code.ts";
import { isElement } from "./renamed-places.ts";

/** The import by which a match says what an op searches for. */
export interface SaidImport {
  readonly declaration: Declaration;
  readonly origin: Origin;
  /** The file has chosen its name, and the name of the template is to have it, too. */
  readonly isAlias: boolean;
}

/** A name of a template, in its op and file; the tree begins `base` before the code. */
interface SpelledIn {
  readonly op: CompiledNames;
  readonly template: Template;
  readonly names: FileNames | undefined;
  readonly base: number;
}

/**
 * Finds the import by which a match says the first export that the op searches for. Its alias goes over to the export
 * of the template if that is the only one, and the search has no other.
 */
export function importSaid(
  said: readonly NamedCode[],
  name: string,
  { op, template, names, base }: SpelledIn,
): SaidImport | undefined {
  const exports = said.filter((each) => typeof op.meant[each.name] === "object");
  for (const { text, start, name: key } of exports) {
    const [head = ""] = /^[\p{ID_Continue}$]+/u.exec(text) ?? [];
    const declaration = names?.meaningAt(head, start - base);
    if (typeof declaration !== "object" || declaration.origin === undefined) continue;
    const { origin } = declaration;
    const written = namesOf(template).filter((each) => typeof op.meant[each] === "object");
    const isOne = written.length === 1 && new Set(exports.map((each) => each.name)).size === 1;
    const isAlias =
      isOne && text === head && isChosen(head, { origin, key, meant: op.meant[name] });
    return { declaration, origin, isAlias: isAlias && (!isElement(head) || isElement(name)) };
  }
  return undefined;
}

/** Returns the names of a template, each once. */
export function namesOf(template: Template): readonly string[] {
  const names = template.flatMap((part) =>
    typeof part !== "string" && part.name.startsWith(NAME_VARIABLE)
      ? [part.name.slice(NAME_VARIABLE.length)]
      : [],
  );
  return [...new Set(names)];
}

/**
 * True for an alias that an export of the same kind may have. Defaults and whole modules have their names from files.
 */
function isChosen(local: string, { origin: { path }, key, meant }: Chosen): boolean {
  const last = path.at(-1) ?? "*";
  const kindOf = (name: string | undefined) =>
    name === "default" || name === "*" ? name : "named";
  const isSameKind = typeof meant === "object" && kindOf(meant.export) === kindOf(last);
  return isSameKind && local !== last && (kindOf(last) === "named" || local !== key);
}

interface Chosen {
  readonly origin: Origin;
  /** The name that the op has for what it searches for. */
  readonly key: string;
  readonly meant: CompiledNames["meant"][string] | undefined;
}
