import type { SgNode } from "@ast-grep/napi";
import { once } from "../../shared/once.ts";
import { isComment, kindOf } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import type { Span } from "../text/span.ts";
import { spanOf } from "./bindings.ts";
import { elementBeyond, elementOf, isSeparator, type ListElement } from "./list-element.ts";

/**
 * The separator that goes with an element. `first`: the elements after it take all of them, and it is the first one.
 * `kept`: it stays. `needed`: none may go, and the list is told by its syntax error.
 */
export type TakenSeparator = "after" | "before" | "first" | "kept" | "needed";

/** The text that an op edits, and the nodes that it deletes there. */
interface LeavingMatches {
  readonly text: string;
  readonly language: Language;
  readonly spans: () => Iterable<Span>;
}

/** The list elements that an op deletes in one tree: each separator goes with one of them. */
export class LeavingElements {
  readonly #text: string;
  readonly #language: Language;
  readonly #places: () => ReadonlySet<string>;
  /** By the start of an element: see {@link LeavingElements.#endsList}. */
  readonly #ends = new Map<number, boolean>();
  readonly #tuples = new Map<number, TupleRest>();

  constructor({ text, language, spans }: LeavingMatches) {
    this.#text = text;
    this.#language = language;
    this.#places = once(() => new Set(Array.from(spans(), keyOf)));
  }

  /** True if the op deletes the code of a node. */
  has(node: SgNode | undefined): boolean {
    return node !== undefined && this.#places().has(keyOf(spanOf(node)));
  }

  /** Says which separator an element takes along. */
  separatorOf(element: ListElement): TakenSeparator {
    const { node, place, previous, next } = element;
    const rest = this.#tupleRest(node);
    if (rest !== undefined)
      return rest === "last" ? "needed" : isSeparator(next) ? "after" : "kept";
    const canTakeBefore = this.#canTakeBefore(element);
    if (!isSeparator(next)) return canTakeBefore ? "before" : "kept";
    if (!this.#isBlank(place.end, spanOf(next).start)) {
      const isFree = canTakeBefore && !this.has(elementBeyond(previous, "before"));
      return isFree ? "before" : "kept";
    }
    if (!this.#endsList(element)) return "after";
    if (canTakeBefore) return "before";
    return isSeparator(previous) ? "needed" : "first";
  }

  /** True if all elements after one go, and each of them takes the separator before it. */
  #endsList(element: ListElement): boolean {
    const passed: number[] = [];
    let ends: boolean | undefined;
    for (let at = element; ends === undefined; ) {
      ends = this.#ends.get(at.place.start);
      if (ends !== undefined) break;
      passed.push(at.place.start);
      if (!isSeparator(at.next)) {
        ends = true;
        break;
      }
      const node = elementBeyond(at.next, "after");
      const following = node && this.has(node) ? elementOf(node) : undefined;
      if (following === undefined || !this.#canTakeBefore(following)) ends = false;
      else at = following;
    }
    for (const start of passed) this.#ends.set(start, ends);
    return ends;
  }

  /** True if an element is before the separator, and no comment or line end that counts is beside it. */
  #canTakeBefore({ place, previous }: ListElement): boolean {
    if (!isSeparator(previous) || elementBeyond(previous, "before") === undefined) return false;
    const { end } = spanOf(previous);
    const isOnLine = !this.#text.slice(end, place.start).includes("\n");
    return this.#isBlank(end, place.start) && (kindOf(previous) === "," || isOnLine);
  }

  /** Tells which element of a tuple is left if only one is, which is a tuple by its comma. */
  #tupleRest(node: SgNode): "last" | "other" | undefined {
    const parent = node.parent();
    if (parent === null || !TUPLES[this.#language]?.test(kindOf(parent))) return undefined;
    const known = this.#tuples.get(parent.id());
    const rest = known ?? this.#restOf(parent);
    this.#tuples.set(parent.id(), rest);
    return rest === "many" ? undefined : rest;
  }

  #restOf(tuple: SgNode): TupleRest {
    const parts = tuple.children().filter((node) => !isComment(node));
    const elements = parts.filter((node) => node.isNamed());
    const last = elements.at(-1);
    const left = elements.filter((node) => !this.has(node));
    if (
      left.length !== 1 ||
      isSeparator(parts[parts.findIndex((each) => each.id() === last?.id()) + 1])
    )
      return "many";
    return left[0]?.id() === last?.id() ? "last" : "other";
  }

  #isBlank(start: number, end: number): boolean {
    return this.#text.slice(start, end).trim() === "";
  }
}

type TupleRest = "last" | "other" | "many";

/** Lists that are another value, if one element is left without a comma. */
const TUPLES: Readonly<Record<Language, RegExp>> = {
  python: /^(tuple|tuple_pattern|expression_list|pattern_list)$/,
  rust: /^tuple_(expression|pattern|type)$/,
};

function keyOf({ start, end }: Span): string {
  return `${start} ${end}`;
}
