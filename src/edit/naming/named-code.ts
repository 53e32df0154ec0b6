import type { SgNode } from "@ast-grep/napi";
import type { MeantExport, MeantNames } from "../../model/edit.ts";
import type { FileNames, Resolved } from "../../names/file-names.ts";
import { placesOfUndeclared } from "../../names/javascript/undeclared-names.ts";
import { meansExport } from "../../names/means-export.ts";
import { dialectOf } from "../../syntax/dialect.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import { kindOf } from "../engine/engine.ts";
import { OF_METHOD } from "../engine/method-forms.ts";
import type { Language } from "../language/language.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";
import type { Verdict } from "./renamed-places.ts";

/** The code of a match that stands where the op has a name; its place is that of the tree. */
export interface NamedCode extends Span {
  readonly text: string;
  readonly name: string;
  /** Code around the match gives it a value, or takes it away: it is no use of the export. */
  readonly isAssigned: boolean;
}

/** Finds the code of a match that stands where an op has names. */
export function namedCode(
  match: SgNode,
  { captures, whole }: CompiledNames,
  source: string,
): readonly NamedCode[] {
  const isAssigned = (node: SgNode) => isTarget(node, spanOf(match));
  if (whole !== undefined)
    return [{ ...spanOf(match), text: match.text(), name: whole, isAssigned: isAssigned(match) }];
  return Object.entries(captures).flatMap(([variable, name]) => {
    const node = match.getMatch(variable);
    if (node === null) return [];
    const { end } = spanOf(node);
    const { start } = spanOf(match.getMatch(variable + OF_METHOD) ?? node);
    return [{ start, end, text: source.slice(start, end), name, isAssigned: isAssigned(node) }];
  });
}

const TARGETS: ReadonlySet<string> = new Set([
  ...["update_expression", "pair_pattern", "array_pattern", "object_pattern", "rest_pattern"],
  ...["delete_statement", "pattern_list", "tuple_pattern", "list_pattern", "as_pattern_target"],
]);

/** True for a member that code outside of the match assigns or deletes. */
function isTarget(node: SgNode, { start, end }: Span): boolean {
  const parent = node.parent();
  if (parent === null || !/^(?:member_expression|attribute)$/.test(kindOf(node))) return false;
  const around = spanOf(parent);
  if (start <= around.start && around.end <= end) return false;
  const kind = kindOf(parent);
  if (kind === "unary_expression") return parent.text().startsWith("delete");
  if (kind === "expression_list") return parent.parent()?.is("delete_statement") === true;
  return (
    TARGETS.has(kind) || (parent.field("left")?.id() === node.id() && /assign|^for_/.test(kind))
  );
}

/** The names of a text. */
export interface SearchedNames {
  readonly names: () => FileNames | undefined;
  /** The offsets of those that declare. */
  readonly declaring: () => ReadonlySet<number>;
  /** True for the place, in the tree, of a name that nothing declares. False if that takes the scopes. */
  readonly isUndeclared: (said: NamedCode) => boolean;
}

/** Returns a function that knows names of JavaScript that nothing declares without the scopes, which take longer. */
export function undeclaredIn({
  root,
  language,
  isReadable,
}: {
  readonly root: () => SgNode;
  readonly language: Language;
  readonly isReadable: () => boolean;
}): SearchedNames["isUndeclared"] {
  const dialect = dialectOf(language);
  const known = new Map<string, ReadonlySet<number>>();
  return ({ name, text, start }) => {
    if (dialect === undefined || text !== name) return false;
    const places = known.get(text) ?? placesOfUndeclared(root(), text, dialect) ?? new Set();
    known.set(text, places);
    return places.has(start) && isReadable();
  };
}

/** Tells if code that stands at a place where an op has a name means what the op says. */
export function judge(
  place: Span,
  said: NamedCode,
  { meant, whole }: CompiledNames,
  { names, declaring, isUndeclared }: SearchedNames,
): Verdict {
  const { name, text } = said;
  const meaning = meant[name];
  if (meaning === undefined) return "yes";
  const isSameText = name.startsWith("$") || text === name;
  const last = typeof meaning === "string" ? name : meaning.export;
  const mayBe = text === name || text === last || text.endsWith(`.${last}`);
  const resolved: Resolved | undefined = isUndeclared(said)
    ? { kind: "global", name: text, path: [] }
    : names()?.resolve(place);
  if (resolved === undefined) return mayBe ? "unknown" : "no";
  // Asked last, of the few places that may be meant: it reads all declarations.
  const refers = () =>
    resolved.kind === "global" || whole === undefined || !declaring().has(place.start);
  if (resolved.kind === "unknown")
    return mayBe && isAmong(resolved, meaning) && refers() ? "unknown" : "no";
  const isMeant =
    typeof meaning === "string"
      ? isSameText && meansDeclaration(resolved, meaning)
      : meansOwn(resolved, meaning) ||
        (resolved.kind === "module" && meansExport(resolved.origin, meaning));
  if (!isMeant || !refers()) return "no";
  return said.isAssigned ? "unknown" : "yes";
}

function isAmong(
  { among }: Extract<Resolved, { kind: "unknown" }>,
  meaning: MeantNames[string],
): boolean {
  if (among === undefined || typeof meaning === "string") return true;
  return among.some((origin) => meansExport(origin, meaning));
}

/** The offsets of names that declare: of an import, its name is what the module calls it. */
export function declaringPlaces({
  declarations = [],
}: Partial<FileNames> = {}): ReadonlySet<number> {
  return new Set(declarations.flatMap(({ places }) => places.map(({ start }) => start)));
}

/** True for a declaration at the top of the file that is the module itself. */
function meansOwn(resolved: Resolved, meant: MeantExport): boolean {
  if (meant.isOwn !== true || resolved.kind !== "declared" || resolved.path.length > 0)
    return false;
  return resolved.declaration.scope.isTop && resolved.declaration.name === meant.export;
}

function meansDeclaration(resolved: Resolved, meaning: "local" | "global" | "parameter"): boolean {
  if (resolved.kind === "global") return meaning === "global" && resolved.path.length === 0;
  if (resolved.kind !== "declared" || resolved.path.length > 0) return false;
  const isParameter = resolved.declaration.kind === "parameter";
  return meaning === (isParameter ? "parameter" : "local");
}
