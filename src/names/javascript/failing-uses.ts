import {
  type Reference as AnalyzedReference,
  type Scope as AnalyzedScope,
  DefinitionType,
  type Variable,
} from "@typescript-eslint/scope-manager";
import type { Extent } from "../file-names.ts";
import { fieldOf, nodeAt } from "./es-node.ts";

/**
 * Returns the uses of a variable that certainly fail if they run: above the `let`, `const` or `class` that declares it,
 * in the same function, and assignments to a constant or an import. Code in other functions may run later. `hasValue`
 * is false for a reference that needs no value.
 */
export function failingUses(
  variable: Variable,
  hasValue: (reference: AnalyzedReference) => boolean,
): readonly Extent[] {
  const [definition] = variable.defs;
  if (definition === undefined) return [];
  const isConstant = isConstantOf(definition);
  if (!isConstant && !isLexical(variable)) return [];
  return variable.references.flatMap((reference) => {
    if (reference.init === true) return []; // It is the declaration.
    const [start, end] = reference.identifier.range;
    const isWritten = isConstant && reference.isWrite();
    const isEarly = isDeadAt(variable, start, reference.from) && hasValue(reference);
    return isWritten || isEarly ? [{ start, end }] : [];
  });
}

/** True if a variable certainly has no value yet when code at an offset, in a scope, runs. */
export function isDeadAt(variable: Variable, at: number, from: AnalyzedScope): boolean {
  const [definition] = variable.defs;
  if (!definition || from.variableScope !== variable.scope.variableScope) return false;
  const { node } = definition;
  const [start, end] = nodeAt(node, "init")?.range ?? [at, at];
  const isBefore = at < node.range[0] || (start <= at && at < end);
  return isBefore && isLexical(variable);
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

function isConstantOf(definition: Definition): boolean {
  const isImport = definition.type === DefinitionType.ImportBinding;
  return isImport || /^(?:const|using|await using)$/.test(kindOf(definition));
}

function kindOf({ parent }: Definition): string {
  return parent?.type === "VariableDeclaration" ? parent.kind : "";
}
