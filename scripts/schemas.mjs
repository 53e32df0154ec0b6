// Writes the JSON Schemas in schema/ from the compiled sources: `npm run build && node scripts/schemas.mjs`.
// test/command/schema/published-schemas.test.ts fails if they are not those of the sources.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("..", import.meta.url);
const of = (name) => import(new URL(`build/${name}.js`, root).href);
const { publishedSchema } = await of("command/schema/published-schemas");
const { SCHEMA_NAMES } = await of("shared/schema/schema-names");
const folder = fileURLToPath(new URL("schema/", root));
mkdirSync(folder, { recursive: true });
for (const name of SCHEMA_NAMES)
  writeFileSync(`${folder}${name}.schema.json`, publishedSchema(name));
