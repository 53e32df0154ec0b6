import { writtenCaseSchema } from "../../author/testing/case-schema.ts";
import { writtenProjectSchema } from "../../config/project/project-schema.ts";
import { writtenFleetSchema } from "../../fleet/file/fleet-schema.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { comparisonSchema } from "../../model/report/comparison-schema.ts";
import { reportSchema } from "../../model/report/report-schema.ts";
import { planSchema } from "../../plan-file/plan-schema.ts";
import { writtenPolicySchema } from "../../policy/load/policy-schema.ts";
import { isRecord } from "../../shared/is-record.ts";
import { type SchemaName, schemaUrl } from "../../shared/schema/schema-names.ts";
import { describeSchema, type Words } from "./describe-schema.ts";
import { FLEET_WORDS } from "./fleet-words.ts";
import { type JsonSchema, jsonSchemaOf, partAt, visitSchemas } from "./json-schema.ts";
import { POLICY_WORDS } from "./policy-words.ts";
import { recipeJsonSchema } from "./recipe-schema.ts";
import { ACTION_WORDS, COMPARISON_WORDS, PLAN_WORDS, REPORT_WORDS } from "./report-words.ts";
import { shareParts } from "./share-parts.ts";

/** The meaning of the keys of a project file; docs/project-file.md says more. */
const PROJECT_WORDS: Words = {
  version: "The version of the format: 1.",
  recipes:
    "The recipes that a command without recipes runs, in order: names, paths, folders, globs.",
  "recipes.recipe": "The name of a recipe, a path, a folder or a glob.",
  "recipes.inputs": "Values of its inputs, by name.",
  policy:
    "The policy: a file or a built-in one, as `safe`. Default: `sluice.policy.yaml` beside this file.",
  reports: "Reports, each as FORMAT or FORMAT=PATH.",
  paths: "Only files that one of these globs matches, or below one of these folders.",
  exclude: "No file that one of these globs matches, or below one of these folders.",
};

const CONDITIONS = "#/definitions/conditions";

const CONDITIONS_PATH = "#conditions";

/** The meaning of the keys of `case.yaml`; docs/recipe-tests.md says more. */
const CASE_WORDS: Words = {
  description: "What the case shows.",
  inputs: "Values of the recipe's inputs, by name.",
  idempotent: "Set to `false` if a second run changes the result again; `reason` then says why.",
  reason: "Why a second run changes the result again.",
  skipped: "Files that are left alone, each with the reason, such as `syntax-errors`.",
  alerts: "Codes of the alerts of the run, such as `loss`. Every other alert fails the case.",
};

const SCHEMAS: Readonly<Record<SchemaName, { readonly title: string; make(): JsonSchema }>> = {
  recipe: { title: "A recipe of Sluice", make: recipeJsonSchema },
  case: { title: "The settings of a case of a recipe, case.yaml", make: caseJsonSchema },
  policy: { title: "A policy of Sluice", make: policyJsonSchema },
  project: { title: "A project file of Sluice, sluice.yaml", make: projectJsonSchema },
  fleet: { title: "A fleet file of Sluice", make: fleetJsonSchema },
  plan: {
    title: "A plan of Sluice",
    make: () => described(jsonSchemaOf(planSchema), PLAN_WORDS),
  },
  report: {
    title: "A report of Sluice, as --format json prints it",
    make: () => described(jsonSchemaOf(reportSchema), REPORT_WORDS),
  },
  comparison: {
    title:
      "A comparison of two reports of Sluice, as sluice report --compare --format json prints it",
    make: () => described(jsonSchemaOf(comparisonSchema), COMPARISON_WORDS),
  },
};

/** Returns a JSON Schema (draft 7) with descriptions, as text. It is the same as the file that ships. */
export function publishedSchema(name: SchemaName): string {
  const { title, make } = SCHEMAS[name];
  const { $schema, ...rest } = make();
  return `${JSON.stringify({ $schema, $id: schemaUrl(name, "main"), title, ...rest }, null, 2)}\n`;
}

function described(schema: JsonSchema, words: Parameters<typeof describeSchema>[1]): JsonSchema {
  describeSchema(schema, words, ACTION_WORDS);
  return schema;
}

/** Returns the JSON Schema of the settings of a case. */
function caseJsonSchema(): JsonSchema {
  const schema = jsonSchemaOf(writtenCaseSchema());
  describeSchema(schema, CASE_WORDS);
  return schema;
}

/** Returns the JSON Schema of a policy. */
function policyJsonSchema(): JsonSchema {
  const schema = jsonSchemaOf(writtenPolicySchema());
  nameConditions(schema);
  visitSchemas(schema, (part, path) => {
    if (/(^|\.)reason$/.test(path)) part.pattern = "\\S";
    // A map of conditions without any would always hold, or never.
    const names = isRecord(part.properties) ? Object.keys(part.properties) : [];
    if (path.startsWith(CONDITIONS_PATH) && /^(min|any|event)$/.test(names[0] ?? ""))
      part.minProperties = 1;
  });
  const limit = ["maxFiles", "maxReplacements", "maxLines"].map((key) => ({ required: [key] }));
  partAt(schema, "limits").anyOf = [...limit, { required: ["each"] }];
  for (const key of ["", ".recipe", ".rule", ".owner"])
    partAt(schema, `limits.each${key}`).minProperties = 1;
  describeSchema(schema, POLICY_WORDS);
  shareParts(schema, {
    number: partAt(schema, `${CONDITIONS_PATH}.replacements`),
    list: partAt(schema, `${CONDITIONS_PATH}.files`),
    texts: partAt(schema, `${CONDITIONS_PATH}.conflicts`),
    facts: partAt(schema, "guards[].tests.match[]"),
  });
  shareParts(schema, { rule: partAt(schema, "guards[]") });
  return schema;
}

/** Conditions contain others. zod names each place at which they do; here they have one name. */
function nameConditions(schema: JsonSchema): void {
  const { allOf: [{ $ref = "" } = {}] = [] } = partAt(schema, "guards[].when") as Reference;
  const named = isRecord(schema.definitions) ? schema.definitions : {};
  const conditions = named[$ref.replace("#/definitions/", "")];
  if (!isRecord(conditions) || !isRecord(conditions.properties))
    throw new Error("The conditions of a policy have no definition.");
  const inner = { type: "object", allOf: [{ $ref: CONDITIONS }], minProperties: 1 };
  const several = { type: "array", items: inner, minItems: 1 };
  for (const key of ["any", "all"])
    conditions.properties[key] = { ...several, maxItems: INPUT_LIMITS.policyAlternatives };
  conditions.properties.not = inner;
  schema.definitions = { conditions };
  for (const rules of ["guards[]", "rules[]"]) {
    const { properties } = partAt(schema, rules);
    if (isRecord(properties)) properties.when = { allOf: [{ $ref: CONDITIONS }] };
  }
}

/** The way zod refers to a definition. */
interface Reference extends JsonSchema {
  readonly allOf?: readonly { readonly $ref?: string }[];
}

/** Returns the JSON Schema of a project file. */
function projectJsonSchema(): JsonSchema {
  const schema = jsonSchemaOf(writtenProjectSchema());
  describeSchema(schema, PROJECT_WORDS);
  return schema;
}

/** Returns the JSON Schema of a fleet file. */
function fleetJsonSchema(): JsonSchema {
  const schema = jsonSchemaOf(writtenFleetSchema());
  describeSchema(schema, FLEET_WORDS, POLICY_WORDS);
  return schema;
}
