import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { writtenPolicySchema } from "../../policy/load/policy-schema.ts";
import { isRecord } from "../../shared/is-record.ts";
import { describeSchema } from "./describe-schema.ts";
import { type JsonSchema, jsonSchemaOf, partAt, visitSchemas } from "./json-schema.ts";
import { POLICY_WORDS } from "./policy-words.ts";
import { shareParts } from "./share-parts.ts";

/** Returns the JSON Schema of a policy. */
export function policyJsonSchema(): JsonSchema {
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

const CONDITIONS = "#/definitions/conditions";
const CONDITIONS_PATH = "#conditions";

/** The way zod refers to a definition. */
interface Reference extends JsonSchema {
  readonly allOf?: readonly { readonly $ref?: string }[];
}
