import type { EditOp, WrittenMap } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";
import { completePattern } from "../engine/complete-pattern.ts";
import { mapRule } from "../engine/map-rule.ts";
import { writtenCodes } from "../engine/written-names.ts";
import type { Language } from "../language/language.ts";
import { patternsIn } from "./patterns-in.ts";
import type { FieldPath } from "./written-keys.ts";

/** The variables in capitals that a language itself defines, without their dollar. */
const DEFINED: Readonly<Record<Language, ReadonlySet<string>>> = {
  php: names("GLOBALS _GET _POST _SERVER _COOKIE _FILES _ENV _REQUEST _SESSION"),
  ruby: names(`LOAD_PATH LOADED_FEATURES PROGRAM_NAME DEBUG VERBOSE FILENAME SAFE ARGV ERROR_INFO ERROR_POSITION
    CHILD_STATUS LAST_MATCH_INFO LAST_PAREN_MATCH LAST_READ_LINE PREMATCH POSTMATCH MATCH PROCESS_ID PID NR RS FS ORS
    OFS INPUT_LINE_NUMBER INPUT_RECORD_SEPARATOR OUTPUT_RECORD_SEPARATOR OUTPUT_FIELD_SEPARATOR FIELD_SEPARATOR
    DEFAULT_INPUT DEFAULT_OUTPUT`),
  bash: names(`HOME PATH PWD OLDPWD USER LOGNAME SHELL IFS RANDOM SRANDOM SECONDS EPOCHSECONDS EPOCHREALTIME LINENO UID
    EUID PPID GROUPS HOSTNAME HOSTTYPE OSTYPE MACHTYPE LANG LC_ALL TERM TMPDIR CDPATH PS1 PS2 PS3 PS4 OPTARG OPTIND
    OPTERR REPLY PIPESTATUS FUNCNAME DIRSTACK BASHPID BASH BASH_SOURCE BASH_LINENO BASH_VERSION BASH_VERSINFO
    BASH_COMMAND BASH_SUBSHELL BASH_REMATCH BASH_ENV SHLVL SHELLOPTS BASHOPTS COMP_WORDS COMP_CWORD COMPREPLY MAPFILE
    COPROC HISTFILE COLUMNS LINES MAIL`),
};

/** A metavariable with the name of a variable of the language, and the key of the op that has it. */
export interface CodeVariable {
  readonly name: string;
  readonly field: FieldPath;
}

/** Finds such metavariables in the patterns of an op. One that a constraint or a transformation names is meant. */
export function findCodeVariables(op: EditOp, language: Language): readonly CodeVariable[] {
  const defined = Object.hasOwn(DEFINED, language) ? DEFINED[language] : undefined;
  if (defined === undefined || op.kind === "imports") return [];
  const isMeant = (name: string) =>
    op.kind === "rule" &&
    (Object.hasOwn(op.constraints ?? {}, name) ||
      namesIn(JSON.stringify(op.transform ?? {})).includes(name));
  return patternsIn(op).flatMap(({ context, selector, path }) =>
    namesIn(context)
      .filter((name) => defined.has(name) && !isMeant(name))
      .filter((name) => isWholeNode(name, { context, selector }, language))
      .map((name) => ({ name, field: path })),
  );
}

/** Returns the op as its author may have meant it: these metavariables are code. It writes nothing. */
export function asCode(op: EditOp, variables: readonly CodeVariable[]): EditOp {
  const codes = variables.map(({ name }) => name);
  if (op.kind === "pattern") return { ...op, pat: escaped(op.pat, codes), out: "" };
  if (op.kind === "imports") return op;
  const inRule = (rule: WrittenMap) => mapRule(rule, (part) => escapePattern(part, codes));
  const inAll = (rules: WrittenMap = {}) =>
    Object.fromEntries(
      Object.entries(rules).map(([key, rule]) => [key, isRecord(rule) ? inRule(rule) : rule]),
    );
  const { rule, constraints, utils } = op;
  return {
    ...op,
    rule: inRule(rule),
    ...(constraints === undefined ? {} : { constraints: inAll(constraints) }),
    ...(utils === undefined ? {} : { utils: inAll(utils) }),
    out: "",
  };
}

interface WrittenPattern {
  readonly context: string;
  readonly selector?: string | undefined;
}

/** Names with one dollar. */
const NAME = /(?<!\$)\$([A-Z_][A-Z_0-9]*)(?![A-Z_0-9a-z])/g;

function namesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(NAME)].flatMap(([, name = ""]) => name))];
}

function isWholeNode(name: string, { context, selector }: WrittenPattern, language: Language) {
  const pat = escaped(context, [name]);
  const selected = selector === undefined ? {} : { selector };
  const op = completePattern({ kind: "pattern", id: "", pat, out: "", ...selected }, language);
  return writtenCodes(op.pat).length > writtenCodes(context).length;
}

function escapePattern(part: WrittenMap, codes: readonly string[]): WrittenMap {
  const { pattern } = part;
  if (typeof pattern === "string") return { ...part, pattern: escaped(pattern, codes) };
  if (!isRecord(pattern) || typeof pattern.context !== "string") return part;
  return { ...part, pattern: { ...pattern, context: escaped(pattern.context, codes) } };
}

function escaped(text: string, codes: readonly string[]): string {
  return text.replace(NAME, (whole, name: string) =>
    codes.includes(name) ? `$$$${whole}` : whole,
  );
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
