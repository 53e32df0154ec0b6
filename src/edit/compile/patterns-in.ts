import type { EditOp, WrittenMap } from "../../model/edit.ts";
import { type RuleAtom, readRule } from "./rule-atoms.ts";

/** A pattern of an op, with the key that has it. */
export type PatternInOp = Pick<
  RuleAtom & { readonly kind: "pattern" },
  "path" | "context" | "selector" | "strictness"
>;

/** Returns the patterns of an op: those of its rule, its constraints and its utility rules; none for imports. */
export function patternsIn(op: EditOp): readonly PatternInOp[] {
  if (op.kind === "imports") return [];
  if (op.kind === "pattern") {
    const { pat, selector, strictness } = op;
    const selected = selector === undefined ? {} : { selector };
    return [{ path: ["pat"], context: pat, ...selected, ...(strictness ? { strictness } : {}) }];
  }
  const readAll = (rules: WrittenMap = {}, key: string) =>
    Object.entries(rules).map(([name, rule]) => readRule(rule, [key, name]));
  const { rule, constraints, utils } = op;
  return [
    readRule(rule, ["rule"]),
    ...readAll(constraints, "constraints"),
    ...readAll(utils, "utils"),
  ]
    .flatMap(({ atoms }) => atoms)
    .filter((atom) => atom.kind === "pattern");
}
