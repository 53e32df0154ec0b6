import { DefinitionType, type Variable } from "@typescript-eslint/scope-manager";
import type { Extent } from "../file-names.ts";
import { type EsNode, fieldOf, nodeAt } from "./es-node.ts";

/**
 * Returns the uses of a variable that certainly fail if they run: above the `let`, `const` or `class` that declares it,
 * in the same function, and assignments to a constant. Code in other functions may run later. `isQueried` is true for
 * the name of a type `typeof a`.
 */
export function failingUses(
  { defs, references, scope }: Variable,
  isQueried: (identifier: EsNode) => boolean,
): readonly Extent[] {
  const [definition, ...more] = defs;
  const dead = definition && more.length === 0 ? codeWithoutValue(definition) : undefined;
  if (definition === undefined || dead === undefined) return [];
  const isConstant = /^(?:const|using|await using)$/.test(kindOf(definition));
  return references.flatMap((reference) => {
    const { identifier, from, init, isTypeReference } = reference;
    const [start, end] = identifier.range;
    const isWritten = isConstant && reference.isWrite() && init !== true;
    const isEarly =
      init !== true && // A declaration that is no type is no use; `export { a }` is a type, too.
      !isTypeReference &&
      from.variableScope === scope.variableScope &&
      dead.some((code) => code.start <= start && start < code.end) &&
      !isQueried(identifier);
    return isWritten || isEarly ? [{ start, end }] : [];
  });
}

type Definition = Variable["defs"][number];

function kindOf({ parent }: Definition): string {
  return parent?.type === "VariableDeclaration" ? parent.kind : "";
}

/** Returns the code of a function in which a name has no value yet; undefined if it has one from the start. */
function codeWithoutValue(definition: Definition): readonly Extent[] | undefined {
  const { type, node, parent } = definition;
  const isAmbient = [node, parent].some((each) => each && fieldOf(each, "declare") === true);
  if (isAmbient) return undefined;
  if (type === DefinitionType.ClassName) return [{ start: 0, end: node.range[0] }];
  if (type !== DefinitionType.Variable || /^(?:var)?$/.test(kindOf(definition))) return undefined;
  const value = nodeAt(node, "init");
  return [{ start: 0, end: node.range[0] }, ...(value ? [extentOf(value)] : [])];
}

function extentOf({ range: [start, end] }: EsNode): Extent {
  return { start, end };
}
