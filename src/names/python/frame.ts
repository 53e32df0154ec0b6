import type { AssignedValue } from "./declaration.ts";
import type { KeptNode } from "./kept-node.ts";
import type { Role } from "./role.ts";
import type { PythonScope } from "./scope.ts";

const PATTERNS = new Set(["pattern_list", "tuple_pattern", "list_pattern", "as_pattern_target"]);
/** The kinds of loops. */
export const LOOPS: ReadonlySet<string> = new Set(["for_statement", "while_statement"]);

/** A node that is open while the nodes inside of it are read. */
export class Frame {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly role: Role;
  readonly parent: Frame | undefined;
  /** The scope of its code, but for that of some children. */
  readonly scope: PythonScope;
  /** The scope of a function's annotations, of a class's bases, of the value of a type. */
  annotations: PythonScope;
  /** The scope of the function whose parameters and block are its children. */
  inner: PythonScope | undefined;
  /** The number of children so far. */
  count = 0;
  /** The nearest frame that is no pattern: itself, or the one around the pattern. */
  readonly statement: Frame;
  /** The number of blocks around its code in its scope, besides that of the scope itself. */
  readonly blocks: number;
  readonly isInLoop: boolean;
  /** The value of an assignment. `a = b = c` has one. */
  readonly value: AssignedValue | undefined;
  /** Its code runs for those alone who check types. */
  isForTypes: boolean;
  /** It is in an annotation. */
  readonly isInType: boolean;
  /** The module of an import, or the name before `as`. */
  imported: string | undefined;
  /** The strings inside are names that the module exports. */
  isExports = false;
  /** A `for` of a comprehension was read. */
  hasClause = false;
  /** The block of a loop, or the first `for` of a comprehension, was read. */
  hasBody = false;

  constructor(
    { kind, start, end }: Pick<KeptNode, "kind" | "start" | "end">,
    role: Role,
    scope: PythonScope,
    parent?: Frame,
  ) {
    this.kind = kind;
    this.start = start;
    this.end = end;
    this.role = role;
    this.parent = parent;
    this.scope = scope;
    this.annotations = scope;
    this.statement = parent && PATTERNS.has(kind) ? parent.statement : this;
    const around = parent?.scope === scope ? parent : undefined;
    this.blocks = around === undefined ? 0 : around.blocks + (kind === "block" ? 1 : 0);
    this.isInLoop = around?.isInLoop === true || LOOPS.has(kind);
    this.isForTypes = around?.isForTypes === true;
    this.isInType = around?.isInType === true || (kind === "type" && role === "read");
    this.value = valueAround(this, parent);
    if (kind === "future_import_statement") this.imported = "__future__";
  }
}

function valueAround({ kind, start, end }: Frame, parent?: Frame): AssignedValue | undefined {
  if (kind !== "assignment" && kind !== "named_expression") return undefined;
  const outer = kind === "assignment" && parent?.kind === "assignment" ? parent.value : undefined;
  return outer ?? { from: start, to: end };
}
