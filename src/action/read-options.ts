import { parseArgs } from "node:util";
import type { Diagnostic } from "../model/diagnostic.ts";
import { type FileReport, parseFileReports } from "../report/file-reports.ts";
import { DEFAULT_LOCK_TIMEOUT } from "../run/request/request.ts";
import { didYouMean } from "../shared/closest-name.ts";
import { definedOnly } from "../shared/defined-only.ts";
import {
  type OptionValue,
  parseCount,
  parseDuration,
  parseInputPairs,
} from "../shared/option-value.ts";
import { inputProblem, type Reading } from "./problem.ts";
import { splitArguments } from "./split-arguments.ts";

/** What the input `args` may say. */
export interface ActionOptions {
  readonly inputs: Readonly<Record<string, string>>;
  readonly inputsFile?: string;
  readonly record?: string;
  readonly replay?: string;
  readonly check: boolean;
  readonly exitZero: boolean;
  readonly cache: boolean;
  readonly allowCustomTools: boolean;
  readonly requireClean: boolean;
  readonly maxActions?: number;
  /** Milliseconds. */
  readonly timeout?: number;
  /** Milliseconds. */
  readonly lockTimeout: number;
  readonly reports: readonly FileReport[];
}

const OPTIONS = {
  input: { type: "string" },
  "inputs-file": { type: "string" },
  record: { type: "string" },
  replay: { type: "string" },
  check: { type: "boolean" },
  "exit-zero": { type: "boolean" },
  "no-cache": { type: "boolean" },
  "allow-custom-tools": { type: "boolean" },
  "require-clean": { type: "boolean" },
  "max-actions": { type: "string" },
  timeout: { type: "string" },
  "lock-timeout": { type: "string" },
  report: { type: "string" },
} as const;
type OptionName = keyof typeof OPTIONS;

/** Options of the command line that are inputs of their own here. */
const OWN_INPUTS: Readonly<Record<string, string>> = {
  policy: "policy",
  root: "working-directory",
};

/** One option as it was written; `value` is undefined for a flag. */
interface WrittenOption {
  readonly name: OptionName;
  readonly value: string | undefined;
}

/** Reads the input `args`. An option that may stand once counts as it stands last, as on the command line. */
export function readOptions(text: string): Reading<ActionOptions> {
  const split = splitArguments(text);
  if (split.kind === "problem")
    return { kind: "problems", problems: [inputProblem("args", split.message)] };
  const { written, problems } = parseWords(split.words);
  const valuesOf = (name: OptionName): string[] =>
    written.flatMap((option) =>
      option.name === name && option.value !== undefined ? [option.value] : [],
    );
  const take = <T>(name: OptionName, parsed: OptionValue<T>, otherwise: T): T => {
    if ("value" in parsed) return parsed.value;
    problems.push(inputProblem("args", `--${name}: ${parsed.fault}`, parsed.hint));
    return otherwise;
  };
  const inputs = take("input", parseInputPairs(valuesOf("input")), {});
  const reports = take("report", parseFileReports(valuesOf("report")), []);
  const writtenTimeout = valuesOf("timeout").at(-1);
  const timeout =
    writtenTimeout === undefined
      ? undefined
      : take("timeout", parseDuration(writtenTimeout), undefined);
  const writtenLockTimeout = valuesOf("lock-timeout").at(-1);
  const lockTimeout =
    writtenLockTimeout === undefined
      ? DEFAULT_LOCK_TIMEOUT
      : take("lock-timeout", parseDuration(writtenLockTimeout), DEFAULT_LOCK_TIMEOUT);
  const writtenCount = valuesOf("max-actions").at(-1);
  const maxActions =
    writtenCount === undefined
      ? undefined
      : take("max-actions", parseCount(writtenCount), undefined);
  const inputsFile = valuesOf("inputs-file").at(-1);
  const [record, replay] = [valuesOf("record").at(-1), valuesOf("replay").at(-1)];
  if (problems.length > 0) return { kind: "problems", problems };
  return {
    kind: "value",
    value: {
      inputs,
      reports,
      lockTimeout,
      check: written.some(({ name }) => name === "check"),
      exitZero: written.some(({ name }) => name === "exit-zero"),
      cache: !written.some(({ name }) => name === "no-cache"),
      requireClean: written.some(({ name }) => name === "require-clean"),
      allowCustomTools: written.some(({ name }) => name === "allow-custom-tools"),
      ...definedOnly({ timeout, inputsFile, maxActions, record, replay }),
    },
  };
}

function parseWords(words: readonly string[]): {
  readonly written: readonly WrittenOption[];
  readonly problems: Diagnostic[];
} {
  const written: WrittenOption[] = [];
  const problems: Diagnostic[] = [];
  const tell = (message: string, hint?: string) =>
    problems.push(inputProblem("args", message, hint));
  const { tokens } = parseArgs({
    args: [...words],
    options: OPTIONS,
    strict: false, // Strict mode tells the first problem only.
    allowPositionals: true,
    tokens: true,
  });
  let afterUnknown = false; // What follows an unknown option may be its value; that is one problem, not two.
  for (const token of tokens) {
    if (token.kind !== "option") {
      if (token.kind === "positional" && !afterUnknown)
        tell(`\`${token.value}\` is no option.`, "Recipes go into the input `recipes`.");
      if (token.kind === "option-terminator") tell("`--` has nothing to separate here.");
      afterUnknown = false;
      continue;
    }
    const { name, rawName, value, inlineValue } = token;
    afterUnknown = !isKnown(name) && value === undefined;
    if (!isKnown(name)) tell(`there is no option \`${rawName}\`.`, hintFor(name));
    else if (OPTIONS[name].type === "boolean" && value !== undefined)
      tell(`${rawName} takes no value.`);
    else if (OPTIONS[name].type === "string" && lacksValue(value, inlineValue === true))
      tell(`${rawName} needs a value.`, `A value that starts with \`-\`: ${rawName}=VALUE.`);
    else written.push({ name, value });
  }
  return { written, problems };
}

function isKnown(name: string): name is OptionName {
  return Object.hasOwn(OPTIONS, name);
}

function lacksValue(value: string | undefined, isInline: boolean): boolean {
  return value === undefined || value === "" || (!isInline && value.startsWith("-"));
}

function hintFor(name: string): string {
  const own = Object.hasOwn(OWN_INPUTS, name) ? OWN_INPUTS[name] : undefined;
  if (own !== undefined) return `Use the input \`${own}\`.`;
  return didYouMean(name, Object.keys(OPTIONS));
}
