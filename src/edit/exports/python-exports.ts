import type { NapiConfig, SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { isName, partsOf, UnknownExports } from "./found-exports.ts";

/** The names of a module of Python as they are found. */
interface PythonNames {
  readonly bound: Set<string>;
  /** The names in `__all__`; undefined without one. */
  all: Set<string> | undefined;
  /** True for `__init__.py`, whose imports from its own package are for others. */
  readonly isPackage: boolean;
}

/** Statements in which others stand that belong to the module. */
const BLOCKS = /^(if|try|with|for|while|match)_statement$|_clause$|^block$/;

/** Returns the names that a module of Python exports: those in `__all__`, otherwise those that begin without `_`. */
export function pythonExports(root: SgNode, path: string): Iterable<string> {
  const isPackage = /(^|\/)__init__\.pyi?$/.test(path);
  const names: PythonNames = { bound: new Set(), all: undefined, isPackage };
  addStatements(root, names);
  for (const binding of root.findAll({ rule: BINDINGS }))
    for (const one of binding.findAll({ rule: { kind: "identifier" } }))
      names.bound.add(one.text());
  return names.all ?? [...names.bound].filter((name) => !name.startsWith("_"));
}

const SCOPES = ["function_definition", "class_definition", "lambda"].map((kind) => ({ kind }));

/** Code that binds names of the module elsewhere: `with a as b`, `(a := 1)`, `case [a]`, and `global a` anywhere. */
const BINDINGS: NapiConfig["rule"] = {
  any: [
    { kind: "global_statement" },
    {
      any: [
        { kind: "as_pattern_target", inside: { kind: "with_clause", stopBy: "end" } },
        { kind: "identifier", inside: { kind: "named_expression", field: "name" } },
        { kind: "case_pattern" },
      ],
      not: { inside: { any: SCOPES, stopBy: "end" } },
    },
  ],
};

function addStatements(node: SgNode, names: PythonNames): void {
  for (const part of partsOf(node)) addStatement(part, names);
}

function addStatement(statement: SgNode, names: PythonNames): void {
  const kind = kindOf(statement);
  const named = kind === "decorated_definition" ? statement.field("definition") : statement;
  const name = named?.field("name");
  if (/^(function|class|decorated)_definition$/.test(kind) && name) names.bound.add(name.text());
  else if (kind === "type_alias_statement")
    names.bound.add(/[\w]+/u.exec(partsOf(statement)[0]?.text() ?? "")?.[0] ?? "");
  else if (kind === "expression_statement")
    for (const one of partsOf(statement)) addExpression(one, names);
  else if (kind === "import_from_statement") addImports(statement, names);
  else if (kind === "delete_statement") removeDeleted(statement, names);
  else if (BLOCKS.test(kind)) {
    const target = kind === "for_statement" ? statement.field("left") : undefined;
    if (target) addTargets(target, names);
    addStatements(statement, names);
  }
}

function addExpression(expression: SgNode, names: PythonNames): void {
  const kind = kindOf(expression);
  const [left, right] = [expression.field("left"), expression.field("right")];
  if (left?.text() === "__all__" && right !== null) addListed(right, kind, names);
  else if (changesList(kind === "call" ? expression.text() : "", left?.text() ?? ""))
    throw new UnknownExports();
  else if (kind === "assignment" && left) {
    addTargets(left, names);
    if (right && kindOf(right) === "assignment") addExpression(right, names);
  }
}

/** True if code changes the list of names by a method, an index or an unpacked value. */
function changesList(call: string, target: string): boolean {
  return /^\(*__all__\b/.test(call) || /(?<!\.)\b__all__\b/.test(target);
}

/** Adds the names of a list; where several are assigned, each may be the one that counts. */
function addListed(list: SgNode, kind: string, names: PythonNames): void {
  if (kind === "augmented_assignment" && names.all === undefined) throw new UnknownExports();
  names.all ??= new Set();
  for (const name of listedNames(list)) names.all.add(name);
}

/** Returns the texts of a list; another value of `__all__` does not tell its names. */
function listedNames(list: SgNode): readonly string[] {
  if (!/^(list|tuple)$/.test(kindOf(list))) throw new UnknownExports();
  return partsOf(list)
    .filter((part) => kindOf(part) !== "comment")
    .map((part) => {
      const [, , text] = /^(["'])(\w+)\1$/u.exec(part.text()) ?? [];
      if (text === undefined) throw new UnknownExports();
      return text;
    });
}

function addTargets(target: SgNode, names: PythonNames): void {
  if (isName(target)) names.bound.add(target.text());
  else if (/pattern|^(list|tuple|list_splat)/.test(kindOf(target)))
    for (const part of partsOf(target)) addTargets(part, names);
}

/** `del a` takes a name away that was bound above. */
function removeDeleted(statement: SgNode, { bound }: PythonNames): void {
  if (/\b__all__\b/.test(statement.text())) throw new UnknownExports();
  for (const part of partsOf(statement))
    for (const one of isName(part) ? [part] : partsOf(part)) bound.delete(one.text());
}

/** `from x import *`, `from x import a as a`, and in `__init__.py` all that is imported from the own package. */
function addImports(statement: SgNode, { bound, isPackage }: PythonNames): void {
  const [source, ...imported] = partsOf(statement);
  if (source === undefined) return;
  const isOwn = isPackage && kindOf(source) === "relative_import";
  for (const one of imported) {
    const kind = kindOf(one);
    const [name, alias] = partsOf(one).map((part) => part.text());
    if (kind === "wildcard_import") bound.add(`* from ${source.text()}`);
    else if (kind === "aliased_import" && alias !== undefined) {
      if (isOwn || name === alias) bound.add(alias);
    } else if (kind === "dotted_name" && isOwn) bound.add(one.text());
  }
}
