import { type Scope as AnalyzedScope, DefinitionType } from "@typescript-eslint/scope-manager";
import { type EsNode, fieldOf, nameOf, nodeAt } from "./es-node.ts";

/** Names that a scope may have although no code of its own declares them, by the scope. */
export type HiddenNames = ReadonlyMap<AnalyzedScope, ReadonlySet<string>>;

/** Finds what the analyzer of scopes does not know: functions in blocks of sloppy code, and parts that are merged. */
export function findHiddenNames(scopes: readonly AnalyzedScope[]): HiddenNames {
  const hidden = new Map<AnalyzedScope, Set<string>>();
  const hide = (scope: AnalyzedScope, name: string) => {
    hidden.set(scope, (hidden.get(scope) ?? new Set()).add(name));
  };
  const parts = new Map<string, AnalyzedScope[]>();
  for (const scope of scopes) {
    if (scope.type === "block" || scope.type === "switch") hideFunctions(scope, hide);
    if (scope.type !== "tsModule" && scope.type !== "tsEnum") continue;
    const key = `${scope.upper?.block.range[0]} ${nameOf(nodeAt(scope.block, "id"))}`;
    parts.set(key, [...(parts.get(key) ?? []), scope]);
  }
  for (const group of parts.values()) hideMembers(group, hide);
  return hidden;
}

/** In sloppy code, a function in a block is a `var` of the function around it, too (ECMAScript, Annex B.3.2). */
function hideFunctions(
  scope: AnalyzedScope,
  hide: (scope: AnalyzedScope, name: string) => void,
): void {
  if (scope.isStrict) return;
  for (const { name, defs } of scope.variables) {
    const isFunction = defs.some(
      ({ type, node }) => type === DefinitionType.FunctionName && isPlain(node),
    );
    if (isFunction) hide(scope.variableScope, name);
  }
}

function isPlain(node: EsNode): boolean {
  return fieldOf(node, "async") !== true && fieldOf(node, "generator") !== true;
}

/** The members of one part of a namespace or an enumeration are names in its other parts. */
function hideMembers(
  group: readonly AnalyzedScope[],
  hide: (scope: AnalyzedScope, name: string) => void,
): void {
  if (group.length < 2) return;
  const names = new Set(group.flatMap(({ variables }) => variables.map(({ name }) => name)));
  for (const scope of group) for (const name of names) if (!scope.set.has(name)) hide(scope, name);
}
