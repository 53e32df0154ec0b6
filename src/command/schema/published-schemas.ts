import { comparisonSchema } from "../../model/report/comparison-schema.ts";
import { reportSchema } from "../../model/report/report-schema.ts";
import { planSchema } from "../../plan-file/plan-schema.ts";
import { type SchemaName, schemaUrl } from "../../shared/schema/schema-names.ts";
import { caseJsonSchema } from "./case-schema.ts";
import { describeSchema } from "./describe-schema.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";
import { policyJsonSchema } from "./policy-schema.ts";
import { projectJsonSchema } from "./project-schema.ts";
import { recipeJsonSchema } from "./recipe-schema.ts";
import { ACTION_WORDS, COMPARISON_WORDS, PLAN_WORDS, REPORT_WORDS } from "./report-words.ts";

const SCHEMAS: Readonly<Record<SchemaName, { readonly title: string; make(): JsonSchema }>> = {
  recipe: { title: "A recipe of Sluice", make: recipeJsonSchema },
  case: { title: "The settings of a case of a recipe, case.yaml", make: caseJsonSchema },
  policy: { title: "A policy of Sluice", make: policyJsonSchema },
  project: { title: "A project file of Sluice, sluice.yaml", make: projectJsonSchema },
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
