import type { DeclarationKind, Extent, Origin } from "../file-names.ts";

/** A place that gives a name a value, or makes it a name of its scope. */
export interface Binding extends Extent {
  readonly name: string;
  readonly kind: DeclarationKind;
  /** `rebind` for `x += 1` and `delete` for `del x`: they declare only what nothing else declares. */
  readonly form: "declare" | "rebind" | "delete";
  /** Of an import. */
  readonly origin: Origin | undefined;
  /** Of an assignment to one name. */
  readonly value: AssignedValue | undefined;
  /** From here on the name has the value. */
  readonly effect: number;
  /** It happens whenever the code of its scope runs. */
  readonly isCertain: boolean;
}

/** The place of the value in an assignment. Changed while the assignment is read. */
export interface AssignedValue {
  /** The end of the last target or annotation; the sign of the assignment follows. */
  from: number;
  readonly to: number;
}
