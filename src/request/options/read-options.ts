import type { OptionValue } from "../../shared/option-value.ts";
import { hasNegation, OPTION_KINDS, type ValueOfKind } from "./option-kind.ts";
import type { CommandName, OptionSpec } from "./option-spec.ts";
import { type OPTION_TABLE, optionsOf } from "./option-table.ts";

type Table = typeof OPTION_TABLE;
type Kind<S extends OptionSpec> = (typeof OPTION_KINDS)[S["kind"]];

/** The value of an option as commands get it: undefined if it was not given and has no default. */
type ValueOf<S extends OptionSpec> =
  | ValueOfKind<S["kind"]>
  | (HasValue<S> extends true ? never : undefined);
/** True for a row whose value is never undefined. */
export type HasValue<S extends OptionSpec> = S extends { readonly isOptional: true }
  ? false
  : S extends { readonly default: string | boolean }
    ? true
    : Kind<S> extends { readonly arity: "many" } | { readonly hasNegation: false }
      ? true
      : false;

/** The values of all options of a command, by name. Durations and ages are in milliseconds, sizes in bytes. */
export type OptionsOf<Name extends CommandName> = {
  readonly [Key in keyof Table as Name extends Table[Key]["commands"][number]
    ? Table[Key]["name"]
    : never]: ValueOf<Table[Key]>;
};

/** The options of `run`, `preview` and `plan`. An interface, because TypeScript compares its fields, not the names. */
export interface RunOptions extends Pick<OptionsOf<"run">, keyof OptionsOf<"run">> {}

/** The options about the outputs of a command whose outcome is a report. */
export interface OutputOptions
  extends Pick<RunOptions, "format" | "color" | "quiet" | "verbose" | "report" | "timeout">,
    ViewOptions {
  /** Standard output has the tasks of prompt steps, and no report. */
  readonly handoff?: boolean | undefined;
}

/** The options about how `pretty` shows changes. */
export type ViewOptions = Pick<
  RunOptions,
  "stat" | "net" | "full" | "group-by" | "ignore-space" | "pager"
>;

/** The options as they were written, by name: every value of an option, or true or false for a flag. */
export type WrittenOptions = Readonly<Record<string, readonly string[] | boolean | undefined>>;

/** A problem with one option. */
export interface OptionFault {
  /** The name of the option, without dashes. */
  readonly option: string;
  /** A sentence that follows the name of the option and a colon. */
  readonly problem: string;
  readonly hint: string;
}

/** The values of the options of a command, or every problem with them. */
export type ReadOptions<Name extends CommandName> =
  | { readonly kind: "options"; readonly options: OptionsOf<Name> }
  | { readonly kind: "faults"; readonly faults: readonly OptionFault[] };

type ReadValue = { readonly value: unknown } | OptionFault;

/** Reads the options of a command. */
export function readOptions<Name extends CommandName>(
  command: Name,
  written: WrittenOptions,
): ReadOptions<Name> {
  const { values, faults } = readValues(optionsOf(command), written);
  if (faults.length > 0) return { kind: "faults", faults };
  // The reader gives each option of the command a value of its kind.
  return { kind: "options", options: values as OptionsOf<Name> };
}

/** Reads the values of some options, with every problem. */
export function readValues(
  specs: readonly OptionSpec[],
  written: WrittenOptions,
): { readonly values: Readonly<Record<string, unknown>>; readonly faults: readonly OptionFault[] } {
  const values: Record<string, unknown> = {};
  const faults: OptionFault[] = [];
  for (const spec of specs) {
    const read = readValue(spec, written[spec.name]);
    if ("value" in read) values[spec.name] = read.value;
    else faults.push(read);
  }
  return { values, faults };
}

/** The fault of an option without its value. */
export function missingValue({ name, placeholder = "VALUE" }: OptionSpec): OptionFault {
  return { option: name, problem: "the value is missing.", hint: `Use --${name}=${placeholder}.` };
}

function readValue(spec: OptionSpec, written: readonly string[] | boolean = []): ReadValue {
  const { name, default: fallback } = spec;
  const kind = OPTION_KINDS[spec.kind];
  if (written === false && !hasNegation(spec.kind))
    return {
      option: `no-${name}`,
      problem: "unknown option.",
      hint: `Leave --${name} out instead.`,
    };
  if (kind.arity === "flag") return readFlag(spec, written);
  const takesEmpty = "takesEmpty" in kind;
  if (typeof written === "boolean" || (written.includes("") && !takesEmpty))
    return missingValue(spec);
  if (spec.isOptional && written.length === 0) return { value: undefined };
  if (kind.arity === "many") return valueOrFault(name, kind.parse(written));
  // Sluice does not guess which of two policies, or of two roots, was meant.
  if (written.length > 1)
    return { option: name, problem: "given twice.", hint: `Use --${name} once.` };
  const text = written[0] ?? fallback;
  return typeof text === "string" ? valueOrFault(name, kind.parse(text)) : { value: undefined };
}

function readFlag(
  { name, kind, default: fallback }: OptionSpec,
  written: readonly string[] | boolean,
): ReadValue {
  const isSwitch = hasNegation(kind);
  if (written === true || (written === false && isSwitch)) return { value: written };
  if (written !== false && written.length > 0)
    return {
      option: name,
      problem: "takes no value.",
      hint: `Use --${name} alone, or leave it out.`,
    };
  return { value: isSwitch ? fallback : false };
}

function valueOrFault(option: string, read: OptionValue<unknown>): ReadValue {
  return "value" in read ? read : { option, problem: read.fault, hint: read.hint };
}
