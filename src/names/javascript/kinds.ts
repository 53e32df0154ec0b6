import { DefinitionType, ScopeType, type Variable } from "@typescript-eslint/scope-manager";
import type { Declaration, DeclarationKind } from "../file-names.ts";
import { fieldOf, nodeAt, nodesAt } from "./es-node.ts";

type Definition = Variable["defs"][number];

const KINDS: Readonly<Record<DefinitionType, DeclarationKind>> = {
  [DefinitionType.CatchClause]: "variable",
  [DefinitionType.ClassName]: "class",
  [DefinitionType.FunctionName]: "function",
  [DefinitionType.ImplicitGlobalVariable]: "variable",
  [DefinitionType.ImportBinding]: "import",
  [DefinitionType.Parameter]: "parameter",
  [DefinitionType.TSEnumName]: "class",
  [DefinitionType.TSEnumMember]: "variable",
  [DefinitionType.TSModuleName]: "variable",
  [DefinitionType.Type]: "type",
  [DefinitionType.Variable]: "variable",
};

/** Returns the kind of the first declaration of a name, and those of others that merge with it. */
export function kindsOf({
  defs,
}: Variable): Pick<Declaration, "kind"> & { readonly otherKinds: readonly DeclarationKind[] } {
  const [kind = "variable", ...otherKinds] = new Set(defs.map(({ type }) => KINDS[type]));
  return { kind, otherKinds };
}

/** True for `import type { a }`, `import { type a }` and `import type a = require("a")`. */
export function isTypeOnly({ defs }: Variable): boolean {
  const isType = ({ type, node, parent }: Definition) =>
    type === DefinitionType.ImportBinding &&
    [node, parent].some((each) => each && fieldOf(each, "importKind") === "type");
  return defs.length > 0 && defs.every(isType);
}

/**
 * Returns the end of the declarator of a variable, if it is a statement of its scope. Others are bound from the start.
 */
export function boundFrom({ defs: [definition], scope: { block } }: Variable): number {
  if (definition?.type !== DefinitionType.Variable) return 0;
  const { node, parent } = definition;
  const body = nodeAt(block, "body") ?? block;
  const isHere = nodesAt(body, "body").some(
    (statement) => statement === parent || nodeAt(statement, "declaration") === parent,
  );
  return isHere ? node.range[1] : Number.POSITIVE_INFINITY;
}

/** True if the language does not allow the declarations of a name beside each other. */
export function isDuplicate({ defs, scope }: Variable): boolean {
  const values = defs.filter(
    ({ type }) => type !== DefinitionType.Type && type !== DefinitionType.TSModuleName,
  );
  if (values.length < 2) return false;
  const functions = values.filter(({ type }) => type === DefinitionType.FunctionName);
  const bodies = functions.filter(({ node }) => fieldOf(node, "body"));
  const isLexical = scope.block.type === "Program" || scope.type === ScopeType.block;
  if (functions.length === values.length) return isLexical && bodies.length > 1;
  if (values.every(({ type }) => type === DefinitionType.TSEnumName)) return false;
  return values.some(isOnlyOnce);
}

function isOnlyOnce({ type, parent }: Definition): boolean {
  if (type === DefinitionType.Variable)
    return parent?.type === "VariableDeclaration" && parent.kind !== "var";
  return (
    type === DefinitionType.ClassName ||
    type === DefinitionType.ImportBinding ||
    type === DefinitionType.TSEnumName
  );
}
