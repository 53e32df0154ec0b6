import type { WrittenMap } from "../../../model/edit.ts";
import type { AstEditStep, StepPlaces, ToolStep } from "../../../model/recipe/call-step.ts";
import { countOf } from "../../../shared/count-of.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import { isRecord } from "../../../shared/is-record.ts";
import { milliseconds } from "../../../shared/schema/milliseconds.ts";
import { formatPath, type YamlPath } from "../../../shared/yaml/yaml-path.ts";
import { diagnosticAt } from "../../../shared/yaml/yaml-source.ts";
import { hasLateText } from "../../inputs/fill-outputs.ts";
import type { Normalizing, StepNormalizing } from "../normalize-paths.ts";
import { CALL_TIMEOUT, type CallKind, paramsAt, type WrittenCallOf } from "../step-kind.ts";
import { type WrittenAstEdit, writtenAstEditSchema } from "./ast-edit-schema.ts";
import { normalizeAstEdit } from "./normalize-ast-edit.ts";
import { withSharedUtils } from "./shared-utils.ts";

/** The meaning of the keys of a call of `ast_edit`, for the published schema. */
const AST_EDIT_WORDS = {
  ast_edit: "A structural search and replacement.",
  "ast_edit.ops": "What to search for and what to write, in order of precedence.",
  "ops.pat": "Code with metavariables: `$A` is one node, `$$$A` any number of nodes.",
  "ops.rule": "An ast-grep rule, in the place of `pat`.",
  "ops.out":
    "The code in its place; an empty text deletes. With a `rule` also a map with `template`, " +
    "`expandStart` and `expandEnd`.",
  "ops.selector": "The kind of node inside `pat` that is meant.",
  "ops.strictness": "How exactly code must match `pat`, as in ast-grep.",
  "ops.constraints": "Metavariable → rule that it must fulfil.",
  "ops.utils": "Name → rule that `matches` can name.",
  "ops.transform": "New variable → transformation of a metavariable.",
  "ops.rewriters": "Rules that rewrite parts of a match.",
  "ops.layout": "`keep`: change only what differs between `pat` and `out`.",
  "ops.parens":
    "`auto`: write the parentheses that keep the meaning, where they are needed. Default: that of the step.",
  "ops.leftovers":
    "`off`, `count` or `list`: places that look like matches and could not be edited. Default: that of the step.",
  "ops.names":
    "Name in `pat` or `out`, or metavariable → the export that it means, in all spellings of a file.",
  "ops.keepImports": "Imports that `names` leave unused stay.",
  "names.from": "The module, as imports name it, or a list of its names.",
  "names.export": "The name of the export; `*` is the whole module.",
  "ops.deleteLines":
    "Deletes the whole lines of a match, if nothing else stands on them, or a list element with its separator; `out` " +
    "is empty or null.",
  "ops.class": "What the author claims of its changes. Default: that of the recipe.",
  "ops.imports": "Changes of imports in ES modules and CommonJS, in the place of `pat` and `out`.",
  "ops.rename": "A declaration that gets another name, with all references in its file.",
  "rename.name": "The name of the declaration.",
  "rename.to": "Its new name.",
  "rename.kind": "The kind of the declaration. Default: any.",
  "rename.exports": "Renames the export, too. Default: `export { new as old }`.",
  "imports.add": "Imports that the files are to have.",
  "imports.remove": "Names, or whole imports, that the files are no longer to have.",
  "imports.merge": "Joins several imports of one module.",
  "imports.when": "`always`: in all files. Default: in those in which another op has matched.",
  "add.from": "The module, as imports name it.",
  "add.default": "The local name of the default export; in CommonJS, of the module.",
  "add.namespace": "The local name of the whole module.",
  "add.names": "Names, each as `name` or `name as local`.",
  "add.type": "Only types: `import type`.",
  "remove.from": "The module, as imports name it.",
  "remove.names": "Names in the module. Without any, and without the next two, the whole import.",
  "remove.default": "The default import.",
  "remove.namespace": "The import of the whole module.",
  "remove.ifUnused": "Keeps what the rest of the file mentions.",
  "ast_edit.rules": "ast-grep rule files: globs or files, relative to the root.",
  "ast_edit.paths": "Globs, folders or files, relative to the root. Default: everything in scope.",
  "ast_edit.lang": "Forces a language. Default: the name of each file decides.",
  "ast_edit.languages": "Only files of these languages, by id or alias.",
  "ast_edit.selector": "The kind of node inside of each `pat` that is meant.",
  "ast_edit.strictness": "How exactly code must match each `pat`, as in ast-grep.",
  "ast_edit.parens": "The same for all ops and rules of the step. Default: that of the recipe.",
  "ast_edit.leftovers": "The same for all ops and rules of the step. Default: that of the recipe.",
  "ast_edit.names": "The same for all ops and rules of the step that have such a name.",
  "ast_edit.per":
    "What one pending action holds: the whole step (default), one file, or one match.",
  "ast_edit.passes": "Repeats the ops on their own result, at most this many times. Default: 1.",
  "ast_edit.onParseError": "For files with matches and syntax errors. Default: `skip`.",
  "ast_edit.editGenerated": "Edit also files that say near their top that a program wrote them.",
  "ast_edit.maxFiles": "Files beyond this number are left out and reported.",
  "ast_edit.maxReplacements": "Replacements beyond this number are left out and reported.",
  "ast_edit.failOnParseError": "The same as `onParseError: fail`.",
};

/** `ast_edit`: searches for code, and replaces it. */
export const AST_EDIT = {
  noun: "an `ast_edit`",
  schema: writtenAstEditSchema,
  keys: {},
  takes: ["languages"],
  words: AST_EDIT_WORDS,
  normalize,
  summaryOf({ params: { ops, rules, paths, lang, languages = [], per } }) {
    const isAny = paths.length === 0 || paths.join() === "**";
    const files = isAny ? [] : [`in ${paths.join(", ")}`];
    const only = lang === undefined ? languages : [lang];
    return [
      ...(ops.length === 0 ? [] : [countOf(ops.length, "op")]),
      ...(rules.length === 0 ? [] : [`rules of ${rules.join(", ")}`]),
      ...files,
      ...(only.length === 0 ? [] : [`language ${only.join(", ")}`]),
      ...(per === "step" ? [] : [`one action per ${per}`]),
    ].join("; ");
  },
} satisfies CallKind<WrittenCallOf<WrittenAstEdit>, AstEditStep>;

function normalize(
  { id, value: ast_edit, languages }: WrittenCallOf<WrittenAstEdit>,
  at: YamlPath,
  { source, diagnostics, value, utils, ofSteps }: StepNormalizing,
): AstEditStep | ToolStep {
  const below = [...at, "ast_edit"];
  const { parens, leftovers } = ofSteps ?? {};
  const settings = definedOnly({ parens, leftovers });
  const withShared = <Edit extends object>(edit: Edit): Edit => ({ ...settings, ...edit });
  const names = ast_edit.lang === undefined ? definedOnly({ languages }) : {};
  const params = {
    ...names,
    ...normalizeAstEdit(withUtils(withShared(ast_edit), utils), below, { source, diagnostics }),
  };
  const raw = { ...names, ...withUtils(withShared(paramsAt(value, below)), utils) };
  if (!hasLateText(raw)) {
    const places: StepPlaces = (path, part) => {
      const shared = sharedPath(path, ast_edit, utils);
      const at = shared ?? [...below, ...path];
      return part === "key" ? source.placeOfKey(at) : source.placeOf(at);
    };
    return { kind: "ast_edit", id, params, places };
  }
  // Its patterns are known only when it runs. Until then it is a call like the call of a model.
  if (ast_edit.rules !== undefined) reportLateRules([...below, "rules"], { source, diagnostics });
  return {
    kind: "tool",
    id,
    tool: "ast_edit",
    params: raw,
    timeout: milliseconds(CALL_TIMEOUT),
    place: source.placeOfKey(below),
    paramsPlace: source.placeOf(below),
  };
}

/** Returns an edit whose ops have the utility rules of the recipe that they refer to. */
function withUtils<Edit extends { readonly ops?: unknown }>(edit: Edit, utils: WrittenMap): Edit {
  if (!Array.isArray(edit.ops) || Object.keys(utils).length === 0) return edit;
  const ops = edit.ops.map((op: unknown) => {
    const all = isRecord(op) ? withSharedUtils(op, utils) : undefined;
    return all === undefined ? op : { ...(op as WrittenMap), utils: all };
  });
  return { ...edit, ops };
}

/** Returns the path of a utility rule that an op has from its recipe; undefined for everything else. */
function sharedPath(
  path: readonly (string | number)[],
  { ops = [] }: WrittenAstEdit,
  utils: WrittenMap,
): YamlPath | undefined {
  const [key, index, part, id = ""] = path;
  const isUtil = key === "ops" && typeof index === "number" && part === "utils";
  if (!isUtil || !Object.hasOwn(utils, id)) return undefined;
  return Object.hasOwn(ops[index]?.utils ?? {}, id) ? undefined : path.slice(2);
}

/** Reports rule files beside an output, because rule files are read with the recipe and not while it runs. */
function reportLateRules(at: YamlPath, { source, diagnostics }: Normalizing): void {
  const reason = "rule files are read before any step runs";
  const message = `\`${formatPath(at)}\` cannot be used together with an output of a step: ${reason}.`;
  const hint = "Make two steps, or write the rules under `ops`.";
  diagnostics.push(diagnosticAt(source.placeOfKey(at), "invalid-value", message, { hint }));
}
