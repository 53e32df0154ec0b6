import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../edit/engine/engine.ts";
import { writtenCodes } from "../edit/engine/written-names.ts";
import type { Strictness } from "../model/edit.ts";
import {
  countOr,
  type Difference,
  describeChild,
  endOf,
  lacking,
  makeDifference,
  type Pairing,
} from "./difference.ts";
import type { ExplainBudget } from "./explain-budget.ts";
import { isMany, type PatternShape } from "./pattern-shape.ts";
import { spanOf } from "./rule-context.ts";
import { someChildren } from "./sample-nodes.ts";
import { type LeafOutcome, leafOutcome, mayTrail } from "./strictness-rules.ts";

/** The longest code that is compared; UTF-16 code units. */
const LONG = 100_000;

/** The comparison of a pattern with one node. */
export interface Comparison {
  /** The leaves and metavariables of the pattern that fit, before the difference. */
  readonly fitting: number;
  /** Those among them that are texts of the pattern. */
  readonly texts: number;
  /** Undefined if all of the pattern fits. */
  readonly difference: Difference | undefined;
}

/** Compares a pattern with a node as the engine does, up to the first difference. */
export function compare(
  shape: PatternShape,
  node: SgNode,
  strictness: Strictness,
  budget: ExplainBudget,
): Comparison {
  const comparer = new Comparer(strictness, budget);
  const difference = comparer.compare(shape, node);
  return { fitting: comparer.fitting, texts: comparer.texts, difference };
}

type Step = "done" | "next" | Difference;

class Comparer {
  fitting = 0;
  texts = 0;
  readonly #strictness: Strictness;
  readonly #budget: ExplainBudget;
  readonly #bound = new Map<string, SgNode>();

  constructor(strictness: Strictness, budget: ExplainBudget) {
    this.#strictness = strictness;
    this.#budget = budget;
  }

  compare(goal: PatternShape, node: SgNode): Difference | undefined {
    const outcome = this.#compareOne(goal, node);
    return typeof outcome === "object" ? outcome : undefined;
  }

  /** Compares one node; leaves may also be skipped, on either side. */
  #compareOne(goal: PatternShape, node: SgNode): Exclude<LeafOutcome, "different"> | Difference {
    this.#budget.spend();
    if (goal.kind === "variable") return this.#bind(goal, node);
    if (goal.kind === "leaf") {
      const outcome = leafOutcome(goal, node, this.#strictness);
      if (outcome === "different") return makeDifference(goal, node);
      if (outcome === "same") {
        this.fitting += 1;
        if (goal.isNamed) this.texts += 1;
      }
      return outcome;
    }
    if (goal.nodeKind !== kindOf(node) && goal.nodeKind !== "ERROR")
      return { kind: "kind", wanted: goal, at: spanOf(node), found: node };
    if (!skipsTokens(this.#strictness) && hasOtherQuotes(goal, node))
      return { kind: "text", wanted: goal, at: spanOf(node), found: node };
    return this.#compareChildren(goal, node) ?? "same";
  }

  #bind(goal: PatternShape & { kind: "variable" }, node: SgNode): "same" | Difference {
    const { variable, takesTokens } = goal;
    if (!node.isNamed() && !takesTokens)
      return { kind: "token", wanted: goal, at: spanOf(node), found: node };
    if (variable.kind === "capture") {
      const { name } = variable;
      const [code = node.text()] = writtenCodes(`$${name}`);
      if (code !== node.text())
        return { kind: "text", wanted: goal, at: spanOf(node), found: node };
      const first = this.#bound.get(name);
      if (first !== undefined && !sameCode(first, node))
        return { kind: "bound", wanted: goal, at: spanOf(node), found: node, first, name };
      this.#bound.set(name, node);
    }
    this.fitting += 1;
    return "same";
  }

  #compareChildren(
    pattern: PatternShape & { readonly kind: "inner" },
    parent: SgNode,
  ): Difference | undefined {
    const pairing: Pairing = { pattern, parent, children: someChildren(parent), goal: 0, at: 0 };
    while (pairing.goal < pattern.children.length) {
      const many = isMany(pattern.children[pairing.goal] as PatternShape); // It is below the length.
      const step = many ? this.#passMany(pairing) : this.#passOne(pairing);
      if (step === "done") return undefined;
      if (step !== "next") return step;
    }
    const rest = pairing.children.slice(pairing.at);
    const extra = rest.find((child) => !mayTrail(child, this.#strictness));
    if (extra === undefined) return undefined;
    return { kind: "extra", wanted: undefined, at: spanOf(extra), found: extra, parent };
  }

  /** Compares the next node of the pattern, and skips what the strictness lets it skip. */
  #passOne(pairing: Pairing): Step {
    const goal = pairing.pattern.children[pairing.goal] as PatternShape; // The caller has looked.
    const child = pairing.children[pairing.at];
    if (child === undefined) {
      const isSkipped = goal.kind === "leaf" && !goal.isNamed && skipsTokens(this.#strictness);
      if (!isSkipped) return countOr(pairing, lacking(goal, pairing));
      pairing.goal += 1;
      return "next";
    }
    const outcome = this.#compareOne(goal, child);
    if (typeof outcome === "object") return describeChild(outcome, goal, child, pairing);
    pairing.passed = outcome === "skip-code" ? child : undefined;
    if (outcome !== "skip-code") pairing.goal += 1;
    if (outcome !== "skip-pattern") pairing.at += 1;
    return "next";
  }

  /** Passes over a `$$$`: as little code as the next node of the pattern allows. */
  #passMany(pairing: Pairing): Step {
    const { pattern, children } = pairing;
    this.fitting += 1;
    pairing.goal += 1;
    let next = pattern.children[pairing.goal];
    while (next?.kind === "leaf" && !next.isNamed) {
      pairing.goal += 1;
      next = pattern.children[pairing.goal];
    }
    if (next === undefined) return "done";
    if (isMany(next)) {
      pairing.at += 1;
      return "next";
    }
    const [fitting, texts] = [this.fitting, this.texts];
    for (let at = pairing.at; at < children.length; at += 1) {
      const outcome = this.#compareOne(next, children[at] as SgNode); // It is below the length.
      [this.fitting, this.texts] = [fitting, texts];
      if (outcome !== "same") continue;
      pairing.at = at;
      return "next";
    }
    return { kind: "lacks", wanted: next, at: endOf(pairing.parent), parent: pairing.parent };
  }
}

function skipsTokens(strictness: Strictness): boolean {
  return strictness !== "cst" && strictness !== "smart" && strictness !== "template";
}

/** True for two strings of which one has `"` and the other `'`. */
function hasOtherQuotes({ children }: PatternShape & { kind: "inner" }, node: SgNode): boolean {
  const [first] = children;
  if (first?.kind !== "leaf" || !/^["'`]$/.test(first.text)) return false;
  const quote = node.child(0);
  return quote !== null && /^["'`]$/.test(kindOf(quote)) && kindOf(quote) !== first.nodeKind;
}

/** True if two nodes have the same text, layout aside: the engine compares their trees. */
function sameCode(a: SgNode, b: SgNode): boolean {
  if (lengthOf(a) > LONG || lengthOf(b) > LONG) return true; // The engine has the last word.
  const [one, other] = [a.text(), b.text()];
  return one === other || withoutSpace(one) === withoutSpace(other);
}

function withoutSpace(code: string): string {
  return code.replace(/\s+/g, "");
}

function lengthOf(node: SgNode): number {
  const { start, end } = node.range();
  return end.index - start.index;
}
