import type { SgNode } from "@ast-grep/napi";
import type { ImportToAdd, TextEdit } from "../../model/edit.ts";
import { findMatches, kindOf } from "../engine/engine.ts";
import { importsIn, type ModuleImport } from "./module-imports.ts";
import { type ModuleStyle, placeForImport, styleOf } from "./module-style.ts";

/** Names that an import is to bind, all of one kind of statement. */
interface Wanted {
  readonly module: string;
  readonly isType: boolean;
  readonly whole: string | undefined;
  readonly namespace: string | undefined;
  readonly names: readonly (readonly [imported: string, local: string])[];
}

/** Returns the edit that adds one import, in a file that has not all of it. Adds nothing twice. */
export function addImport(root: SgNode, text: string, add: ImportToAdd): readonly TextEdit[] {
  const imports = importsIn(root);
  const style = styleOf(root, text, imports);
  const form = add.type ? "es" : style.form;
  const same = imports.filter((each) => each.module === add.from && each.form === form);
  const missing = missingOf(add, same, form);
  if (missing === undefined || isTaken(root, missing)) return [];
  const merged = mergeInto(same, missing, text);
  if (merged !== undefined) return merged;
  const lines = statementsOf(missing, { ...style, form });
  const { at, isBehindImport } = placeForImport(root, text, form);
  const { lineEnd } = style;
  const isOpen = at > 0 && !/[\n\uFEFF]$/.test(text.slice(0, at));
  const rest = text.slice(at);
  const isApart = isBehindImport || rest === "" || /^[ \t]*\r?\n/.test(rest);
  const before = isOpen ? lineEnd : "";
  const written = before + lines.join(lineEnd) + lineEnd + (isApart ? "" : lineEnd);
  return [{ start: at, end: at, text: written }];
}

/** Returns what the imports of the module do not bind yet; undefined if nothing is missing. */
function missingOf(
  { from: module, default: whole, namespace, names, type: isType }: ImportToAdd,
  same: readonly ModuleImport[],
  form: ModuleImport["form"],
): Wanted | undefined {
  const bound = same.flatMap((each) => each.names).filter((name) => isType || !name.isType);
  const has = (kind: string, local: string, imported?: string) =>
    bound.some(
      (name) =>
        (name.kind === kind ||
          (form === "commonjs" && kind !== "named" && name.kind !== "named")) &&
        name.local === local &&
        (imported === undefined || name.imported === imported),
    );
  const wanted = {
    module,
    isType,
    whole: whole !== undefined && has("default", whole) ? undefined : whole,
    namespace: namespace !== undefined && has("namespace", namespace) ? undefined : namespace,
    names: names.filter(([imported, local]) => !has("named", local, imported)),
  };
  const asksNames = whole !== undefined || namespace !== undefined || names.length > 0;
  if (!asksNames) return same.length > 0 ? undefined : wanted;
  const isNothing = (wanted.whole ?? wanted.namespace) === undefined && wanted.names.length === 0;
  return isNothing ? undefined : wanted;
}

const DECLARED = {
  rule: {
    kind: "identifier",
    inside: {
      any: [
        { kind: "import_specifier" },
        { kind: "import_clause" },
        { kind: "namespace_import" },
        { kind: "function_declaration" },
        {
          all: [
            { kind: "variable_declarator" },
            { not: { inside: { kind: "statement_block", stopBy: "end" } } },
          ],
        },
      ],
    },
  },
};

/** True if the file declares one of the local names itself: an import of it would not be valid. */
function isTaken(root: SgNode, { whole, namespace, names }: Wanted): boolean {
  const wanted = new Set([whole, namespace, ...names.map(([, local]) => local)]);
  return findMatches(root, DECLARED).some((node) => {
    const parent = node.parent();
    if (parent === null || !wanted.has(node.text())) return false;
    if (kindOf(parent) === "import_specifier") {
      const bound = parent.field("alias") ?? parent.field("name");
      return bound?.text() === node.text();
    }
    return (
      kindOf(parent) === "import_clause" ||
      kindOf(parent) === "namespace_import" ||
      parent.field("name")?.text() === node.text()
    );
  });
}

/** Adds names to an import of the module that can take all of them; undefined if none can. */
function mergeInto(
  same: readonly ModuleImport[],
  { whole, namespace, names, isType }: Wanted,
  text: string,
): readonly TextEdit[] | undefined {
  if (namespace !== undefined || names.length + (whole === undefined ? 0 : 1) === 0)
    return undefined;
  const target = same.find((each) => {
    const kinds = each.names.map(({ kind }) => kind);
    if (each.isType !== isType || kinds.includes("namespace")) return false;
    if (each.form === "commonjs") return whole === undefined && each.braces !== undefined;
    if (isType && whole !== undefined) return false;
    if (each.names.length === 0 && each.braces === undefined) return false;
    return whole === undefined ? !isType || !kinds.includes("default") : !kinds.includes("default");
  });
  if (target === undefined) return undefined;
  const { braces, form } = target;
  const written = names.map((name) => specifier(name, form));
  const edits: TextEdit[] = [];
  if (whole !== undefined && braces !== undefined)
    edits.push({ start: braces.start, end: braces.start, text: `${whole}, ` });
  if (names.length > 0) edits.push(namesInto(target, written, text));
  return edits;
}

/** Writes names behind those that an import has in braces, in its layout. */
export function namesInto(
  { braces, names }: ModuleImport,
  written: readonly string[],
  text: string,
): TextEdit {
  const listed = names.filter(({ kind }) => kind === "named");
  const last = listed.at(-1)?.place;
  if (last !== undefined) {
    const lineStart = text.lastIndexOf("\n", last.start - 1) + 1;
    const before = text.slice(lineStart, last.start);
    const ownLine = before.trim() === "" && braces !== undefined && lineStart > braces.start;
    const lineEnd = text[lineStart - 2] === "\r" ? "\r\n" : "\n";
    const separator = ownLine ? `,${lineEnd}${before}` : ", ";
    return { start: last.end, end: last.end, text: separator + written.join(separator) };
  }
  if (braces !== undefined) {
    const { start, end } = braces;
    const inside = text.slice(start + 1, end - 1);
    return { start: start + 1, end: end - 1, text: `${inside.trimEnd()} ${written.join(", ")} ` };
  }
  const end = names.at(-1)?.place.end ?? 0;
  return { start: end, end, text: `, { ${written.join(", ")} }` };
}

function specifier(
  [imported, local]: readonly [string, string],
  form: ModuleImport["form"],
): string {
  if (imported === local) return local;
  return form === "es" ? `${imported} as ${local}` : `${imported}: ${local}`;
}

/** Writes the import as new statements, of which a namespace beside names needs two. */
function statementsOf(
  { module, isType, whole, namespace, names }: Wanted,
  { form, quote, end }: ModuleStyle,
): readonly string[] {
  const from = quote + module + quote;
  const braces =
    names.length === 0 ? [] : [`{ ${names.map((name) => specifier(name, form)).join(", ")} }`];
  const wholes = [whole, namespace && form === "es" ? `* as ${namespace}` : namespace];
  const own = wholes.filter((name) => name !== undefined);
  if (form === "commonjs") {
    const targets = [...own, ...braces];
    if (targets.length === 0) return [`require(${from})${end}`];
    return targets.map((target) => `const ${target} = require(${from})${end}`);
  }
  const word = isType ? "import type" : "import";
  if (own.length + braces.length === 0) return [`${word} ${from}${end}`];
  const isJoined = whole !== undefined && namespace === undefined && !isType;
  const clauses = isJoined ? [[...own, ...braces].join(", ")] : [...own, ...braces];
  return clauses.map((clause) => `${word} ${clause} from ${from}${end}`);
}
