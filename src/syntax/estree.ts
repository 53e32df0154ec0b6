import { type OxcError, type ParserOptions, parseSync } from "oxc-parser";
import type { Dialect } from "./dialect.ts";
import { repeatsNames } from "./repeats-names.ts";
import type { SyntaxField, SyntaxNode } from "./syntax-node.ts";

/** The two ways to read a text: with `await` at the top, or with `return` there and without strictness. */
type Goal = "module" | "commonjs";
const GOALS: readonly Goal[] = ["module", "commonjs"];

/**
 * Parses a text by the rules of ECMAScript and TypeScript (oxc-parser), as a module if it can be one. Returns the tree;
 * undefined for a text with syntax errors.
 */
export function parseEstree(text: string, dialect: Dialect): SyntaxNode | undefined {
  for (const goal of GOALS) {
    const parsed = parseSync(`a.${dialect}`, text, optionsOf(dialect, goal));
    // Its tree is made when it is asked for, which takes as long as the parse.
    if (parsed.errors.length === 0) return nodeOf(parsed.program, text);
  }
  return undefined;
}

/**
 * True for a text without syntax errors, as a module or as a script. Its tree, which takes most of the time, is not
 * made.
 */
export function hasNoErrors(text: string, dialect: Dialect): boolean {
  return GOALS.some(
    (goal) => parseSync(`a.${dialect}`, text, optionsOf(dialect, goal)).errors.length === 0,
  );
}

/**
 * Counts the syntax errors that a text has and the one before does not, also those that scopes tell, such as a name
 * that is declared twice. The ending of the file may tell if it is a module; a text without a sign may be one or a
 * script. Undefined if the text before has errors: a parser that stops at the first one does not tell if there are
 * more. Also undefined if a name stands in it too often to be judged in time.
 */
export function countNewErrors(
  before: string,
  after: string,
  dialect: Dialect,
  path = "",
): number | undefined {
  if (repeatsNames(after) || repeatsNames(before)) return undefined;
  const goals = goalsOf(before, path);
  const errorsAfter = goals.map((goal) => countErrors(after, dialect, goal));
  if (errorsAfter.every((count) => count === 0)) return 0;
  const errorsBefore = goals.map((goal) => countErrors(before, dialect, goal));
  const least = Math.min(...errorsBefore);
  if (least > 0) return errorsAfter.every((count) => count === 0) ? 0 : undefined;
  const valid = errorsAfter.filter((_, index) => errorsBefore[index] === 0);
  return Math.min(...valid);
}

/** A syntax error of a text. */
export interface FoundError {
  /** Its offset in the text. */
  readonly at: number;
  readonly message: string;
}

/** Returns the errors of a text, read in the way in which it has the fewest; see {@link countNewErrors}. */
export function findErrors(text: string, dialect: Dialect, path = ""): readonly FoundError[] {
  if (repeatsNames(text)) return [];
  const found = goalsOf(text, path).map((goal) => errorsOf(text, dialect, goal));
  const [fewest = []] = found.sort((a, b) => a.length - b.length);
  return fewest.map(({ message, labels }) => ({ at: labels.at(-1)?.start ?? 0, message }));
}

const OF_MODULE = /^[ \t]*(?:import\b(?!\s*\()|export\b)/m;
const OF_COMMONJS = /\brequire\s*\(|\bmodule\.exports\b|\bexports\./;

/** As Node and TypeScript do; imports in a file of the other kind are for a tool that rewrites them. */
function goalsOf(text: string, path: string): readonly Goal[] {
  if (/\.m[jt]s$/.test(path)) return ["module"];
  if (/\.c[jt]s$/.test(path) && !OF_MODULE.test(text)) return ["commonjs"];
  if (OF_MODULE.test(text)) return ["module"];
  return OF_COMMONJS.test(text) ? ["commonjs"] : GOALS;
}

function countErrors(text: string, dialect: Dialect, goal: Goal): number {
  return errorsOf(text, dialect, goal).length;
}

function errorsOf(text: string, dialect: Dialect, goal: Goal): readonly OxcError[] {
  const options = { ...optionsOf(dialect, goal), showSemanticErrors: true };
  return parseSync(`a.${dialect}`, text, options).errors;
}

function optionsOf(lang: Dialect, sourceType: Goal): ParserOptions {
  return { lang, sourceType, preserveParens: false, astType: "ts" };
}

/** A node as the parser writes it. */
interface Written {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Returns what a node has under a key. */
function partOf(node: Written, key: string): unknown {
  return Reflect.get(node, key);
}

/**
 * Keys that are no part of what a node says. `raw` says a literal as it is written, `value` of a literal does not; a
 * string is a `directive` by its place.
 */
const IGNORED: ReadonlySet<string> = new Set([
  ...["type", "start", "end", "range", "sourceType", "hashbang", "bigint", "regex", "tail"],
  "directive",
]);

function isNode(value: unknown): value is Written {
  return typeof value === "object" && value !== null && typeof (value as Written).type === "string";
}

function nodeOf(raw: Written, text: string): SyntaxNode {
  const written = withoutAssertion(raw);
  let fields: readonly SyntaxField[] | undefined;
  return {
    type: isLoose(written, text) ? `${written.type} without parentheses` : written.type,
    start: written.start,
    end: written.end,
    get value() {
      return saidBy(written);
    },
    get fields() {
      fields ??= fieldsOf(written, text);
      return fields;
    },
  };
}

/** True for `{...a, b}` in a tag and for `a as T = b`: this parser takes them without parentheses, others do not. */
function isLoose(written: Written, text: string): boolean {
  const { type, start } = written;
  const [argument, left] = [partOf(written, "argument"), partOf(written, "left")];
  if (type === "JSXSpreadAttribute" && isNode(argument) && argument.type === "SequenceExpression")
    return !text.slice(start, argument.start).includes("(");
  return (
    type === "AssignmentExpression" &&
    isNode(left) &&
    /^TS(?:As|Satisfies|TypeAssertion)(?:Expression)?$/.test(left.type) &&
    left.start === start
  );
}

/** Returns `(a?.b)!` for `a?.b!` at the end of an optional chain: the `!` has no part in it. */
function withoutAssertion(written: Written): Written {
  const { type, start, end } = written;
  const expression = partOf(written, "expression");
  if (type !== "ChainExpression" || !isNode(expression)) return written;
  const { type: inner } = expression;
  const asserted = partOf(expression, "expression");
  if (inner !== "TSNonNullExpression" || !isNode(asserted)) return written;
  const chain = { type, expression: asserted, start, end: asserted.end };
  const whole = { type: inner, expression: withoutAssertion(chain), start, end };
  return whole;
}

function saidBy(written: Written): string {
  const [raw, value] = [partOf(written, "raw"), partOf(written, "value")];
  if (typeof raw === "string") return raw;
  if (written.type === "TemplateElement") return String((value as { readonly raw: string }).raw);
  const parts: string[] = [];
  for (const [key, said] of Object.entries(written)) {
    if (IGNORED.has(key) || said === null || typeof said === "object") continue;
    parts.push(`${key}=${String(said)}`);
  }
  return parts.join(" ");
}

function fieldsOf(written: Written, text: string): readonly SyntaxField[] {
  const fields: SyntaxField[] = [];
  for (const [name, value] of Object.entries(written)) {
    if (Array.isArray(value)) {
      const nodes = value.filter(
        (each) => each === null || (isNode(each) && each.type !== "EmptyStatement"),
      );
      if (nodes.length > 0)
        fields.push({ name, isList: true, nodes: nodes.map((each) => each && nodeOf(each, text)) });
    } else if (isNode(value)) {
      fields.push({ name, isList: false, nodes: [nodeOf(value, text)] });
    }
  }
  return fields;
}
