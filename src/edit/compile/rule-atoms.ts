import type { Strictness, WrittenMap } from "../../model/edit.ts";
import type { OpProblem } from "../../model/search/op-problem.ts";
import { isRecord } from "../../shared/is-record.ts";
import { type FieldPath, findUnknownKeys, mustBe } from "./written-keys.ts";

/** The smallest parts of a rule, which can be checked one by one. */
export type RuleAtom = { readonly path: FieldPath } & (
  | {
      readonly kind: "pattern";
      readonly context: string;
      readonly selector?: string;
      readonly strictness?: Strictness;
    }
  | { readonly kind: "kind"; readonly selector: string }
  | { readonly kind: "regex"; readonly source: string }
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "position"; readonly written: unknown }
  | { readonly kind: "range"; readonly written: unknown }
  | { readonly kind: "reference"; readonly id: string }
  | { readonly kind: "call"; readonly id: string; readonly passed: readonly string[] }
);

/** The parts of a rule. If there are problems, atoms may be missing. */
export interface RuleParts {
  readonly atoms: readonly RuleAtom[];
  readonly problems: readonly OpProblem[];
}

const strictnessNames = ["cst", "smart", "ast", "relaxed", "signature", "template"];
const relationNames = ["inside", "has", "precedes", "follows"];

/** The keys of a rule object in the version of ast-grep whose rules are read. */
const ruleKeys: readonly string[] = [
  "pattern",
  "kind",
  "regex",
  "nthChild",
  "range",
  ...relationNames,
  "all",
  "any",
  "not",
  "matches",
];

/** Splits a written rule into its atoms and checks its form: keys and types, but not their meaning. */
export function readRule(written: unknown, path: FieldPath): RuleParts {
  const reader = new RuleReader();
  reader.readRule(written, path, []);
  return reader;
}

/** Reads the rule in `expandStart` and `expandEnd`: a rule with `stopBy` and `field`. */
export function readRelation(written: unknown, path: FieldPath): RuleParts {
  const reader = new RuleReader();
  reader.readRelation(written, path);
  return reader;
}

class RuleReader implements RuleParts {
  readonly atoms: RuleAtom[] = [];
  readonly problems: OpProblem[] = [];

  readRule(written: unknown, path: FieldPath, moreKeys: readonly string[]): void {
    if (!isRecord(written)) {
      this.problems.push(mustBe(path, "a rule: a map"));
      return;
    }
    this.problems.push(...findUnknownKeys(written, [...ruleKeys, ...moreKeys], path));
    if (!ruleKeys.some((key) => Object.hasOwn(written, key))) {
      const message = "the rule is empty";
      this.problems.push({ code: "invalid-rule", field: path, message });
    }
    for (const [key, value] of Object.entries(written)) this.#readKey(key, value, [...path, key]);
  }

  readRelation(written: unknown, path: FieldPath): void {
    this.readRule(written, path, ["stopBy", "field"]);
    if (!isRecord(written)) return;
    const { stopBy, field } = written;
    if (isRecord(stopBy)) this.readRule(stopBy, [...path, "stopBy"], []);
    else if (stopBy !== undefined && stopBy !== "neighbor" && stopBy !== "end")
      this.problems.push(mustBe([...path, "stopBy"], "`neighbor`, `end` or a rule"));
    if (typeof field === "string")
      this.atoms.push({ kind: "field", path: [...path, "field"], name: field });
    else if (field !== undefined && field !== null)
      this.problems.push(mustBe([...path, "field"], "a text"));
  }

  #readKey(key: string, value: unknown, path: FieldPath): void {
    if (relationNames.includes(key)) this.readRelation(value, path);
    else if (key === "pattern") this.#readPattern(value, path);
    else if (key === "kind")
      this.#readText(value, path, (selector) => ({ kind: "kind", path, selector }));
    else if (key === "regex")
      this.#readText(value, path, (source) => ({ kind: "regex", path, source }));
    else if (key === "nthChild") this.#readPosition(value, path);
    else if (key === "range") this.atoms.push({ kind: "range", path, written: value });
    else if (key === "all" || key === "any") this.#readList(value, path);
    else if (key === "not") this.readRule(value, path, []);
    else if (key === "matches") this.#readMatches(value, path);
  }

  #readPattern(value: unknown, path: FieldPath): void {
    if (typeof value === "string") {
      this.atoms.push({ kind: "pattern", path, context: value });
      return;
    }
    if (!isRecord(value)) {
      this.problems.push(mustBe(path, "a text, or a map with `context`"));
      return;
    }
    this.problems.push(...findUnknownKeys(value, ["context", "selector", "strictness"], path));
    const { context, selector, strictness } = value;
    if (typeof context !== "string") {
      this.problems.push(mustBe([...path, "context"], "a text"));
      return;
    }
    if (selector !== undefined && typeof selector !== "string")
      this.problems.push(mustBe([...path, "selector"], "a text"));
    if (strictness !== undefined && !isStrictness(strictness)) {
      const names = strictnessNames.map((name) => `\`${name}\``).join(", ");
      this.problems.push(mustBe([...path, "strictness"], `one of ${names}`));
    }
    this.atoms.push({
      kind: "pattern",
      path,
      context,
      ...(typeof selector === "string" ? { selector } : {}),
      ...(isStrictness(strictness) ? { strictness } : {}),
    });
  }

  #readText(value: unknown, path: FieldPath, atomOf: (text: string) => RuleAtom): void {
    if (typeof value === "string") this.atoms.push(atomOf(value));
    else this.problems.push(mustBe(path, "a text"));
  }

  #readPosition(value: unknown, path: FieldPath): void {
    if (!isRecord(value)) {
      this.atoms.push({ kind: "position", path, written: value });
      return;
    }
    this.problems.push(...findUnknownKeys(value, ["position", "ofRule", "reverse"], path));
    this.atoms.push({ kind: "position", path: [...path, "position"], written: value.position });
    if (value.ofRule !== undefined) this.readRule(value.ofRule, [...path, "ofRule"], []);
    if (value.reverse !== undefined && typeof value.reverse !== "boolean")
      this.problems.push(mustBe([...path, "reverse"], "true or false"));
  }

  #readList(value: unknown, path: FieldPath): void {
    if (!Array.isArray(value)) {
      this.problems.push(mustBe(path, "a list of rules"));
      return;
    }
    for (const [index, rule] of value.entries()) this.readRule(rule, [...path, index], []);
  }

  #readMatches(value: unknown, path: FieldPath): void {
    if (typeof value === "string") {
      this.atoms.push({ kind: "reference", path, id: value });
      return;
    }
    if (!isRecord(value)) {
      this.problems.push(mustBe(path, "the id of a utility rule"));
      return;
    }
    for (const [id, passed] of Object.entries(value)) {
      const at = [...path, id];
      const rules: WrittenMap = isRecord(passed) ? passed : {};
      if (!isRecord(passed)) this.problems.push(mustBe(at, "a map of rules"));
      this.atoms.push({ kind: "call", path: at, id, passed: Object.keys(rules) });
      for (const [name, rule] of Object.entries(rules)) this.readRule(rule, [...at, name], []);
    }
  }
}

function isStrictness(value: unknown): value is Strictness {
  return typeof value === "string" && strictnessNames.includes(value);
}
