import { didYouMean } from "../../shared/closest-name.ts";
import { isSchemaName, SCHEMA_NAMES, schemaUrl } from "../../shared/schema/schema-names.ts";
import { usageError } from "../usage-error.ts";
import { productCommand, wordOf } from "./command.ts";

/** `sluice schema`: the JSON Schemas of the files that people and Sluice write. */
export const schemaCommand = productCommand({
  name: "schema",
  words: "[schema]",
  summary: `Print a JSON Schema (draft 7): ${SCHEMA_NAMES.join(", ")}; without a name, list them`,
  examples: [
    ["sluice schema recipe", "That of a recipe"],
    ["sluice schema policy > policy.schema.json", "A copy for an editor without network"],
  ],
  async run(_options, words, { stdout, version }) {
    const name = wordOf(words, "schema");
    if (name === undefined) {
      const revision = version === undefined ? "main" : `v${version}`;
      for (const known of SCHEMA_NAMES)
        stdout.write(`${known.padEnd(10)} ${schemaUrl(known, revision)}\n`);
      return 0;
    }
    if (!isSchemaName(name))
      throw usageError(`There is no schema \`${name}\`.`, didYouMean(name, SCHEMA_NAMES));
    const { publishedSchema } = await import("../../command/schema/published-schemas.ts");
    stdout.write(publishedSchema(name));
    return 0;
  },
});
