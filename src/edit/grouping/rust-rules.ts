import { childrenOf, type SyntaxNode } from "../../syntax/syntax-node.ts";

/** What Rust asks of a tree besides the grammar of the engine. */
export const RUST_RULES = { fits: fitsInRust, isSound: isSoundRust };

/** The levels of operators in Rust (its reference, "Expression precedence"), weakest first. */
const LEVELS = {
  jump: 0,
  assignment: 1,
  range: 2,
  or: 3,
  and: 4,
  comparison: 5,
  "|": 6,
  "^": 7,
  "&": 8,
  shift: 9,
  sum: 10,
  term: 11,
  cast: 12,
  unary: 13,
  postfix: 14,
} as const;

const BINARY: Readonly<Record<string, number>> = {
  "||": LEVELS.or,
  "&&": LEVELS.and,
  "|": LEVELS["|"],
  "^": LEVELS["^"],
  "&": LEVELS["&"],
  "<<": LEVELS.shift,
  ">>": LEVELS.shift,
  "+": LEVELS.sum,
  "-": LEVELS.sum,
  "*": LEVELS.term,
  "/": LEVELS.term,
  "%": LEVELS.term,
};

const BY_TYPE: Readonly<Record<string, number>> = {
  closure_expression: LEVELS.jump,
  return_expression: LEVELS.jump,
  break_expression: LEVELS.jump,
  yield_expression: LEVELS.jump,
  let_condition: LEVELS.jump,
  let_chain: LEVELS.jump,
  assignment_expression: LEVELS.assignment,
  compound_assignment_expr: LEVELS.assignment,
  range_expression: LEVELS.range,
  type_cast_expression: LEVELS.cast,
  unary_expression: LEVELS.unary,
  reference_expression: LEVELS.unary,
};

/** Code after which a dot, a `?`, an index or arguments may stand. */
const TAKES_POSTFIX =
  /^(?:try_expression|await_expression|field_expression|index_expression|call_expression|generic_function)$/;

/** Code that ends a statement, and an arm of `match`, with its own brace. */
const CLOSED = /^(?:block|(?:unsafe|const|try)_block|(?:if|match|while|loop|for)_expression)$/;

/** The nodes that Rust reads on after such a brace. */
const GOES_ON = /^(?:try_expression|await_expression|field_expression)$/;

/** True if a node may be the child of another one, without parentheses. */
function fitsInRust(parent: SyntaxNode, child: SyntaxNode): boolean {
  const { type, isGrouped } = child;
  if (isGrouped) return true;
  const children = childrenOf(parent);
  const isFirst = children[0]?.start === child.start;
  // `a.b()` calls a method, `(a.b)()` what a field has.
  if (isFirst && type === "field_expression") return !/^(?:call|generic)_/.test(parent.type);
  const level = levelOf(child);
  // Nothing stands after the last operand, which may take all that follows.
  if (level === LEVELS.jump && !isFirst) return parent.type !== "let_condition";
  return level >= leastIn(parent, isFirst);
}

function levelOf(node: SyntaxNode): number {
  if (node.type !== "binary_expression") return BY_TYPE[node.type] ?? LEVELS.postfix;
  return BINARY[childrenOf(node)[1]?.value ?? ""] ?? LEVELS.comparison;
}

/** Returns the weakest level that a node takes at the place of a child. */
function leastIn(parent: SyntaxNode, isFirst: boolean): number {
  const own = levelOf(parent);
  switch (parent.type) {
    case "binary_expression":
      return isFirst && own !== LEVELS.comparison ? own : own + 1;
    case "range_expression":
      return own + 1;
    case "assignment_expression":
    case "compound_assignment_expr":
      return isFirst ? own + 1 : own;
    case "type_cast_expression":
    case "unary_expression":
    case "reference_expression":
      return own;
    case "let_condition":
      return LEVELS.comparison;
    default:
      return isFirst && TAKES_POSTFIX.test(parent.type) ? LEVELS.postfix : LEVELS.jump;
  }
}

/** True for a node that Rust takes, too: not only the grammar of the engine. */
function isSoundRust(node: SyntaxNode): boolean {
  const children = childrenOf(node);
  if (node.type === "binary_expression") {
    const [left, operator] = children;
    return !left || !/^<<?$/.test(operator?.value ?? "") || !endsInType(left);
  }
  if (!/^(?:block|match_arm|expression_statement)$/.test(node.type)) return true;
  return children.every((child) => !goesOn(child));
}

/** True for `a as b` at the end of an operand: Rust takes a `<` after it for the begin of type arguments. */
function endsInType(node: SyntaxNode): boolean {
  const last = childrenOf(node).at(-1);
  if (!last || node.isGrouped) return false;
  return node.type === "type_cast_expression" ? /\w$/.test(textOf(last)) : endsInType(last);
}

function textOf(node: SyntaxNode): string {
  const last = childrenOf(node).at(-1);
  return last ? textOf(last) : node.value;
}

/** True for a statement that begins with a block and has an operator, arguments or an index right after it. */
function goesOn(statement: SyntaxNode): boolean {
  let node = statement;
  while (isExpression(node) && !node.isGrouped) {
    const first = childrenOf(node)[0];
    if (!first || first.isGrouped) return false;
    if (CLOSED.test(first.type)) return !CLOSED.test(node.type) && !GOES_ON.test(node.type);
    node = first;
  }
  return false;
}

function isExpression({ type }: SyntaxNode): boolean {
  return /_expression$/.test(type) || type === "compound_assignment_expr";
}
