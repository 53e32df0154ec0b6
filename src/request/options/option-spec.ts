import type { OptionKindName } from "./option-kind.ts";

/** The commands about a policy itself. */
export const OF_POLICY = ["policy show", "policy explain", "policy test", "policy lint"] as const;

/** The commands about what of a tree the user trusts. */
const OF_TRUST = ["trust accept", "trust forget", "trust list"] as const;

/** The commands about a fleet of repositories. */
const OF_FLEET = [
  "fleet run",
  "fleet list",
  "fleet status",
  "fleet merge",
  "fleet worker",
] as const;

/** The commands that run recipes. */
export const RUNNING = ["run", "preview", "plan"] as const;
/** The commands that preview and decide. */
export const PREVIEWING = [...RUNNING, "propose"] as const;
/** The commands whose outcome is a report. */
export const REPORTING = [...PREVIEWING, "merge", "apply", "verify", "publish", "decide"] as const;
/** The commands that run code of the tree if the caller allows it. */
export const LOADING = [...REPORTING, "validate", "test"] as const;
/** The commands that read recipes. */
export const CONFIGURED = [
  ...LOADING,
  "list",
  "show",
  "explain-match",
  "doctor",
  ...OF_POLICY,
] as const;
/** The commands without a report that take `--timeout`. */
export const BRIEF = [
  "validate",
  "test",
  "list",
  "show",
  "explain-match",
  "init",
  "doctor",
  ...OF_POLICY,
] as const;

/** Every command of the command line. */
export const COMMAND_NAMES = [
  ...REPORTING,
  "resolve",
  "runs",
  "undo",
  "recover",
  "validate",
  "test",
  "list",
  "show",
  "explain-match",
  "schema",
  "init",
  "doctor",
  "completion",
  "comment",
  "hook",
  "report",
  ...OF_POLICY,
  ...OF_TRUST,
  ...OF_FLEET,
  "fleet report",
  "mcp",
] as const;
/** The commands that print a product of their own. */
export const PRINTING = [
  "resolve",
  "runs",
  "undo",
  "recover",
  "validate",
  "test",
  "list",
  "show",
  "explain-match",
  "doctor",
  "init",
  "comment",
  ...OF_POLICY,
  ...OF_TRUST,
  ...OF_FLEET,
] as const;
/** The commands that take `--lock-timeout`. */
export const LOCKING = [
  "run",
  "preview",
  "plan",
  "propose",
  "apply",
  "verify",
  "resolve",
  "runs",
  "undo",
  "recover",
  "fleet run",
  "fleet merge",
  "fleet worker",
  "mcp",
] as const;

/** A command of the command line. */
export type CommandName = (typeof COMMAND_NAMES)[number];

/** Returns the command in a command line; undefined if none is named. */
export function commandIn(argv: readonly string[]): CommandName | undefined {
  for (const [index, word] of argv.entries()) {
    const pair = `${word} ${argv[index + 1] ?? ""}`;
    const found = COMMAND_NAMES.find((name) => name === pair || name === word);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The words about an option, where some of its commands need others. */
interface OptionVariant extends Pick<OptionSpec, "commands" | "summary"> {
  /** Absent: as in the row. */
  readonly defaultNote?: string;
}

/** One option of some commands. In other commands the same name may be another option. */
export interface OptionSpec {
  readonly name: string;
  /** A letter for a short form: `-o`. */
  readonly alias?: string;
  /** A second name, such as an earlier one. */
  readonly longAlias?: string;
  readonly kind: OptionKindName;
  /** The requests of its commands, and the library's, have the value in a field; the key of the row is its name. */
  readonly isField?: true;
  /** A list that is undefined if the option is not given, because an empty list means something else. */
  readonly isOptional?: true;
  /** The input of the GitHub Action that says the same. Its text is read by the kind of the option. */
  readonly actionInput?: string;
  readonly commands: readonly CommandName[];
  /** One line for `--help`. */
  readonly summary: string;
  /** The value in texts for people, such as FILE. Absent: the option takes none. */
  readonly placeholder?: string;
  /** The value if the option is not given: a text, which is read as if it were given, or the value of a flag. */
  readonly default?: string | boolean;
  /** The default in words, if no value says it. */
  readonly defaultNote?: string;
  /** The advice of the GitHub Action, whose input `args` refuses the option. Absent: `args` takes it. */
  readonly adviceInAction?: string;
  readonly variants?: readonly OptionVariant[];
}
