import type { WrittenMap } from "../../model/edit.ts";
import type { OpProblem } from "../../model/search/op-problem.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { isRecord } from "../../shared/is-record.ts";
import { findSearchProblem } from "../engine/engine.ts";
import { readingFrom } from "../engine/text-transform.ts";
import type { Language } from "../language/language.ts";
import type { BoundNames } from "./bound-names.ts";
import type { Transform } from "./compiled-op.ts";
import { parseTransforms } from "./parse-transform.ts";
import type { FieldPath } from "./written-keys.ts";

/** The `transform` of a rule. */
export interface CompiledTransforms {
  /** In the order in which they are computed. */
  readonly transforms: readonly Transform[];
  /** The names of all variables that are made. */
  readonly names: readonly string[];
  readonly problems: readonly OpProblem[];
}

/** The surroundings that a transform may refer to. */
interface TransformSurroundings {
  readonly names: BoundNames;
  readonly language: Language;
  readonly rewriterIds: readonly string[];
}

/** Compiles `transform`; checks its form, its sources, its rewriters, and that no variable is made from itself. */
export function compileTransforms(
  written: unknown,
  path: FieldPath,
  surroundings: TransformSurroundings,
): CompiledTransforms {
  const { transforms, problems } = parseTransforms(written, path);
  const names = transforms.map(({ name }) => name);
  const found = transforms.flatMap((transform) =>
    checkTransform(transform, names, [...path, transform.name], surroundings),
  );
  const order = orderTransforms(transforms);
  if (order.kind === "cyclic") {
    const message = `\`${order.name}\` is made from itself`;
    const cyclic = { code: "invalid-rule" as const, field: [...path, order.name], message };
    return { transforms: [], names, problems: [...problems, ...found, cyclic] };
  }
  return { transforms: order.transforms, names, problems: [...problems, ...found] };
}

function checkTransform(
  transform: Transform,
  made: readonly string[],
  field: FieldPath,
  { names, language, rewriterIds }: TransformSurroundings,
): readonly OpProblem[] {
  const { name, source } = transform;
  const problem = (message: string): OpProblem => ({ code: "invalid-rule", field, message });
  const problems: OpProblem[] = [];
  if (names.single.includes(name) || names.many.includes(name))
    problems.push({
      ...problem(`\`${name}\` is bound by the rule already`),
      hint: "Give it another name",
    });
  const known = source.kind === "many" ? names.many : [...names.single, ...made];
  if (!known.includes(source.name)) {
    const dollars = source.kind === "many" ? "$$$" : "$";
    const message = `\`${name}\` is made from \`${dollars}${source.name}\`, which nothing binds`;
    const all = [...names.single, ...made].map((each) => `$${each}`);
    const many = names.many.map((each) => `$$$${each}`);
    problems.push({
      ...problem(message),
      code: "unbound-metavariable",
      hint: didYouMean(`${dollars}${source.name}`, [...all, ...many]),
    });
  }
  if (transform.kind === "rewrite") {
    for (const id of transform.rewriters.filter((each) => !rewriterIds.includes(each)))
      problems.push({
        ...problem(`there is no rewriter \`${id}\``),
        hint: didYouMean(id, rewriterIds),
      });
    return problems;
  }
  if (transform.kind === "map") return problems;
  const wrong = findWrongValue(transform.written, language);
  return wrong === undefined ? problems : [...problems, problem(`\`${name}\`: ${wrong}`)];
}

const cases = [
  "lowerCase",
  "upperCase",
  "capitalize",
  "camelCase",
  "snakeCase",
  "kebabCase",
  "pascalCase",
];
const separators = ["caseChange", "dash", "dot", "slash", "space", "underscore"];

/** Describes the fault in the options of a transformation: the engine reports only that there is one. */
function findWrongValue(written: WrittenMap, language: Language): string | undefined {
  const [options] = Object.values(written);
  const { replace, by, toCase, separatedBy } = isRecord(options) ? options : {};
  if (typeof replace === "string") {
    const found = findSearchProblem({ rule: { regex: replace } }, language);
    if (found !== undefined) return `the regular expression does not compile: ${found}`;
    if (typeof by !== "string") return "`by` must be a text";
  }
  if (toCase !== undefined && !cases.includes(String(toCase)))
    return `\`toCase\` must be one of ${cases.join(", ")}`;
  if (Array.isArray(separatedBy) && !separatedBy.every((each) => separators.includes(each)))
    return `\`separatedBy\` must be a list of ${separators.join(", ")}`;
  const search = { rule: { pattern: "$A" }, transform: { RESULT: readingFrom("$A", written) } };
  const found = findSearchProblem(search, language);
  return found === undefined ? undefined : "it has an option that is missing or of the wrong type";
}

/** Transforms in an order in which each comes after the one that it reads, or the name of one in a cycle. */
type TransformOrder =
  | { readonly kind: "ordered"; readonly transforms: readonly Transform[] }
  | { readonly kind: "cyclic"; readonly name: string };

/** Orders transforms by what they read. The order among independent ones is that of the text. */
function orderTransforms(transforms: readonly Transform[]): TransformOrder {
  const byName = new Map(transforms.map((transform) => [transform.name, transform]));
  const ordered = new Set<Transform>();
  for (const transform of transforms) {
    const chain: Transform[] = [];
    let next: Transform | undefined = transform;
    while (next !== undefined && !ordered.has(next)) {
      if (chain.includes(next)) return { kind: "cyclic", name: next.name };
      chain.push(next);
      next = byName.get(next.source.name);
    }
    for (const link of chain.reverse()) ordered.add(link);
  }
  return { kind: "ordered", transforms: [...ordered] };
}
