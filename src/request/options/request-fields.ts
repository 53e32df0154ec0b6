import type { OPTION_KINDS, OptionKindName, ValueOfKind } from "./option-kind.ts";
import type { CommandName, OptionSpec } from "./option-spec.ts";
import { OPTION_TABLE } from "./option-table.ts";
import { type HasValue, type OptionsOf, readOptions } from "./read-options.ts";

type Table = typeof OPTION_TABLE;

/** The keys of the rows that are fields of the request of a command: of those with a value, or of the others. */
type FieldOf<Name extends CommandName, Has extends boolean> = {
  [Key in keyof Table]: Table[Key] extends { readonly isField: true }
    ? [Name, HasValue<Table[Key]>] extends [Table[Key]["commands"][number], Has]
      ? Key
      : never
    : never;
}[keyof Table];

/**
 * The fields of the request of a command that are options, with the comments of their rows, which `Pick` keeps. One
 * without a default may be absent.
 */
export type FieldsOf<Name extends CommandName> = {
  readonly [Key in keyof Pick<Table, FieldOf<Name, true>>]: ValueOfKind<Table[Key]["kind"]>;
} & {
  readonly [Key in keyof Pick<Table, FieldOf<Name, false>>]?:
    | ValueOfKind<Table[Key]["kind"]>
    | undefined;
};

/** The kinds of the options that are fields of the requests of a command, but for those that take one of some words. */
export type FieldKind<Name extends CommandName> = Name extends CommandName
  ? Exclude<Table[FieldOf<Name, boolean>]["kind"], ChoiceKind>
  : never;

type ChoiceKind = {
  [Kind in OptionKindName]: (typeof OPTION_KINDS)[Kind] extends {
    readonly choices: readonly string[];
  }
    ? Kind
    : never;
}[OptionKindName];

/** The options of a command that are fields of its request, by the name of the field. */
export function fieldSpecs(command: CommandName): readonly (readonly [string, OptionSpec])[] {
  return Object.entries<OptionSpec>(OPTION_TABLE).filter(
    ([, { isField, commands }]) => isField && commands.includes(command),
  );
}

/** Returns the fields of a request that the options of its command give. */
export function fieldsOf<Name extends CommandName>(
  command: Name,
  options: OptionsOf<Name>,
): FieldsOf<Name> {
  const values: Readonly<Record<string, unknown>> = options;
  const fields = fieldSpecs(command).map(([field, { name }]) => [field, values[name]]);
  return Object.fromEntries(fields) as FieldsOf<Name>; // Each value is of its row, and each row is there.
}

/** Returns the fields of the request of a command if no option is given. */
export function defaultsOf<Name extends CommandName>(command: Name): FieldsOf<Name> {
  const read = readOptions(command, {});
  if (read.kind === "faults") throw new Error(`A default of ${command} has a fault.`);
  return fieldsOf(command, read.options);
}

/** The same of a run. */
export const RUN_DEFAULTS = defaultsOf("run");

/** The same of `apply`. */
export const APPLY_DEFAULTS = defaultsOf("apply");
