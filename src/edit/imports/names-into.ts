import type { TextEdit } from "../../model/edit.ts";
import type { Span } from "../text/span.ts";
import type { ModuleImport } from "./module-import.ts";

/** Names that an import is to bind, all of one kind of statement. */
export interface Wanted {
  readonly module: string;
  readonly isType: boolean;
  readonly whole: string | undefined;
  readonly namespace: string | undefined;
  readonly names: readonly (readonly [imported: string, local: string])[];
}

/** Adds names to an import of the module that can take all of them; undefined if none can. */
export function mergeInto(
  same: readonly ModuleImport[],
  { whole, namespace, names, isType }: Wanted,
  text: string,
): readonly TextEdit[] | undefined {
  if (namespace !== undefined || names.length + (whole === undefined ? 0 : 1) === 0)
    return undefined;
  const target = same.find((each) => {
    const kinds = each.names.map(({ kind }) => kind);
    if (each.isType !== isType || kinds.includes("namespace")) return false;
    if (each.attributes !== "") return false;
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
  if (names.length > 0) edits.push(...namesInto(target, written, text));
  return edits;
}

/** Writes names after those that an import has in braces, in its layout. */
export function namesInto(
  { braces, names }: Pick<ModuleImport, "braces" | "names">,
  written: readonly string[],
  text: string,
): readonly TextEdit[] {
  const last = names.filter(({ kind }) => kind === "named").at(-1)?.place;
  if (last !== undefined) return behindName(last, braces?.start ?? 0, { written, text });
  if (braces !== undefined) {
    const { start, end } = braces;
    const inside = text.slice(start + 1, end - 1);
    const edit = `${inside.trimEnd()} ${written.join(", ")} `;
    return [{ start: start + 1, end: end - 1, text: edit }];
  }
  const end = names.at(-1)?.place.end ?? 0;
  return [{ start: end, end, text: `, { ${written.join(", ")} }` }];
}

/** A comma or none, and a comment about a name, up to the end of its line. */
const COMMENT_BEHIND = /[ \t]*(,?)[ \t]*(?:(?:\/\/|#)[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*)(?=\r?\n)/y;

/**
 * Writes names after the last one: on lines of their own if it has one, which begins after `from`, and after a comment
 * about it.
 */
export function behindName(
  last: Span,
  from: number,
  { written, text }: { readonly written: readonly string[]; readonly text: string },
): readonly TextEdit[] {
  const lineStart = text.lastIndexOf("\n", last.start - 1) + 1;
  const before = text.slice(lineStart, last.start);
  const ownLine = before.trim() === "" && lineStart > from;
  const lineEnd = text[lineStart - 2] === "\r" ? "\r\n" : "\n";
  const separator = ownLine ? `,${lineEnd}${before}` : ", ";
  const list = written.join(separator);
  COMMENT_BEHIND.lastIndex = last.end;
  const comment = ownLine ? COMMENT_BEHIND.exec(text) : null;
  if (comment === null) return [{ start: last.end, end: last.end, text: separator + list }];
  const at = COMMENT_BEHIND.lastIndex;
  const hasComma = comment[1] !== "";
  const own = { start: at, end: at, text: lineEnd + before + list + (hasComma ? "," : "") };
  return hasComma ? [own] : [{ start: last.end, end: last.end, text: "," }, own];
}

export function specifier(
  [imported, local]: readonly [string, string],
  form: ModuleImport["form"],
): string {
  if (imported === local) return local;
  return form === "es" ? `${imported} as ${local}` : `${imported}: ${local}`;
}
