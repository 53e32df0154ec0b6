import type { SgNode } from "@ast-grep/napi";
import type { LeftoverKind } from "../../model/search/leftovers.ts";
import { isComment, kindOf } from "../engine/engine.ts";
import { isLiteralKind, MAX_DEPTH } from "../engine/literal-kinds.ts";
import type { Part } from "../passes/parts.ts";
import type { Span } from "../text/span.ts";

/** The tokens of macros that the grammars of Rust and of C leave unread. */
const MACRO = /^(token_tree|token_tree_pattern|preproc_arg)$/;

const TEMPLATE = /^(template_string|template_literal|(jsx_|raw_)?text|(quoted_)?attribute_value)$/;

/** Code inside of a literal. */
const CODE = /interpolat|substitution|expansion|^jsx_expression$/;

/**
 * Returns the reason why the code at each place is not read as code; undefined for code. The places are sorted, and
 * those of embedded code of the language lie in its parts; other parts of a page are its template.
 */
export function kindsOfPlaces(
  parts: readonly Part[],
  language: Part["language"],
  places: readonly Span[],
): readonly (LeftoverKind | undefined)[] {
  const [whole, ...embedded] = parts;
  const kinds = new Map<Span, LeftoverKind | undefined>();
  const own = parts.filter((part) => part.language === language);
  const isIn = ({ shift, source, code }: Part, { start, end }: Span) =>
    start >= shift + source.length - code.length && end <= shift + source.length;
  for (const part of own) {
    const within = places.filter((place) => isIn(part, place));
    for (const [place, kind] of kindsBelow(part, within)) kinds.set(place, kind);
  }
  const others = places.filter(
    (place) => !kinds.has(place) && !embedded.some((part) => isIn(part, place)),
  );
  if (whole && others.length > 0)
    for (const [place, kind] of kindsBelow(whole, others)) kinds.set(place, kind ?? "template");
  return places.map((place) => kinds.get(place));
}

/** A node that is not read as code, with the places from which on it counts. */
interface Region {
  readonly kind: LeftoverKind | undefined;
  readonly end: number;
}

function kindsBelow(
  { root, shift }: Part,
  places: readonly Span[],
): ReadonlyMap<Span, LeftoverKind | undefined> {
  const kinds = new Map<Span, LeftoverKind | undefined>();
  const visit = (node: SgNode, some: readonly Span[], region: Region, depth: number): void => {
    const found = regionOf(node, region);
    // A place that goes beyond its comment or its string is a coincidence.
    for (const place of some)
      kinds.set(place, place.end - shift <= found.end ? found.kind : undefined);
    if (depth > MAX_DEPTH || found.kind === "comment") return;
    let at = 0;
    for (const child of at < some.length ? node.children() : []) {
      const { end } = spanOf(child);
      const from = at;
      while (at < some.length && (some[at]?.start ?? 0) - shift < end) at += 1;
      const { start } = spanOf(child);
      const inside = some.slice(from, at).filter((place) => place.start - shift >= start);
      if (inside.length > 0) visit(child, inside, found, depth + 1);
    }
  };
  if (places.length > 0) visit(root(), places, { kind: undefined, end: Infinity }, 1);
  return kinds;
}

function regionOf(node: SgNode, outer: Region): Region {
  const kind = kindOf(node);
  if (CODE.test(kind)) return { kind: undefined, end: Infinity };
  // The content of a literal is a node of its own in some grammars.
  const isLiteral = outer.kind === "string" || outer.kind === "template";
  const own = isLiteral ? undefined : isComment(node) ? "comment" : ownKind(kind);
  return own === undefined ? outer : { kind: own, end: spanOf(node).end };
}

function ownKind(kind: string): LeftoverKind | undefined {
  if (MACRO.test(kind)) return "macro";
  if (TEMPLATE.test(kind)) return "template";
  if (isLiteralKind(kind)) return "string";
  return kind === "ERROR" ? "error" : undefined;
}

/** Counts no lines and columns, as `range` does. */
function spanOf(node: SgNode): Span {
  const { startPos, endPos } = node.replace("");
  return { start: startPos, end: endPos };
}
