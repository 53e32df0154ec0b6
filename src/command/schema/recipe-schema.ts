import { writtenRecipeSchema } from "../../recipe/recipe-schema.ts";
import { writtenInputSchema } from "../../recipe/schema/input-schema.ts";
import { CALL_KIND_NAMES, STEP_KIND_NAMES, STEP_KINDS } from "../../recipe/steps/step-kinds.ts";
import { isRecord } from "../../shared/is-record.ts";
import { describeSchema } from "./describe-schema.ts";
import { type JsonSchema, jsonSchemaOf, partAt, visitSchemas } from "./json-schema.ts";
import { RECIPE_WORDS } from "./recipe-words.ts";
import { shareParts } from "./share-parts.ts";

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
        ...without("rule", "constraints", "utils", "transform", "rewriters", "imports"),
        out: { type: ["string", "null"] },
      },
    },
    { required: ["rule", "out"], properties: without("pat", "selector", "strictness", "imports") },
    { required: ["imports"], maxProperties: 1 },
  ];
}

const EXPRESSION = {
  expression: { type: "string", pattern: "^\\s*\\$\\{\\{[\\s\\S]*\\}\\}\\s*$" } as JsonSchema,
};

/** A text that is one expression stands for a value of any type. */
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
