import type {
  Declaration,
  DeclarationKind,
  Extent,
  NamePlace,
  Origin,
  Scope,
} from "../file-names.ts";

/** A place that gives a name a value, or makes it a name of its scope. */
export interface Binding extends Extent {
  readonly name: string;
  readonly kind: DeclarationKind;
  /** `rebind` for `x += 1` and `delete` for `del x`: they declare only what nothing else declares. */
  readonly form: "declare" | "rebind" | "delete";
  /** `import`: it is also the name in the other module, or of it. */
  readonly nameForm: "plain" | "import";
  /** Of an import. */
  readonly origin: Origin | undefined;
  /** Of an assignment to one name. */
  readonly value: AssignedValue | undefined;
  /** From here on the name has the value. */
  readonly effect: number;
  /** It happens whenever the code of its scope runs. */
  readonly isCertain: boolean;
  /** It happens for those alone who check types. */
  readonly isForTypes: boolean;
}

/** The place of the value in an assignment. Changed while the assignment is read. */
export interface AssignedValue {
  /** The end of the last target or annotation; the sign of the assignment follows. */
  from: number;
  readonly to: number;
}

/** A name of a scope, with all places that bind it. */
export class PythonDeclaration implements Declaration {
  readonly name: string;
  readonly kind: DeclarationKind;
  readonly otherKinds: readonly DeclarationKind[];
  readonly places: readonly NamePlace[];
  readonly scope: Scope;
  readonly isReassigned: boolean;
  readonly isDuplicate: boolean;
  readonly isAssigned: boolean;
  readonly isTypeOnly: boolean;
  /** The bindings that give it a value. */
  readonly values: readonly Binding[];
  /** Code of its scope before this place runs before the name is bound. */
  readonly firstEffect: number;
  /** Code of its scope from here on runs after the name is bound; infinite if other code decides. */
  readonly boundFrom: number;
  /** Found after all declarations are known. */
  origin: Origin | undefined;
  /** It may be the export of a module, or something else. */
  isUncertain = false;

  /** Takes the bindings in the order of the text; at least one. */
  constructor(scope: Scope, bindings: readonly [Binding, ...Binding[]]) {
    const declaring = bindings.filter(({ form }) => form === "declare");
    const [first = bindings[0]] = declaring;
    this.name = first.name;
    this.kind = first.kind;
    const kinds = new Set(declaring.map(({ kind }) => kind));
    this.otherKinds = [...kinds].filter((kind) => kind !== this.kind);
    this.scope = scope;
    this.places = (declaring.length > 0 ? declaring : bindings).map(({ start, end, nameForm }) => ({
      form: nameForm,
      start,
      end,
    }));
    this.values = bindings.filter((binding) => binding.form !== "delete" && hasValue(binding));
    this.firstEffect = smallest(this.values);
    this.boundFrom = smallest(this.values.filter(({ isCertain }) => isCertain));
    const [value, ...others] = this.values;
    const isOneImport = others.every(({ origin }) => isSameOrigin(origin, value?.origin));
    this.isReassigned = others.length > 0 && !isOneImport;
    this.isDuplicate = bindings.filter(({ kind }) => kind === "parameter").length > 1;
    this.isAssigned = this.kind === "variable";
    this.isTypeOnly = this.kind === "import" && this.values.every(({ isForTypes }) => isForTypes);
    this.origin = this.isReassigned ? undefined : value?.origin;
  }
}

function smallest(values: readonly Binding[]): number {
  return values.reduce((least, { effect }) => Math.min(least, effect), Number.POSITIVE_INFINITY);
}

/** `x: int` gives no value. */
function hasValue({ value }: Binding): boolean {
  return value === undefined || value.from < value.to;
}

function isSameOrigin(a: Origin | undefined, b: Origin | undefined): boolean {
  return a !== undefined && a.module === b?.module && a.path.join("\n") === b.path.join("\n");
}
