import { analyze } from "@typescript-eslint/scope-manager";
import globals from "globals";
import type { KnownGlobals } from "../findings/written-name.ts";
import { parseProgram } from "./parse-program.ts";

/** Names that browsers declare, and that code without a declaration mostly means by mistake. */
const CONFUSING: ReadonlySet<string> = new Set([
  ...["blur", "close", "closed", "event", "external", "find", "focus", "frames", "length", "name"],
  ...["open", "opener", "origin", "parent", "print", "screen", "scroll", "self", "status", "stop"],
  ...[
    "moveBy",
    "moveTo",
    "resizeBy",
    "resizeTo",
    "scrollBy",
    "scrollTo",
    "statusbar",
    "toolbar",
    "top",
  ],
  ...[
    "menubar",
    "locationbar",
    "personalbar",
    "scrollbars",
    "scrollX",
    "scrollY",
    "pageXOffset",
    "pageYOffset",
  ],
  ...[
    "innerHeight",
    "innerWidth",
    "outerHeight",
    "outerWidth",
    "screenX",
    "screenY",
    "screenLeft",
    "screenTop",
  ],
  ...["onload", "onerror", "onmessage", "onclick", "onscroll", "onresize", "onfocus", "onblur"],
]);

const { builtin, browser, node, commonjs, worker, serviceworker } = globals;
const VALUES = [builtin, browser, node, commonjs, worker, serviceworker].flatMap(Object.keys);
const known: ReadonlySet<string> = new Set([
  ...VALUES.filter((name) => !CONFUSING.has(name)),
  ...["undefined", "arguments", "globalThis", "JSX", "NodeJS"],
]);

/** The names of frameworks that declare them for each file, mostly for tests. */
const FRAMEWORKS = [
  ...[globals.jest, globals.mocha, globals.jasmine, globals.vitest, globals.qunit],
  ...[globals.jquery, globals.protractor],
].map((names) => new Set(Object.keys(names)));

let types: ReadonlySet<string> | undefined;

/** The types that TypeScript declares for every program. */
function knownTypes(): ReadonlySet<string> {
  types ??= new Set(declaredTypes());
  return types;
}

function declaredTypes(): Iterable<string> {
  const empty = parseProgram("", "ts");
  if (empty === undefined) throw new Error("An empty text is a program.");
  const { globalScope } = analyze(empty.root, {
    lib: ["esnext", "dom", "dom.iterable", "webworker"],
  });
  return globalScope?.set.keys() ?? [];
}

/**
 * The names that JavaScript has in browsers and Node.js; of types, those that TypeScript declares. A file that uses a
 * name of a framework has its other names, too.
 */
export const JAVASCRIPT_GLOBALS: KnownGlobals = {
  has: (name, { isType, used }) =>
    known.has(name) ||
    (isType && knownTypes().has(name)) ||
    FRAMEWORKS.some((names) => names.has(name) && [...names].some((other) => used.has(other))),
  isBuiltIn: (name) => Object.hasOwn(builtin, name),
};
