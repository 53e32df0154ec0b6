import { dialectOf } from "../../syntax/dialect.ts";
import type { SyntaxNode } from "../../syntax/syntax-node.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { parseTemplate } from "../replacement/parse-template.ts";
import type { Template } from "../replacement/template.ts";
import type { Span } from "../text/span.ts";
import { type Grammar, readFragment } from "./grammar.ts";
import { grammarOf } from "./grammars.ts";
import { type PlacedEdit, type SlottedTemplate, slottedTemplate } from "./placed-edit.ts";
import { staysTogether } from "./stays-together.ts";

/** The variables of a template of which the text alone may tell that their code stays what it was. */
interface PlainTemplate {
  /** They stand between brackets, commas and semicolons, as in the pattern. */
  readonly held: ReadonlySet<string>;
  /** The replacement begins with the code of this variable. */
  readonly first: string | undefined;
  /** The replacement is statements, each with its own end. */
  readonly isStatements: boolean;
}

/** The place of an edit, and the code of its variables. */
type PlainPart = Pick<PlacedEdit, "start" | "end" | "slots">;

const plainByOp = new WeakMap<CompiledOp, PlainTemplate | "no">();

/**
 * True if an edit of JavaScript is certainly read as it was written, by the texts alone: a call or a name takes the
 * place of one, or statements that of a statement, and all code in it is a single word, or stays between brackets.
 */
export function isPlainEdit(placed: PlainPart, op: CompiledOp, source: string): boolean {
  const plain = plainTemplate(op);
  if (plain === undefined) return false;
  const { held, first, isStatements } = plain;
  if (isStatements ? !standsAlone(placed, source) : decorates(placed, source)) return false;
  return Object.entries(placed.slots).every(([key, { span, made = "" }]) => {
    if (span === undefined && made.split(".").every((word) => WORD.test(word))) return true;
    const code = span === undefined ? "" : source.slice(span.start, span.end);
    if (WORD.test(code)) return !isStatements || !key.startsWith("many ") || held.has(key);
    if (key === first || !held.has(key)) return false;
    return staysTogether(code, key.startsWith("single "));
  });
}

function plainTemplate(op: CompiledOp): PlainTemplate | undefined {
  let plain = plainByOp.get(op);
  if (plain === undefined) {
    plain = findPlain(op) ?? "no";
    plainByOp.set(op, plain);
  }
  return plain === "no" ? undefined : plain;
}

/** Code without quotes, slashes and tags: each bracket in it is a token. */
const TAME = /^(?:=>|[\w$\s.,;:=()[\]{}!&|?+*^%~-])*$/;

/** A word that is a name, wherever an expression may stand; a call of `eval` is another one than of its value. */
const WORD =
  /^(?!(?:async|await|class|eval|function|let|new|super|yield|import|delete|typeof|void)$)[A-Za-z_$][\w$]*$/;

const CALLS = /^(?:CallExpression|MemberExpression|Identifier)$/;

/** Statements that end with a bracket of their own. */
const CLOSED = /^(?:Block|For|ForIn|ForOf|Switch|Try|While)Statement$/;

function findPlain({ search, language, transforms, fix }: CompiledOp): PlainTemplate | undefined {
  const { pattern, ...others } = search.rule;
  const { context, selector } = Object(pattern) as {
    readonly context?: unknown;
    readonly selector?: unknown;
  };
  const isOther = transforms.length + Object.keys(others).length > 0 || selector !== undefined;
  if (dialectOf(language) === undefined || isOther || typeof context !== "string") return undefined;
  if ((fix.layout ?? fix.expandStart ?? fix.expandEnd ?? fix.deleteLines) !== undefined)
    return undefined;
  const texts = fix.template.filter((part) => typeof part === "string");
  if (!TAME.test(context) || !texts.every((text) => TAME.test(text))) return undefined;
  return plainOf(parseTemplate(context), fix.template, grammarOf(language));
}

function plainOf(
  pattern: Template,
  template: Template,
  grammar: Grammar,
): PlainTemplate | undefined {
  const [from, to] = [slottedTemplate(pattern, grammar), slottedTemplate(template, grammar)];
  const [old, fresh] = [readAlone(from, grammar), readAlone(to, grammar)];
  const [matched] = old ?? [];
  if (old?.length !== 1 || matched === undefined || fresh === undefined || fresh.length === 0)
    return undefined;
  const isStatements = /Statement$/.test(matched.type);
  const isFine = isStatements
    ? fresh.every((node) => hasEnd(node, to.code))
    : fresh.length === 1 && fresh.every((node) => isCall(node, to, matched));
  if (!isFine) return undefined;
  const [rolesBefore, roles] = [rolesIn(old, from), rolesIn(fresh, to)];
  const held = to.slots.flatMap(({ key, name, isMany }) => {
    const isSame = rolesBefore.get(key) === roles.get(key) && roles.get(key) !== "";
    return isSame && isBetween(to.code, name, isMany) ? [key] : [];
  });
  const first = to.slots.find(({ name }) => to.code.trimStart().startsWith(name));
  return { held: new Set(held), first: first?.key, isStatements };
}

/** Reads code in the first context in which it can stand. */
function readAlone({ code }: SlottedTemplate, grammar: Grammar): readonly SyntaxNode[] | undefined {
  for (const context of grammar.contexts.slice(0, 2)) {
    const nodes = readFragment(grammar, context, code);
    if (nodes !== undefined) return nodes;
  }
  return undefined;
}

/** True for a statement that nothing after it can go on with. */
function hasEnd({ type, start, end }: SyntaxNode, code: string): boolean {
  const text = code.slice(start, end);
  return CLOSED.test(type)
    ? text.endsWith("}")
    : type === "IfStatement"
      ? text.endsWith("}")
      : text.endsWith(";");
}

/** True for a call or a name that begins with a word, and that may stand wherever what was matched does. */
function isCall(
  { type, start, end, value }: SyntaxNode,
  { code }: SlottedTemplate,
  matched: SyntaxNode,
): boolean {
  const isSame = matched.type === type && type === "Identifier";
  if (!isSame && matched.type !== "CallExpression") return false;
  const text = code.slice(start, end);
  const isPlain = CALLS.test(type) && !value.includes("optional=true") && !text.includes("?.");
  return isPlain && /^(?!(?:async|let|function|class|import|super)\b)[A-Za-z_$]/.test(text);
}

/** Returns the role of each variable: its parent and field; empty if it has several places. */
function rolesIn(
  nodes: readonly SyntaxNode[],
  { code, slots }: SlottedTemplate,
): ReadonlyMap<string, string> {
  const roles = new Map<string, string>();
  const visit = (node: SyntaxNode, role: string): void => {
    const slot = slots.find(
      ({ name }) => code.slice(node.start, node.end).replace(/;$/, "") === name,
    );
    if (slot !== undefined) {
      roles.set(slot.key, roles.has(slot.key) ? "" : role);
      return;
    }
    for (const { name, nodes: children } of node.fields)
      for (const child of children) if (child !== null) visit(child, roleOf(node.type, name));
  };
  for (const node of nodes) visit(node, "");
  return roles;
}

/** Arguments of all calls are alike, and so are conditions in parentheses. */
function roleOf(type: string, field: string): string {
  if (field === "arguments") return "arguments";
  if (field === "test" && /^(?:If|While)Statement$/.test(type)) return "test";
  return `${type} ${field}`;
}

/** True if a name stands between brackets, commas and semicolons; one that may be nothing, before no comma. */
function isBetween(code: string, name: string, isMany: boolean): boolean {
  const at = code.indexOf(name);
  const [before, after] = [code.slice(0, at).trimEnd(), code.slice(at + name.length).trimStart()];
  return /[([{,;]$/.test(before) && (isMany ? /^[)\]}]/ : /^[)\]},]/).test(after);
}

/** True for what stands after an `@`, which takes few kinds of code. */
function decorates({ start }: Span, source: string): boolean {
  return source
    .slice(Math.max(0, start - 20), start)
    .trimEnd()
    .endsWith("@");
}

/** True if no code beside a statement can go on with what takes its place. */
function standsAlone({ start, end }: Span, source: string): boolean {
  const before = source.slice(Math.max(0, start - 200), start).trimEnd();
  const after = source.slice(end, end + 200).trimStart();
  return (
    /[{};]$/.test(before) && /^[^(]/.test(after) && !/^(?:else|catch|finally|while)\b/.test(after)
  );
}
