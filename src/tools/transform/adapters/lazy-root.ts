import * as engine from "@ast-grep/napi";
import { createTextFilter } from "./text-filter.ts";

/**
 * Returns a root that parses its text when its tree is first looked at. A search of the whole tree that cannot find
 * anything in the text, as the ops of `ast_edit` can tell, ends without a tree. For threads with code of recipes only.
 */
export function lazyRoot(language: string, text: string): engine.SgRoot {
  prototypes ??= makePrototypes();
  const root: engine.SgRoot = Object.create(prototypes.root);
  let parsed: engine.SgRoot | undefined;
  trees.set(root, {
    root,
    isParsed: () => parsed !== undefined,
    mayMatch: (matcher) => parsed !== undefined || mayMatch(matcher, language, text),
    open() {
      if (parsed === undefined) {
        parsed = engine.parse(language, text);
        lazyOf.set(parsed, root);
      }
      return parsed;
    },
  });
  return root;
}

/** True for a root of {@link lazyRoot} whose text was parsed. */
export function isParsed(root: engine.SgRoot): boolean {
  return treeOf(root).isParsed();
}

const mayMatch = createTextFilter();

/** A text that may not be parsed yet. */
interface LazyTree {
  readonly root: engine.SgRoot;
  readonly isParsed: () => boolean;
  readonly mayMatch: (matcher: unknown) => boolean;
  readonly open: () => engine.SgRoot;
}

/** The tree of each root, and of each node that stands for a whole tree. */
const trees = new WeakMap<object, LazyTree>();

/** The roots that were made here, by those of the engine. */
const lazyOf = new WeakMap<engine.SgRoot, engine.SgRoot>();

let prototypes: { readonly root: object; readonly node: object } | undefined;

const { filename: nativeFilename } = engine.SgRoot.prototype;

function makePrototypes(): { readonly root: object; readonly node: object } {
  const { prototype } = engine.SgRoot;
  const [root, node] = [Object.create(prototype), nodePrototype()];
  define(root, "root", function (this: object) {
    const whole: object = Object.create(node);
    trees.set(whole, treeOf(this));
    return whole;
  });
  // That of jssg, which may stand in its place, knows such roots.
  if (prototype.filename === nativeFilename) define(root, "filename", () => "anonymous");
  const { getRoot } = engine.SgNode.prototype;
  define(engine.SgNode.prototype, "getRoot", function (this: engine.SgNode) {
    const own = getRoot.call(this);
    return lazyOf.get(own) ?? own;
  });
  return { root, node };
}

/** Every method is that of the real node; a search needs one only if it may find something. */
function nodePrototype(): object {
  const lazy: object = Object.create(engine.SgNode.prototype);
  for (const name of METHODS)
    define(lazy, name, function (this: object, ...values: readonly unknown[]) {
      return callOn(treeOf(this).open().root(), name, values);
    });
  for (const [name, nothing] of SEARCHES)
    define(lazy, name, function (this: object, ...values: readonly unknown[]) {
      const tree = treeOf(this);
      return tree.mayMatch(values[0]) ? callOn(tree.open().root(), name, values) : nothing();
    });
  define(lazy, "getRoot", function (this: object) {
    return treeOf(this).root;
  });
  return lazy;
}

/** The methods that the engine itself gives its nodes. */
const METHODS = Object.entries(Object.getOwnPropertyDescriptors(engine.SgNode.prototype)).flatMap(
  ([name, { value }]) => (name !== "constructor" && typeof value === "function" ? [name] : []),
);

/** Searches below a node, and the values that they return if nothing is found. */
const SEARCHES: readonly (readonly [name: string, nothing: () => unknown])[] = [
  ["find", () => null],
  ["findAll", () => []],
  ["has", () => false],
];

function treeOf(value: object): LazyTree {
  const tree = trees.get(value);
  if (tree === undefined) throw new TypeError("Illegal invocation");
  return tree;
}

function callOn(node: engine.SgNode, name: string, values: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(node, name);
  if (typeof method !== "function") throw new TypeError(`${name} is not a function`);
  return Reflect.apply(method, node, values);
}

function define(prototype: object, name: string, value: unknown): void {
  Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
}
