import {
  type Scope as AnalyzedScope,
  DefinitionType,
  type Variable,
} from "@typescript-eslint/scope-manager";
import type { Extent } from "../file-names.ts";
import { type EsNode, fieldOf, nodeAt } from "./es-node.ts";

/**
 * Returns the uses of a variable that certainly fail if they run: above the `let`, `const` or `class` that declares it,
 * in the same function, and assignments to a constant. Code in other functions may run later. `isQueried` is true for
 * the name of a type `typeof a`.
 */
export function failingUses(
  variable: Variable,
  isQueried: (identifier: EsNode) => boolean,
): readonly Extent[] {
  const [definition] = variable.defs;
  if (!definition || !isLexical(variable)) return [];
  const isConstant = /^(?:const|using|await using)$/.test(kindOf(definition));
  return variable.references.flatMap((reference) => {
    const { identifier, from, init, isTypeReference } = reference;
    if (init === true) return []; // It is the declaration.
    const [start, end] = identifier.range;
    const isWritten = isConstant && reference.isWrite();
    // `export { a }` is a type, too.
    const isEarly = !isTypeReference && isDeadAt(variable, start, from) && !isQueried(identifier);
    return isWritten || isEarly ? [{ start, end }] : [];
  });
}

/** True if a variable certainly has no value yet when code at an offset, in a scope, runs. */
export function isDeadAt(variable: Variable, at: number, from: AnalyzedScope): boolean {
  const [definition] = variable.defs;
  if (!definition || from.variableScope !== variable.scope.variableScope) return false;
  if (!isLexical(variable)) return false;
  const { node } = definition;
  if (at < node.range[0]) return true;
  const [start, end] = nodeAt(node, "init")?.range ?? [at, at];
  return start <= at && at < end;
}

type Definition = Variable["defs"][number];

/** True for a variable that has no value from the start of its scope on. */
function isLexical({ defs: [definition, ...more] }: Variable): boolean {
  if (definition === undefined || more.length > 0) return false;
  const { type, node, parent } = definition;
  const isAmbient = [node, parent].some((each) => each && fieldOf(each, "declare") === true);
  const isOfVariable = type === DefinitionType.Variable && !/^(?:var)?$/.test(kindOf(definition));
  return !isAmbient && (type === DefinitionType.ClassName || isOfVariable);
}

function kindOf({ parent }: Definition): string {
  return parent?.type === "VariableDeclaration" ? parent.kind : "";
}
