import type { SgNode } from "@ast-grep/napi";
import type { FieldPath } from "../edit/compile/written-keys.ts";
import { kindOf } from "../edit/engine/engine.ts";
import type { WrittenMap } from "../model/edit.ts";
import { isRecord } from "../shared/is-record.ts";
import { clipNode } from "./difference-words.ts";
import { measureFit } from "./fitting-parts.ts";
import { nearestToRule } from "./nearest-to-rule.ts";
import {
  type ExplainRule,
  findFirstMatch,
  holds,
  type RuleContext,
  type RuleFailure,
  spanOf,
} from "./rule-context.ts";

/** True for the keys that lead to other nodes. */
export function isRelation(key: string): boolean {
  return ["inside", "has", "precedes", "follows"].includes(key);
}

/** Explains why nothing around a node fits a relation: it is further away, at another field, or not there. */
export function failedRelation(
  key: string,
  relation: WrittenMap,
  node: SgNode,
  context: RuleContext,
  path: FieldPath,
  explain: ExplainRule,
): RuleFailure {
  const { stopBy = "neighbor", field, ...rule } = relation;
  const fits = (changed: WrittenMap) => holds({ [key]: changed }, node, context);
  const at = spanOf(node);
  if (stopBy !== "end" && fits({ ...relation, stopBy: "end" })) {
    const relative = key === "has" ? findFirstMatch(rule, node, context) : undefined;
    const [message, hint] = farAway(key, relative);
    const isRule = isRecord(stopBy);
    const why = isRule
      ? `\`stopBy\` ends the search of \`${key}\` before it comes to what fits`
      : message;
    return {
      path,
      code: isRule ? "stop-by-rule" : "stop-by",
      message: why,
      hint: isRule ? undefined : hint,
      at: relative ? spanOf(relative) : at,
    };
  }
  if (field !== undefined && fits({ ...rule, stopBy })) {
    const message = `\`${key}\` finds code that fits, but not as the field \`${field}\``;
    return { path: [...path, "field"], code: "field-differs", message, at };
  }
  return failedRule(key, rule, node, context, path, explain);
}

function farAway(key: string, found: SgNode | undefined): readonly [string, string] {
  const hint = `Add \`stopBy: end\` to \`${key}\``;
  switch (key) {
    case "has": {
      const what = found === undefined ? "what fits lies deeper" : `${clipNode(found)} lies deeper`;
      return [`without \`stopBy\`, \`has\` looks at direct children only, and ${what}`, hint];
    }
    case "inside":
      return [
        "without `stopBy`, `inside` looks at the parent only, and what fits is further out",
        hint,
      ];
    default:
      return [
        `without \`stopBy\`, \`${key}\` looks at the next sibling only, and what fits is further away`,
        hint,
      ];
  }
}

/** Explains the rule of a relation at the node among those around that comes nearest. */
function failedRule(
  key: string,
  rule: WrittenMap,
  node: SgNode,
  context: RuleContext,
  path: FieldPath,
  explain: ExplainRule,
): RuleFailure {
  const near =
    key === "has"
      ? nearestToRule(
          rule,
          { ...context, root: node, where: "in it", isMeant: (each) => each.id() !== node.id() },
          path,
          explain,
        )?.failure
      : explainNearest(around(key, node), rule, context, path, explain);
  const failure: RuleFailure = {
    path,
    code: `${key}-nothing`,
    message: `nothing ${WHERE[key]} fits \`${key}\`${describeChain(key, node)}`,
    at: spanOf(node),
  };
  if (near === undefined) return failure;
  const joint = near.code === "no-such-kind" ? ":" : "; of the nearest,";
  return { ...near, code: failure.code, message: `${failure.message}${joint} ${near.message}` };
}

const WHERE: Readonly<Record<string, string>> = {
  has: "inside of it",
  inside: "around it",
  precedes: "behind it",
  follows: "before it",
};

function describeChain(key: string, node: SgNode): string {
  if (key !== "inside") return "";
  const kinds = around(key, node).map(kindOf);
  return kinds.length === 0 ? "" : ` (it is in ${kinds.slice(0, 8).join(" in ")})`;
}

/** Returns the nodes to which a relation leads, nearest first; at most 50. */
function around(key: string, node: SgNode): readonly SgNode[] {
  const next = (each: SgNode) =>
    key === "inside" ? each.parent() : key === "precedes" ? each.next() : each.prev();
  const found: SgNode[] = [];
  for (let at = next(node); at !== null && found.length < 50; at = next(at)) found.push(at);
  return found;
}

/** Explains the rule at the node of several that fits most of it. */
function explainNearest(
  nodes: readonly SgNode[],
  rule: WrittenMap,
  context: RuleContext,
  path: FieldPath,
  explain: ExplainRule,
): RuleFailure | undefined {
  let best: { readonly node: SgNode; readonly fits: number } | undefined;
  for (const node of nodes) {
    if (context.budget.isSpent) break;
    const fits = measureFit(rule, node, context);
    if (fits > (best?.fits ?? 0)) best = { node, fits };
  }
  return best && explain(rule, best.node, context, path);
}
