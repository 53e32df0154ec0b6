import type { DeclarationKind, Extent, Origin } from "../file-names.ts";
import type { AssignedValue, Binding } from "./declaration.ts";
import type { Frame } from "./frame.ts";
import type { Role } from "./role.ts";

const KINDS: ReadonlySet<Role> = new Set<DeclarationKind>([
  ...(["import", "variable", "function", "class", "type", "parameter"] as const),
]);

/** True if a name in the role only declares. `x += 1` and `del x` need a declaration besides. */
export function isDeclaring(role: Role): boolean {
  return KINDS.has(role) || role === "walrus";
}

/** Returns the binding of a name in a role, if the role binds it. */
export function bindingOf(
  frame: Frame,
  { start, end }: Extent,
  role: Role,
  name: string,
): Binding | undefined {
  const change = role === "rebind" || role === "delete" ? role : undefined;
  if (change === undefined && !isDeclaring(role)) return undefined;
  const { statement } = frame;
  return {
    name,
    start,
    end,
    kind: isKind(role) ? role : "variable",
    form: change ?? "declare",
    nameForm: role === "import" && frame.kind === "dotted_name" ? "import" : "plain",
    origin: role === "import" ? importOrigin(frame, name) : undefined,
    value: valueIn(frame),
    effect: LASTING.has(statement.kind) ? statement.end : end,
    isCertain: isCertain(role, statement),
    isForTypes: statement.isForTypes,
  };
}

/** Their names have values only after all of their code. */
const LASTING = new Set(["assignment", "function_definition", "class_definition"]);

/** True if no other code decides if the name is bound. */
function isCertain(role: Role, { kind, blocks, isInLoop }: Frame): boolean {
  if (blocks > 0 || isInLoop) return false;
  return role === "variable" ? kind === "assignment" : role !== "walrus";
}

function isKind(role: Role): role is DeclarationKind {
  return KINDS.has(role);
}

/** The value of the only name before `=` or `:=`. */
function valueIn({ kind, count, value }: Frame): AssignedValue | undefined {
  return (kind === "assignment" || kind === "named_expression") && count === 0 ? value : undefined;
}

/** Returns the origin of a name whose frame is the one in an import. */
function importOrigin({ kind, imported, parent }: Frame, name: string): Origin | undefined {
  const module = parent?.imported;
  if (kind === "dotted_name")
    return module === undefined ? { module: name, path: [] } : { module, path: [name] };
  if (imported === undefined) return undefined;
  return module === undefined ? { module: imported, path: [] } : { module, path: [imported] };
}
