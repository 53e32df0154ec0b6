import type { SgNode } from "@ast-grep/napi";
import type { EngineSearch } from "../edit/engine/engine.ts";
import { isRecord } from "../shared/is-record.ts";
import { clipNode } from "./difference-words.ts";
import { explainRule } from "./explain-rule.ts";
import type { NearRule } from "./nearest-to-rule.ts";
import { holds, type RuleContext, type RuleFailure } from "./rule-context.ts";
import { sampleMatches } from "./sample-nodes.ts";

const MOST_NODES = 300;

/** A node that fails only constraints is nearer than any that fails a part of the rule. */
const WHOLE_RULE = 1_000_000;

/** Finds the node that matches the rule of a search, and the constraint that it fails; undefined if there is none. */
export function failedConstraint(
  { rule, constraints = {} }: EngineSearch,
  context: RuleContext & { readonly isMeant?: ((node: SgNode) => boolean) | undefined },
): NearRule | undefined {
  if (Object.keys(constraints).length === 0) return undefined;
  const { root, isMeant = () => true } = context;
  let nearest: NearRule | undefined;
  for (const match of sampleMatches(rule, root, context).filter(isMeant).slice(0, MOST_NODES)) {
    const failures = Object.entries(constraints).flatMap(([name, constraint]): RuleFailure[] => {
      const node = match.getMatch(name);
      if (node === null || !isRecord(constraint) || holds(constraint, node, context)) return [];
      const path = ["constraints", name];
      const failure = explainRule(constraint, node, context, path);
      if (failure === undefined) return [];
      const message = `\`$${name}\` is ${clipNode(node)}, and ${failure.message}`;
      return [{ ...failure, message }];
    });
    const [failure] = failures;
    if (failure === undefined) continue;
    const fits = WHOLE_RULE + Object.keys(constraints).length - failures.length;
    if (nearest === undefined || fits > nearest.fits) nearest = { node: match, fits, failure };
    if (context.budget.isSpent) break;
  }
  return nearest;
}
