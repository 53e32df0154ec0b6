import { parse } from "yaml";
import type { RuleOp } from "../../src/model/edit.ts";

/** The op that one document of a rule file stands for; a `fix` is what an op calls `out`. */
export function ruleOpOf(document: string): RuleOp {
  const { id, rule, constraints, utils, transform, rewriters, fix, language } = parse(document);
  const rules = { rule, constraints, utils, transform, rewriters };
  const given = Object.fromEntries(
    Object.entries(rules).filter(([, value]) => value !== undefined),
  ) as Pick<RuleOp, "rule">;
  return { kind: "rule", id, ...given, out: fix, language };
}
