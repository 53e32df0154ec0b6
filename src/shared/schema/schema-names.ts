/** The files that have a published JSON Schema. */
export const SCHEMA_NAMES = [
  "recipe",
  "case",
  "policy",
  "project",
  "fleet",
  "plan",
  "report",
  "comparison",
] as const;

export type SchemaName = (typeof SCHEMA_NAMES)[number];

/** True for the name of a schema. */
export function isSchemaName(name: string): name is SchemaName {
  return SCHEMA_NAMES.some((known) => known === name);
}

/** Returns the address of a schema: of a version such as `v1.2.0`, or of a branch. */
export function schemaUrl(name: SchemaName, revision: string): string {
  return `https://raw.githubusercontent.com/sluice/sluice/${revision}/schema/${name}.schema.json`;
}

/** Returns the line by which editors find the schema of a YAML file. */
export function modeline(name: SchemaName, version: string | undefined): string {
  const revision = version === undefined ? "main" : `v${version}`;
  return `# yaml-language-server: $schema=${schemaUrl(name, revision)}\n`;
}
