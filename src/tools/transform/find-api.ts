import { type NapiConfig, parse, type SgNode } from "@ast-grep/napi";
import { TRANSFORM_APIS, type TransformApi } from "../../model/recipe/call-step.ts";
import type { TransformModule } from "./adapter.ts";

/** A module as it is written, and what it exports. */
interface ApiSource extends Pick<TransformModule, "exports"> {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns the form of a module, if it has what only that form has; otherwise the reason why `api` has to say it, in
 * words that follow the name of the module.
 */
export function findApi({ exports, path, text }: ApiSource): TransformApi | { fault: string } {
  const root = parse(grammarOf(path), text).root();
  const fits: Readonly<Record<TransformApi, boolean>> = {
    sluice: imports(root, /^sluice$/),
    jssg: "getSelector" in exports || imports(root, /^(codemod:|@codemod\.com\/jssg-types(\/|$))/),
    jscodeshift: "parser" in exports || takesJscodeshift(root),
    "es-tooling": returnsTransform(root),
  };
  const found = TRANSFORM_APIS.filter((api) => fits[api]);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const why = first === undefined ? "none can be told from" : `${found.join(" and ")} fit`;
  return {
    fault: `may have several forms, and ${why} it: add \`api:\` (${TRANSFORM_APIS.join(", ")})`,
  };
}

function grammarOf(path: string): string {
  if (/\.[cm]?ts$/.test(path)) return "TypeScript";
  return path.endsWith("x") ? "Tsx" : "JavaScript";
}

/** True if a module is imported, also for its types only, or required. */
function imports(root: SgNode, name: RegExp): boolean {
  const isNamed = { any: [{ kind: "import_statement" }, { kind: "export_statement" }] };
  const isCalled = { kind: "arguments", inside: { kind: "call_expression", regex: CALLED } };
  const rule = { kind: "string", any: [{ inside: isNamed }, { inside: isCalled }] };
  return findAll(root, rule).some((node) => name.test(node.text().slice(1, -1)));
}

const CALLED = "^(require|import)\\s*\\(";

/** True if a function takes `jscodeshift`, or `j`, from its second parameter. */
function takesJscodeshift(root: SgNode): boolean {
  const property = { field: "property", regex: "^(jscodeshift|j)$" };
  const used = findAll(root, { kind: "member_expression", has: property }).map((node) =>
    node.field("object"),
  );
  const taken = findAll(root, { kind: "variable_declarator", has: { field: "name", ...NAMES } });
  const sources = [...used, ...taken.map((node) => node.field("value"))];
  return (
    sources.some((source) => source !== null && isSecondParameter(source)) ||
    findAll(root, NAMES).some((pattern) => pattern.ancestors().some(isSecondOne(pattern)))
  );
}

/** `{ jscodeshift }`, `{ j }` or `{ jscodeshift: j }`, as a pattern. */
const NAMES = {
  kind: "object_pattern",
  has: {
    any: [
      { kind: "shorthand_property_identifier_pattern", regex: "^(jscodeshift|j)$" },
      { kind: "pair_pattern", has: { field: "key", regex: "^(jscodeshift|j)$" } },
    ],
  },
};

/** True if a name is that of the second parameter of a function around it. */
function isSecondParameter(name: SgNode): boolean {
  if (name.kind() !== "identifier") return false;
  return name.ancestors().some((around) => nameOf(secondOf(around)) === name.text());
}

function isSecondOne(pattern: SgNode): (around: SgNode) => boolean {
  const { start } = pattern.range();
  return (around) => patternOf(secondOf(around))?.range().start.index === start.index;
}

/** The second parameter of a function, without its type. */
function secondOf(node: SgNode): SgNode | undefined {
  const parameters = node.field("parameters");
  return parameters?.children().filter((child) => child.isNamed() && child.kind() !== "comment")[1];
}

function patternOf(parameter: SgNode | undefined): SgNode | undefined {
  return parameter?.field("pattern") ?? parameter?.field("left") ?? parameter;
}

function nameOf(parameter: SgNode | undefined): string | undefined {
  return patternOf(parameter)?.text();
}

/** True if a function returns an object whose `transform` takes `file` from its first parameter. */
function returnsTransform(root: SgNode): boolean {
  const made = findAll(root, {
    any: [
      { kind: "pair", has: { field: "key", regex: "^transform$" } },
      { kind: "method_definition", has: { field: "name", regex: "^transform$" } },
    ],
    inside: { kind: "object", inside: IS_RETURNED },
  });
  return made.some((node) => {
    const taker = node.kind() === "pair" ? node.field("value") : node;
    const [first] =
      taker
        ?.field("parameters")
        ?.children()
        .filter((child) => child.isNamed()) ?? [];
    return /^\{\s*file\b/.test(nameOf(first) ?? "");
  });
}

const IS_RETURNED = {
  any: [
    { kind: "return_statement" },
    { kind: "parenthesized_expression", inside: { kind: "arrow_function" } },
  ],
};

function findAll(root: SgNode, rule: NapiConfig["rule"]): readonly SgNode[] {
  return root.findAll({ rule });
}
