import { childrenOf, type SyntaxNode } from "../../../syntax/syntax-node.ts";
import { isOnPythonLine } from "./python-lines.ts";
import { isSoundPython, SPLATS } from "./python-soundness.ts";
import { asPython } from "./python-tree.ts";

/** What Python asks of a tree besides the grammar of the engine. */
export const PYTHON_RULES = {
  fits: fitsInPython,
  isOnLine: isOnPythonLine,
  isSound: isSoundPython,
  takesMany: ({ type }: SyntaxNode) => !TAKES_ONE.test(type),
  read: asPython,
};

/** The levels of operators in the grammar of Python (docs.python.org, "Full Grammar specification"), weakest first. */
const LEVELS = {
  yield: 0,
  named: 1,
  expression: 2,
  or: 3,
  and: 4,
  not: 5,
  comparison: 6,
  "|": 7,
  "^": 8,
  "&": 9,
  shift: 10,
  sum: 11,
  term: 12,
  factor: 13,
  power: 14,
  await: 15,
  primary: 16,
} as const;

const BINARY: Readonly<Record<string, number>> = {
  "|": LEVELS["|"],
  "^": LEVELS["^"],
  "&": LEVELS["&"],
  "<<": LEVELS.shift,
  ">>": LEVELS.shift,
  "+": LEVELS.sum,
  "-": LEVELS.sum,
  "*": LEVELS.term,
  "/": LEVELS.term,
  "//": LEVELS.term,
  "%": LEVELS.term,
  "@": LEVELS.term,
  "**": LEVELS.power,
};

/** The nodes that take `*a` and `**a`. */
const TAKES_SPLATS = /^(?:argument_list|list|tuple|set|dictionary)$/;

const TAKES_YIELD = /^(?:expression_statement|assignment|augmented_assignment|interpolation)$/;

/** The nodes that take `a as b`. */
const TAKES_TARGET = /^(?:with_item|except_clause|case_pattern)$/;

/** The nodes that take `a, b` without parentheses. */
const TAKES_TUPLE =
  /^(?:expression_statement|assignment|augmented_assignment|interpolation|return_statement|for_statement|yield)$/;

/** The nodes whose children are no list, as those of `assert a, b`. */
const TAKES_ONE =
  /operator$|_statement$|(?:assignment|splat|expression)$|^(?:attribute|await|call|case_clause|case_guard|elif_clause|except_clause|for_in_clause|if_clause|interpolation|keyword_argument|lambda|pair|slice|subscript|type|with_item|yield)$/;

/** The nodes that take `a := b`. */
const TAKES_NAMED: ReadonlySet<string> = new Set(
  `argument_list list tuple set if_statement while_statement elif_clause if_clause case_guard list_comprehension
  set_comprehension generator_expression decorator subscript parenthesized_expression`.split(/\s+/),
);

/** Kinds of code that is no expression: it is judged by its tree alone. */
const OTHER =
  /statement|definition|clause|block|pattern|parameter|comment|_string|^string_|^[^a-z]/;

/** True if a node may be the child of another one, without parentheses. */
function fitsInPython(parent: SyntaxNode, child: SyntaxNode): boolean {
  const { type, isGrouped } = child;
  if (SPLATS.test(type)) return !isGrouped && takesSplat(parent, childrenOf(child)[1]);
  if (type === "keyword_argument") return !isGrouped && parent.type === "argument_list";
  if (type === "as_pattern") return TAKES_TARGET.test(parent.type);
  if (isGrouped || OTHER.test(type) || child.fields.length === 0) return true;
  if (type === "tuple") return TAKES_TUPLE.test(parent.type);
  if (type === "yield") return TAKES_YIELD.test(parent.type);
  return levelOf(child) >= leastIn(parent, child);
}

/** Arguments take any code behind the `*`, lists only what no comparison and no `not` is. */
function takesSplat({ type }: SyntaxNode, operand: SyntaxNode | undefined): boolean {
  if (!TAKES_SPLATS.test(type)) return false;
  return (
    type === "argument_list" || !operand || operand.isGrouped || levelOf(operand) >= LEVELS["|"]
  );
}

function levelOf(node: SyntaxNode): number {
  switch (node.type) {
    case "named_expression":
      return LEVELS.named;
    case "lambda":
    case "conditional_expression":
      return LEVELS.expression;
    case "boolean_operator":
      return operatorOf(node) === "or" ? LEVELS.or : LEVELS.and;
    case "not_operator":
      return LEVELS.not;
    case "comparison_operator":
      return LEVELS.comparison;
    case "binary_operator":
      return BINARY[operatorOf(node)] ?? LEVELS.primary;
    case "unary_operator":
      return LEVELS.factor;
    case "await":
      return LEVELS.await;
    default:
      return LEVELS.primary;
  }
}

/** Returns the weakest level that a node takes at the place of a child. */
function leastIn(parent: SyntaxNode, child: SyntaxNode): number {
  const at = childrenOf(parent).findIndex(({ start }) => start === child.start);
  const own = levelOf(parent);
  switch (parent.type) {
    case "boolean_operator": // Python reads `a or b or c` as one operation.
      return own + 1;
    case "binary_operator":
      if (own === LEVELS.power) return at === 0 ? LEVELS.await : LEVELS.factor;
      return at === 0 ? own : own + 1;
    case "not_operator":
      return LEVELS.not;
    case "comparison_operator":
      return LEVELS["|"];
    case "unary_operator":
      return LEVELS.factor;
    case "await":
      return LEVELS.primary;
    case "call":
    case "attribute":
      return at === 0 ? LEVELS.primary : LEVELS.named;
    case "subscript":
      return at === 0 ? LEVELS.primary : LEVELS.named;
    case "conditional_expression":
      return at === 4 ? LEVELS.expression : LEVELS.or;
    case "list_splat":
    case "dictionary_splat":
      return LEVELS["|"];
    case "slice":
      return LEVELS.expression;
    case "for_in_clause":
    case "if_clause":
      return at === 0 ? LEVELS.named : LEVELS.or;
    default:
      return takesNamed(parent) ? LEVELS.named : LEVELS.expression;
  }
}

function takesNamed({ type, isGrouped }: SyntaxNode): boolean {
  return TAKES_NAMED.has(type) && (type !== "tuple" || isGrouped === true);
}

function operatorOf(node: SyntaxNode): string {
  return childrenOf(node)[1]?.value ?? "";
}
