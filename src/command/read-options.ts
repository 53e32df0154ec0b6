import type { OptionValue } from "../shared/option-value.ts";
import { OPTION_KINDS, type OptionKindName, type ValueOfKind } from "./option-kind.ts";
import type { CommandName, OptionSpec } from "./option-spec.ts";
import { type OPTION_TABLE, optionsOf } from "./option-table.ts";

type Spec = (typeof OPTION_TABLE)[number];

/** The value of an option as commands get it: undefined if it was not given and has no default. */
type ValueOf<S extends Spec> =
  | ValueOfKind<S["kind"]>
  | (S extends { default: string | boolean } | { kind: "flag" | "texts" | "inputs" | "reports" }
      ? never
      : undefined);

/** The values of all options of a command, by name. Durations and ages are in milliseconds, sizes in bytes. */
export type OptionsOf<Name extends CommandName> = {
  readonly [S in Spec as Name extends S["commands"][number] ? S["name"] : never]: ValueOf<S>;
};

/** The options of `run`, `preview` and `plan`. */
export interface RunOptions extends Pick<OptionsOf<"run">, keyof OptionsOf<"run">> {}

/** The options about the outputs of a command whose outcome is a report. */
export interface OutputOptions
  extends Pick<RunOptions, "format" | "color" | "quiet" | "verbose" | "report" | "timeout"> {}

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

/** Reads the options of a command. */
export function readOptions<Name extends CommandName>(
  command: Name,
  written: WrittenOptions,
): ReadOptions<Name> {
  const { values, faults } = readValues(optionsOf(command), written);
  if (faults.length > 0) return { kind: "faults", faults };
  // Each value is that of its kind, and there is one for each option of the command.
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
    const value = readValue(spec, written[spec.name]);
    if ("value" in value) values[spec.name] = value.value;
    else faults.push({ option: spec.name, problem: value.fault, hint: value.hint });
  }
  return { values, faults };
}

function readValue(
  { name, kind: kindName, default: fallback }: OptionSpec,
  written: readonly string[] | boolean = [],
): OptionValue<unknown> {
  const kind = OPTION_KINDS[kindName];
  if (kind.arity === "flag") {
    if (written === true || (written === false && kind.hasNegation)) return { value: written };
    if (written === false || written.length > 0)
      return { fault: "takes no value.", hint: `Use --${name} alone, or leave it out.` };
    return { value: kind.hasNegation ? fallback : false };
  }
  const texts = typeof written === "boolean" ? [] : written;
  if (typeof written === "boolean" || texts.includes(""))
    return { fault: "the value is missing.", hint: `Use --${name}=VALUE.` };
  if (kind.arity === "many") return kind.parse(texts);
  // Sluice does not guess which of two policies, or of two roots, was meant.
  if (texts.length > 1) return { fault: "given twice.", hint: `Use --${name} once.` };
  const text = texts[0] ?? fallback;
  return typeof text === "string" ? kind.parse(text) : { value: undefined };
}

/** The kind of an option. */
export function kindOf({ kind }: OptionSpec): (typeof OPTION_KINDS)[OptionKindName] {
  return OPTION_KINDS[kind];
}
