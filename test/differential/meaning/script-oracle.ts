import { type ParserOptions, parse } from "@babel/parser";
import type { Oracle } from "./oracle.ts";
import { HOLE, type RandomCase, textBefore } from "./random-case.ts";

/** JavaScript and TypeScript by Babel: Sluice reads them by another parser. */
export function scriptOracle(dialect: "jsx" | "ts" | "tsx"): Oracle {
  const read = readerOf(dialect);
  return {
    async areRight(drawn, texts) {
      const before = read.whole(textBefore(drawn));
      const place = read.whole(drawn.place);
      const match = read.expression(drawn.match);
      const wanted = wantedTree(drawn, read);
      if (before === undefined || match === undefined || wanted === undefined) return undefined;
      const isSame = place && textOf(withTrees(place, { [HOLE]: [match] })) === textOf(before);
      if (place !== undefined && !isSame) return undefined; // A name is read in another way there than a call.
      const whole = place && textOf(withTrees(place, { [HOLE]: wanted }));
      return texts.map((text) => {
        const tree = read.whole(text);
        return tree !== undefined && whole !== undefined && textOf(tree) === whole;
      });
    },
  };
}

/** A tree without places, comments and parentheses. */
type Tree = { readonly [key: string]: unknown };
type Trees = Readonly<Record<string, readonly Tree[]>>;

/** Returns the tree of the template with the trees of the captures in it. */
function wantedTree({ out, captures }: RandomCase, read: Reader): readonly Tree[] | undefined {
  const trees: Record<string, readonly Tree[]> = {};
  let code = out;
  for (const [index, [name, text]] of Object.entries(captures).entries()) {
    const nodes = read.args(text);
    if (nodes === undefined || (!name.startsWith("$$$") && nodes.length !== 1)) return undefined;
    trees[`zz${index}`] = nodes;
    code = code.replaceAll(name, `zz${index}`);
  }
  const expression = read.expression(code);
  const template = expression ? [expression] : read.args(code);
  return template && (withTrees(template, trees) as readonly Tree[]);
}

interface Reader {
  readonly whole: (text: string) => Tree | undefined;
  readonly expression: (text: string) => Tree | undefined;
  readonly args: (text: string) => readonly Tree[] | undefined;
}

/** The most trees that are remembered: places come again. */
const MOST_TREES = 1000;

function readerOf(dialect: "jsx" | "ts" | "tsx"): Reader {
  const plugins: NonNullable<ParserOptions["plugins"]> = ["decorators"];
  if (dialect !== "jsx") plugins.push("typescript");
  if (dialect !== "ts") plugins.push("jsx");
  const read = (text: string) => {
    for (const sourceType of ["module", "script"] as const) {
      try {
        const allowReturnOutsideFunction = sourceType === "script";
        const options = { sourceType, allowReturnOutsideFunction, attachComment: false, plugins };
        const { program } = parse(text, options);
        return isOfBabelAlone(program) ? undefined : (plainTree(program) as Tree);
      } catch {
        // It has syntax errors, or is of the other kind.
      }
    }
    return undefined;
  };
  const known = new Map<string, Tree | undefined>();
  const whole = (text: string) => {
    if (known.size === MOST_TREES) known.clear();
    if (!known.has(text)) known.set(text, read(text));
    return known.get(text);
  };
  const inside = (text: string): Tree | undefined => {
    const tree = whole(`class Q extends P { static async *[q]() { ${text}\n } }`);
    const found = at(tree, "body", 0, "body", "body", 0, "body", "body", 0, "expression");
    return found as Tree | undefined;
  };
  return {
    whole,
    expression: (text) => inside(`(${text}\n)`),
    args: (text) => at(inside(`q(${text}\n)`), "arguments") as readonly Tree[] | undefined,
  };
}

/** True for `<a />.b` and `a()++`, which TypeScript refuses. */
function isOfBabelAlone(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(isOfBabelAlone);
  if (typeof node !== "object" || node === null) return false;
  const type = String(at(node, "type"));
  const isTarget = type === "UpdateExpression" || type === "AssignmentExpression";
  const target = isTarget ? (at(node, "argument") ?? at(node, "left")) : undefined;
  if (at(target, "type") === "CallExpression") return true;
  const head = HEADS.map((key) => at(node, key)).find((each) => each !== undefined);
  const isLoose =
    /^JSX(?:El|Fr)/.test(String(at(head, "type"))) && !at(head, "extra", "parenthesized");
  const isPostfix = /^(?:Optional)?(?:Member|Call)|^(?:New|TaggedT|TSNonNull)/.test(type);
  return (isPostfix && isLoose) || Object.values(node).some(isOfBabelAlone);
}

const HEADS = ["object", "callee", "tag", "expression"];

function at(tree: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce((node: unknown, key) => node && Reflect.get(Object(node), key), tree);
}

const OF_PLACES = new Set(
  `start end loc extra range leadingComments trailingComments innerComments errors sourceType
  interpreter tail`.split(/\s+/),
);

function plainTree(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plainTree).filter((each) => !isEmpty(each));
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node)
    .filter(([key, value]) => !OF_PLACES.has(key) && !isAbsent(key, value))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(kept.map(([key, value]) => [key, plainTree(value)]));
}

/** True for a key that other nodes of the kind lack, as `optional: false`. */
function isAbsent(key: string, value: unknown): boolean {
  return value === undefined || value === null || (value === false && key !== "value");
}

function isEmpty(node: unknown): boolean {
  return at(node, "type") === "EmptyStatement";
}

/** Puts trees into the places of names; several of them only into lists. */
function withTrees(node: unknown, trees: Trees): unknown {
  if (Array.isArray(node))
    return node.flatMap(
      (each) => named(each, trees) ?? namedInText(each, trees) ?? [withTrees(each, trees)],
    );
  if (typeof node !== "object" || node === null) return node;
  const found = named(node, trees);
  if (found !== undefined) return found.length === 1 ? found[0] : found;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withTrees(value, trees)]),
  );
}

function named(node: unknown, trees: Trees): readonly Tree[] | undefined {
  const isShorthand = at(node, "shorthand") === true;
  const name = isShorthand ? at(node, "key", "name") : at(node, "name");
  if (typeof name !== "string" || !Object.hasOwn(trees, name)) return undefined;
  if (isShorthand) return trees[name]?.[0]?.type === "SpreadElement" ? trees[name] : undefined;
  return at(node, "type") === "Identifier" ? trees[name] : undefined;
}

/** Text between tags in which a name stands: what is no child of tags stands in braces there. */
function namedInText(node: unknown, trees: Trees): readonly unknown[] | undefined {
  const text = at(node, "type") === "JSXText" ? String(at(node, "value")) : "";
  const name = Object.keys(trees).find((each) => text.includes(each));
  if (name === undefined) return undefined;
  const pieces = text.split(name);
  const children = (trees[name] ?? []).map((tree) =>
    String(tree.type).startsWith("JSX")
      ? tree
      : { expression: tree, type: "JSXExpressionContainer" },
  );
  const ofText = (value: string) => (value.trim() === "" ? [] : [{ type: "JSXText", value }]);
  return pieces.flatMap((piece, index) => [...(index > 0 ? children : []), ...ofText(piece)]);
}

function textOf(tree: unknown): string {
  return JSON.stringify(tree);
}
