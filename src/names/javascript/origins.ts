import { DefinitionType, type Variable } from "@typescript-eslint/scope-manager";
import type { Origin, Resolved } from "../file-names.ts";
import { type EsNode, fieldOf, nameOf, nodeAt, nodesAt, textOf } from "./es-node.ts";

/** Returns what the identifier that refers to something means. */
export type MeaningOf = (
  identifier: EsNode,
) => { readonly kind: "global" } | { readonly kind: "unknown" } | DeclaredMeaning;

interface DeclaredMeaning {
  readonly kind: "declared";
  readonly declaration: Extract<Resolved, { kind: "declared" }>["declaration"];
}

/** Returns what an expression, a qualified name or the name of a tag comes from. */
export function resolveNode(node: EsNode, meaningOf: MeaningOf): Resolved {
  const path: string[] = [];
  let at = withoutType(node);
  for (;;) {
    const member = memberOf(at);
    if (member === undefined) break;
    path.unshift(member.name);
    at = withoutType(member.object);
  }
  const module = moduleOf(at, meaningOf);
  const isRequired = at.type === "CallExpression";
  if (module !== undefined) return { kind: "module", origin: { module, path, isRequired } };
  if (at.type !== "Identifier" && at.type !== "JSXIdentifier") return { kind: "none" };
  const meaning = meaningOf(at);
  if (meaning.kind === "unknown") return meaning;
  if (meaning.kind === "global") return { kind: "global", name: nameOf(at) ?? "", path };
  const { origin } = meaning.declaration;
  if (origin === undefined) {
    const { mayBe } = meaning.declaration;
    if (mayBe === undefined) return { ...meaning, path };
    return { kind: "unknown", among: [{ ...mayBe, path: [...mayBe.path, ...path] }] };
  }
  return { kind: "module", origin: { ...origin, path: [...origin.path, ...path] } };
}

/** Returns an expression without what only types say of it, and without the mark of an optional chain. */
export function withoutType(node: EsNode): EsNode {
  const isMark = /^(?:TS(?:NonNull|As|Satisfies|Instantiation)Expression|ChainExpression)$/;
  let at = node;
  while (isMark.test(at.type)) at = nodeAt(at, "expression") ?? at;
  return at;
}

/** Returns the parts of `object.name`. */
export function memberOf(
  node: EsNode,
): { readonly object: EsNode; readonly name: string } | undefined {
  const [objectKey, nameKey] =
    node.type === "TSQualifiedName" ? ["left", "right"] : ["object", "property"];
  if (!/^(?:MemberExpression|JSXMemberExpression|TSQualifiedName)$/.test(node.type))
    return undefined;
  const object = nodeAt(node, objectKey);
  const property = nodeAt(node, nameKey);
  const name = fieldOf(node, "computed") === true ? textOf(property) : nameOf(property);
  return object === undefined || name === undefined ? undefined : { object, name };
}

/** Returns the module of `require("m")` and `await import("m")`. */
function moduleOf(node: EsNode, meaningOf: MeaningOf): string | undefined {
  if (node.type === "AwaitExpression") {
    const argument = nodeAt(node, "argument");
    if (argument?.type !== "ImportExpression" || isOfSource(argument)) return undefined;
    return textOf(nodeAt(argument, "source"));
  }
  if (node.type !== "CallExpression") return undefined;
  const callee = nodeAt(node, "callee");
  const [argument, ...more] = nodesAt(node, "arguments");
  if (callee?.type !== "Identifier" || nameOf(callee) !== "require" || more.length > 0)
    return undefined;
  return meaningOf(callee).kind === "global" ? textOf(argument) : undefined;
}

/** True for an import of what a module is compiled from, which has none of its exports. */
export function isOfSource(node: EsNode): boolean {
  return fieldOf(node, "phase") === "source";
}

/** Returns the module that a function gets as its first argument. */
export type ModuleGivenTo = (callback: EsNode) => string | undefined;

/** Returns the module from which one of the values of a variable comes: `a || b`, or a default in its pattern. */
export function possibleOriginOf({ defs }: Variable, meaningOf: MeaningOf): Origin | undefined {
  const [definition, ...more] = defs;
  if (definition?.type !== DefinitionType.Variable || more.length > 0) return undefined;
  const value = nodeAt(definition.node, "init");
  const target = nodeAt(definition.node, "id");
  if (value === undefined || target === undefined) return undefined;
  const path = pathTo(definition.name, target, "also defaults");
  if (path === undefined) return undefined;
  const choices = choicesOf(value);
  if (choices.length < 2 && pathTo(definition.name, target) !== undefined) return undefined;
  const [found] = choices.flatMap((choice) => {
    const resolved = resolveNode(choice, meaningOf);
    return resolved.kind === "module" ? [resolved.origin] : [];
  });
  return found && { ...found, path: [...found.path, ...path] };
}

function choicesOf(value: EsNode): readonly EsNode[] {
  const at = withoutType(value);
  const keys = CHOICES[at.type];
  return keys === undefined ? [at] : keys.flatMap((key) => nodeAt(at, key) ?? []);
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  LogicalExpression: ["left", "right"],
  ConditionalExpression: ["consequent", "alternate"],
};

/** Returns the module from which the only value of a variable comes; undefined if it is another value. */
export function originOf(
  variable: Variable,
  meaningOf: MeaningOf,
  moduleGivenTo: ModuleGivenTo,
): Origin | undefined {
  const [definition, ...more] = variable.defs;
  if (definition === undefined || more.length > 0) return undefined;
  const { node, name, parent } = definition;
  if (definition.type === DefinitionType.ImportBinding)
    return importedBy(node, { parent, meaningOf });
  if (definition.type === DefinitionType.Parameter) {
    const module = moduleGivenTo(node);
    const [first] = module === undefined ? [] : nodesAt(node, "params");
    const path = first && pathTo(name, first);
    return module === undefined || path === undefined ? undefined : { module, path };
  }
  if (definition.type !== DefinitionType.Variable) return undefined;
  const value = nodeAt(node, "init");
  const target = nodeAt(node, "id");
  const path = target && pathTo(name, target);
  if (value === undefined || path === undefined) return undefined;
  const resolved = resolveNode(value, meaningOf);
  if (resolved.kind !== "module") return undefined;
  return { ...resolved.origin, path: [...resolved.origin.path, ...path] };
}

function importedBy(
  node: EsNode,
  { parent, meaningOf }: { parent: EsNode | null | undefined; meaningOf: MeaningOf },
): Origin | undefined {
  if (node.type === "TSImportEqualsDeclaration") {
    const reference = nodeAt(node, "moduleReference");
    if (reference === undefined) return undefined;
    const module = nameOf(nodeAt(reference, "expression"));
    if (module !== undefined) return { module, path: [], isRequired: true };
    const resolved = resolveNode(reference, meaningOf);
    return resolved.kind === "module" ? resolved.origin : undefined;
  }
  const module = parent && !isOfSource(parent) ? nameOf(nodeAt(parent, "source")) : undefined;
  if (module === undefined) return undefined;
  if (node.type === "ImportNamespaceSpecifier") return { module, path: [] };
  if (node.type === "ImportDefaultSpecifier") return { module, path: ["default"] };
  const name = nameOf(nodeAt(node, "imported"));
  return name === undefined ? undefined : { module, path: [name] };
}

/** Returns the keys from a pattern to a name in it; undefined if a default or a rest stands between. */
function pathTo(
  name: EsNode,
  target: EsNode,
  which: "no default" | "also defaults" = "no default",
): readonly string[] | undefined {
  let [at, path]: [EsNode, readonly string[]] = [target, []];
  while (at.range[0] !== name.range[0] || at.type !== "Identifier") {
    const left = which === "also defaults" && at.type === "AssignmentPattern" && nodeAt(at, "left");
    if (left) {
      at = left;
      continue;
    }
    if (at.type !== "ObjectPattern") return undefined;
    const property = nodesAt(at, "properties").find(
      ({ range: [start, end] }) => start <= name.range[0] && name.range[1] <= end,
    );
    const value = property?.type === "Property" ? nodeAt(property, "value") : undefined;
    const written = property && nodeAt(property, "key");
    const isComputed = property !== undefined && fieldOf(property, "computed") === true;
    const key = isComputed ? textOf(written) : nameOf(written);
    if (value === undefined || key === undefined) return undefined;
    [at, path] = [value, [...path, key]];
  }
  return path;
}
