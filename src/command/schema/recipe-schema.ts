import { writtenRecipeSchema } from "../../recipe/recipe-schema.ts";
import { writtenInputSchema } from "../../recipe/schema/input-schema.ts";
import { CALL_KIND_NAMES, STEP_KIND_NAMES, STEP_KINDS } from "../../recipe/steps/step-kinds.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { Words } from "./describe-schema.ts";
import { describeSchema } from "./describe-schema.ts";
import { type JsonSchema, jsonSchemaOf, partAt, visitSchemas } from "./json-schema.ts";
import { shareParts } from "./share-parts.ts";

/** The meaning of the keys of a recipe; docs/recipes.md says more. */
const RECIPE_WORDS: Words = {
  version: "The version of the format: 1.",
  name: "The name in reports and for policies. Default: the name of the file.",
  description: "One line about what the recipe does; `sluice list` shows it.",
  inputs: "Values that a caller gives, by name; `${{ inputs.name }}` inserts one.",
  "inputs.type": "The type of the value.",
  "inputs.description": "What the value is for.",
  "inputs.required": "True if a value must be given. Cannot be combined with `default`.",
  "inputs.default": "The value if none is given.",
  "inputs.pattern": "A regular expression that the whole text, or each text of a list, must match.",
  "inputs.values": "The allowed values of an input of type `enum`.",
  scope: "Which files the recipe may read and write.",
  "scope.include": "Files that may be read and written. Default: everything under the root.",
  "scope.exclude": "Files that are neither read nor written; overrides the others.",
  "scope.readonly": "Files that may be read and are never written.",
  "scope.untrusted":
    "Files whose text strangers wrote: what a model does after it saw one is marked.",
  fileRefs: "How `@path` in prompts is read.",
  "fileRefs.mode": "`strict`: a file that cannot be attached fails the step. Default: `warn`.",
  "fileRefs.maxBytes": "The most bytes of a file that are attached. Default: 16384.",
  languages: "Only files of these languages, by id or alias.",
  languageGlobs: "Language → globs for names of files; overrides the extension.",
  utils: "Name → rule that `matches` can name in all ops of the recipe with a `rule`.",
  leftovers:
    "What is told of places that look like matches and could not be edited: `off`, `count`, `list`. Default: `count`.",
  parens: "`auto`: write the parentheses that keep the meaning of replacements. Default: `off`.",
  expect: "Limits for the numbers of replacements and files: a run outside of them fails.",
  "expect.minReplacements": "At least this many replacements.",
  "expect.maxReplacements": "At most this many replacements.",
  "expect.minFiles": "At least this many changed files.",
  "expect.maxFiles": "At most this many changed files.",
  format:
    "A program that formats what the steps changed, and only that; `{path}` stands for the file. Needs `--allow-code`.",
  "steps.format": "The formatter of this step, in the place of that of the recipe; `false`: none.",
  "parallel.format":
    "The formatter of this call, in the place of that of the recipe; `false`: none.",
  "format.run": "The program and its arguments; no shell reads them.",
  "format.input":
    "`stdin` (default): text in, text out. `files`: it writes the files of a copy; `{files}` stands for them.",
  "format.paths": "Globs, folders or files, relative to the root, that it formats. Default: all.",
  "format.timeout": "The most time of one start. Default: `30s`, with `files` `10m`.",
  "format.env": "More environment variables of the program. Each must be allowed by the caller.",
  "format.batch": "The most files of one start, with `input: files`.",
  parsers:
    "Language → program that tells if results are valid code, for the fact `newSyntaxErrors`. Needs `--allow-code`.",
  "parsers.run":
    "The program and its arguments, which gets the text by standard input; no shell reads them.",
  "parsers.timeout": "The most time for one text. Default: `30s`.",
  "parsers.env": "More environment variables of the program. Each must be allowed by the caller.",
  "parsers.ok": "The exit codes that say that the text is valid. Default: 0.",
  class:
    "What the author claims of the changes: `safe`, `review` or `unsafe`; a fact for policies, and no proof.",
  onHeld:
    "What becomes of later steps if an action is held or discarded: they leave its files alone " +
    "(default), do not run, or run without its changes.",
  tools: "Modules with custom tools, relative to the root; they need `--allow-code`.",
  hooks: "Code that is called around tool calls and prompts; needs `--allow-code`.",
  "hooks.on": "When the hook is called. Default: always.",
  "hooks.tools": "Globs for names of tools. Default: all.",
  "hooks.run": "A program and its arguments; no shell reads them.",
  "hooks.module": "A module, relative to the root.",
  "hooks.timeout": "The most time of one call, such as `30s`.",
  steps: "The steps, which run in order; each sees the accepted result of those before it.",
  "steps.id": "The name of the step in reports and for policies.",
  "parallel.id": "The name of the call in reports and for policies.",
  "steps.paths": "Globs, folders or files, relative to the root. Default: everything in scope.",
  "parallel.paths": "Globs, folders or files, relative to the root. Default: everything in scope.",
  "steps.per":
    "What one pending action holds: the whole step (default; of a patch one file), one file, or one stretch of " +
    "changed lines: `match`, of a patch `hunk`.",
  "parallel.per":
    "What one pending action holds: the whole call (default; of a patch one file), one file, or one stretch of " +
    "changed lines: `match`, of a patch `hunk`.",
  "steps.by":
    "`model`: a model decides what the code of the step proposes, so that `fromModel` is true.",
  "parallel.by":
    "`model`: a model decides what the code of the call proposes, so that `fromModel` is true.",
  "steps.languages": "Only files of these languages, by id or alias.",
  "parallel.languages": "Only files of these languages, by id or alias.",
  timeout: "The most time of the call, or of the conversation, such as `30s` or `10m`.",
  when: "A CEL expression over `inputs`, `ci` and `steps`; the step is skipped if it is false.",
};

/** Returns the JSON Schema of a recipe. */
export function recipeJsonSchema(): JsonSchema {
  const schema = jsonSchemaOf(writtenRecipeSchema);
  const { $schema: _head, ...input } = jsonSchemaOf(writtenInputSchema);
  Object.assign(partAt(schema, "inputs"), {
    type: "object",
    propertyNames: { pattern: "^[A-Za-z][A-Za-z0-9_-]*$" },
    additionalProperties: input,
  });
  for (const path of ["steps[]", "steps[].parallel[]"])
    addRules(partAt(schema, `${path}.ast_edit`), partAt(schema, `${path}.ast_edit.ops[]`));
  const call = partAt(schema, "steps[].parallel[]");
  if (isRecord(call.properties))
    for (const key of ["prompt", "uses", "when"]) delete call.properties[key];
  Object.assign(call, { oneOf: CALL_KIND_NAMES.map(having), dependencies: { with: ["tool"] } });
  Object.assign(partAt(schema, "steps[]"), {
    oneOf: STEP_KIND_NAMES.map(having),
    dependencies: { with: { anyOf: ["tool", "uses"].map(having) } },
  });
  Object.assign(partAt(schema, "hooks[]"), {
    oneOf: [{ required: ["run"] }, { required: ["module"] }],
  });
  describeSchema(schema, Object.assign({}, RECIPE_WORDS, ...wordsOfSteps()));
  acceptExpressions(schema);
  const parts = {
    ast_edit: partAt(schema, "steps[].ast_edit"),
    format: partAt(schema, "format"),
  };
  shareParts(schema, { ...parts, ...EXPRESSION });
  return schema;
}

function wordsOfSteps() {
  return STEP_KIND_NAMES.map((kind) => STEP_KINDS[kind].words);
}

function having(key: string): JsonSchema {
  return { required: [key] };
}

/** The rules between the keys of an `ast_edit` and of an op. */
function addRules(edit: JsonSchema, op: JsonSchema): void {
  const without = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, false]));
  edit.anyOf = [{ required: ["ops"] }, { required: ["rules"] }];
  edit.not = { required: ["lang", "languages"] };
  op.oneOf = [
    {
      required: ["pat", "out"],
      properties: {
        ...without("rule", "constraints", "utils", "transform", "rewriters", "imports", "rename"),
        out: { type: ["string", "null"] },
      },
    },
    {
      required: ["rule", "out"],
      properties: without("pat", "selector", "strictness", "imports", "rename"),
    },
    { required: ["imports"], maxProperties: 1 },
    { required: ["rename"], maxProperties: 1 },
  ];
}

const EXPRESSION = {
  expression: { type: "string", pattern: "^\\s*\\$\\{\\{[\\s\\S]*\\}\\}\\s*$" } as JsonSchema,
};

/** A text that is one expression may have a value of any type. */
function acceptExpressions(schema: JsonSchema): void {
  const typed: JsonSchema[] = [];
  visitSchemas(schema, (part, path) => {
    if (!/^(inputs|version)\b/.test(path) && isTyped(part)) typed.push(part);
  });
  for (const part of typed) {
    const { description, ...own } = { ...part };
    for (const key of Object.keys(part)) delete part[key];
    Object.assign(part, {
      ...(description === undefined ? {} : { description }),
      anyOf: [own, { ...EXPRESSION.expression }],
    });
  }
}

function isTyped({ type, enum: choices, items }: JsonSchema): boolean {
  if (type === "array") return isRecord(items) && items.type === "string";
  return type === "integer" || type === "number" || type === "boolean" || choices !== undefined;
}
