import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { MCP_TOOLS } from "../../src/mcp/tools/all-tools.ts";
import { optionsOf } from "../../src/request/options/option-table.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
const manifest = JSON.parse(textOf("package.json"));

const text = (most: number) => ({ type: "string", minLength: 1, maxLength: most });
const url = { type: "string", pattern: "^https://" };
const only = (properties: object, ...required: readonly string[]) => ({
  ...{ type: "object", additionalProperties: false, properties, required },
});
const argument = {
  description: text(1000),
  value: text(100),
  format: { enum: ["string", "number", "boolean", "filepath"] },
};

/** What the schema of registries, of 2025-12-11, says of the keys that are used, and no other key. */
const SERVER = only(
  {
    $schema: {
      const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    },
    name: { ...text(200), minLength: 3, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
    ...{ title: text(100), description: text(100), version: text(255), websiteUrl: url },
    repository: only({ url, source: text(50), subfolder: text(200) }, "url", "source"),
    packages: {
      type: "array",
      items: only(
        {
          ...{ registryType: { const: "npm" }, identifier: text(214), version: text(255) },
          ...{
            runtimeHint: { const: "npx" },
            transport: only({ type: { const: "stdio" } }, "type"),
          },
          packageArguments: {
            type: "array",
            items: {
              anyOf: [
                only({ ...argument, type: { const: "positional" } }, "type", "value"),
                only({ ...argument, type: { const: "named" }, name: text(50) }, "type", "name"),
              ],
            },
          },
        },
        ...["registryType", "identifier", "transport"],
      ),
    },
  },
  ...["name", "description", "version"],
);

it("server.json describes this version of this package as registries ask", () => {
  const server = JSON.parse(textOf("server.json"));
  const ajv = new Ajv({ strict: false, allErrors: true });
  expect([ajv.validate(SERVER, server), ajv.errors]).toEqual([true, null]);
  const { name, version, mcpName } = manifest;
  expect(server).toMatchObject({ name: mcpName, version });
  const [item] = server.packages;
  expect(item).toMatchObject({ identifier: name, version });
  const [command, ...options] = item.packageArguments;
  expect(command).toEqual({ type: "positional", value: "mcp" });
  const known = optionsOf("mcp").map((option) => `--${option.name}`);
  expect(known).toEqual(expect.arrayContaining(options.map((one: { name: string }) => one.name)));
  expect(manifest.files).toEqual(expect.arrayContaining(["server.json", "skills"]));
});

describe("the skill", () => {
  const [, head = "", body = ""] =
    /^---\n(.*?)\n---\n(.*)$/s.exec(textOf("skills/sluice/SKILL.md")) ?? [];
  const fields: Record<string, string> = parse(head);

  it("has the form of skills: a name as its folder, a description, a short body", () => {
    expect(Object.keys(fields)).toEqual(["name", "description", "license", "compatibility"]);
    expect(fields.name).toBe("sluice");
    expect(fields.name).toMatch(/^(?!.{65})[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(fields.description?.length).toBeLessThanOrEqual(1024);
    expect(fields.compatibility?.length).toBeLessThanOrEqual(500);
    expect(fields.license).toBe(manifest.license);
    expect(body.split("\n").length).toBeLessThan(500);
  });

  it("names only tools that there are", () => {
    const named = [...body.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(MCP_TOOLS.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  });
});
