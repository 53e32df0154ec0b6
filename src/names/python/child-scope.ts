import type { Extent } from "../file-names.ts";
import type { Frame } from "./frame.ts";
import type { KeptNode } from "./kept-node.ts";
import type { Role } from "./role.ts";
import { PythonScope } from "./scope.ts";

const COMPREHENSIONS = new Set([
  ...["list_comprehension", "set_comprehension"],
  ...["dictionary_comprehension", "generator_expression"],
]);

/** Returns the scope in which the next child of a frame counts. Scopes that begin with it are made. */
export function childScope(frame: Frame, child: KeptNode, className: () => string): PythonScope {
  switch (frame.kind) {
    case "function_definition":
      return inFunction(frame, child);
    case "class_definition":
      return inClass(frame, child, className);
    case "type_alias_statement":
      if (frame.count > 0) return frame.annotations;
      typeScope(frame, child, frame.end);
      return frame.scope;
    case "type":
      return child.kind === "type_parameter" && frame.role === "typeName"
        ? (frame.parent?.annotations ?? frame.scope)
        : frame.scope;
    case "default_parameter":
    case "typed_parameter":
    case "typed_default_parameter":
      return inParameter(frame, child);
    case "for_in_clause":
      return frame.count === 0 ? (frame.parent?.scope ?? frame.scope) : frame.scope;
    default:
      return frame.scope;
  }
}

function inFunction(frame: Frame, child: KeptNode): PythonScope {
  if (frame.count > 0 && child.kind === "type_parameter") return typeScope(frame, child, frame.end);
  if (child.kind === "type") return frame.annotations;
  if (child.kind !== "parameters" && child.kind !== "block") return frame.scope;
  const place = { start: child.start, end: frame.end };
  const around = { parent: frame.annotations, definedIn: frame.scope };
  frame.inner ??= new PythonScope("function", place, around);
  return frame.inner;
}

function inClass(frame: Frame, child: KeptNode, className: () => string): PythonScope {
  if (frame.count === 0) return frame.scope;
  if (child.kind === "type_parameter") return typeScope(frame, child, frame.end);
  if (child.kind !== "block") return frame.annotations;
  const around = { parent: frame.annotations, className: className() };
  return new PythonScope("class", child, around);
}

function typeScope(frame: Frame, { start }: Extent, end: number): PythonScope {
  frame.annotations = new PythonScope("types", { start, end }, { parent: frame.scope });
  return frame.annotations;
}

/** The frame has the scope of the default; the name is in the function, the annotation around it. */
function inParameter(frame: Frame, child: KeptNode): PythonScope {
  const scope = frame.parent?.scope ?? frame.scope;
  if (frame.count === 0) return scope;
  return child.kind === "type" ? (scope.parent ?? scope) : frame.scope;
}

/** Returns the scope of the code of a node whose place is in another scope. */
export function ownScope(
  node: KeptNode,
  role: Role,
  parent: Frame,
  place: PythonScope,
): PythonScope {
  const { kind } = node;
  if (kind === "lambda") return new PythonScope("function", node, { parent: place });
  if (COMPREHENSIONS.has(kind)) return new PythonScope("comprehension", node, { parent: place });
  if (role === "parameter" && kind.endsWith("default_parameter")) return place.definedIn;
  if (role === "parameter" && kind === "typed_parameter") return place.parent ?? place;
  if (kind === "for_in_clause" && isFirstClause(parent)) return place.definedIn;
  return place;
}

/** The first iterable of a comprehension is evaluated around it. */
function isFirstClause(comprehension: Frame): boolean {
  const isFirst = !comprehension.hasClause;
  comprehension.hasClause = true;
  return isFirst;
}
