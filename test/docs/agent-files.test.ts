import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { MCP_TOOLS } from "../../src/mcp/tools/all-tools.ts";
import { optionsOf } from "../../src/request/options/option-table.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
const manifest = JSON.parse(textOf("package.json"));

it("server.json describes this version of this package as its registry asks", () => {
  const server = JSON.parse(textOf("server.json"));
  const { name, version, mcpName } = manifest;
  expect(server.$schema).toMatch(/\/schemas\/\d{4}-\d\d-\d\d\/server\.schema\.json$/);
  expect(server).toMatchObject({ name: mcpName, version });
  expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(server.description.length).toBeLessThanOrEqual(100);
  const [item] = server.packages;
  expect(item).toMatchObject({ registryType: "npm", identifier: name, version });
  expect(item.transport).toEqual({ type: "stdio" });
  const [command, ...options] = item.packageArguments;
  expect(command).toEqual({ type: "positional", value: "mcp" });
  const known = optionsOf("mcp").map((option) => `--${option.name}`);
  for (const { type, name: option } of options) {
    expect(type).toBe("named");
    expect(known).toContain(option);
  }
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
