import { writtenCaseSchema } from "../../author/testing/case-schema.ts";
import { describeSchema, type Words } from "./describe-schema.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";

/** What the keys of `case.yaml` mean; docs/recipe-tests.md says more. */
const CASE_WORDS: Words = {
  description: "What the case shows.",
  inputs: "Values of the recipe's inputs, by name.",
  idempotent: "Set to `false` if a second run changes the result again; `reason` then says why.",
  reason: "Why a second run changes the result again.",
  skipped: "Files that are left alone, each with the reason, such as `syntax-errors`.",
  alerts: "Codes of the alerts of the run, such as `loss`. Every other alert fails the case.",
};

/** Returns the JSON Schema of the settings of a case. */
export function caseJsonSchema(): JsonSchema {
  const schema = jsonSchemaOf(writtenCaseSchema());
  describeSchema(schema, CASE_WORDS);
  return schema;
}
