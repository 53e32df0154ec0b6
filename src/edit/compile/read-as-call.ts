import { kindOf } from "../engine/engine.ts";
import { parsePatternNode } from "../engine/pick-pattern-node.ts";
import type { Language } from "../language/language.ts";
import { replaceMetaVariableCharacter } from "../text/meta-variable.ts";

/** Code around a pattern in which it is read as a call. */
export interface CallContext {
  readonly before: string;
  readonly after: string;
  /** The kind of a call. */
  readonly selector: string;
}

const IN_FUNCTION: CallContext = {
  before: "void a() { ",
  after: "; }",
  selector: "call_expression",
};

/** The languages in which a call that stands alone may be read as something else. */
export const CALL_CONTEXTS: Readonly<Record<Language, CallContext>> = {
  c: IN_FUNCTION,
  cpp: IN_FUNCTION,
  go: { before: "package a\nfunc a() { ", after: " }", selector: "call_expression" },
};

/** A call that a pattern means, and the kind that is searched without the code around it. */
interface CallReading {
  readonly context: string;
  readonly selector: string;
  readonly readAs: string;
}

/**
 * Returns the code around a pattern that looks like a call, and would be one only there: `old($A)` in C is a type, and
 * matches no call. Undefined for any other pattern.
 */
export function readAsCall(
  { pat, selector }: { readonly pat: string; readonly selector?: string | undefined },
  language: Language,
): CallReading | undefined {
  const around = Object.hasOwn(CALL_CONTEXTS, language) ? CALL_CONTEXTS[language] : undefined;
  const code = pat.trim();
  if (around === undefined || selector !== undefined || !LIKE_CALL.test(code)) return undefined;
  const alone = parsePatternNode({ pat: code }, language).picked;
  const readAs = alone.kind === "picked" ? kindOf(alone.node) : "ERROR";
  if (readAs === around.selector || code.length > MOST_TEXT) return undefined;
  const context = `${around.before}${code}${around.after}`;
  const { picked, character } = parsePatternNode(
    { pat: context, selector: around.selector },
    language,
  );
  const isWhole =
    picked.kind === "picked" &&
    picked.node.text() === replaceMetaVariableCharacter(code, character);
  return isWhole ? { context, selector: around.selector, readAs } : undefined;
}

const LIKE_CALL = /^[^\s;{}()][^;{}]*\([^;{}]*\)$/;

/** The longest pattern that is looked at; UTF-16 code units. */
const MOST_TEXT = 2000;

/** Says how to write a pattern so that it is a call. */
export function callAdvice({ context, selector }: Pick<CallReading, "context" | "selector">) {
  return `Write \`rule: { pattern: { context: ${JSON.stringify(context)}, selector: ${selector} } }\``; // YAML, too.
}
