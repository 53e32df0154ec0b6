import { describe, expect, it } from "vitest";
import { changesPackage } from "../../src/shared/package-manifest.ts";

const manifest = (value: object) => JSON.stringify({ name: "a", ...value });

describe("changesPackage", () => {
  it.each<[what: string, before: string | undefined, after: string | undefined, hit: boolean]>([
    ["a script", manifest({ scripts: { t: "a" } }), manifest({ scripts: { t: "b" } }), true],
    ["a new script", manifest({}), manifest({ scripts: { postinstall: "x" } }), true],
    ["a dependency", manifest({ dependencies: { a: "1" } }), manifest({}), true],
    ["an override", manifest({}), manifest({ overrides: { a: "npm:b@1" } }), true],
    ["a program", manifest({}), manifest({ bin: "x.js" }), true],
    ["commands of a hook", manifest({}), manifest({ "lint-staged": { "*": "x" } }), true],
    [
      "commands of a release",
      manifest({}),
      manifest({ "release-it": { hooks: { a: "x" } } }),
      true,
    ],
    ["commands of wireit", manifest({}), manifest({ wireit: { a: { command: "x" } } }), true],
    ["targets of nx", manifest({}), manifest({ nx: { targets: {} } }), true],
    ["more commands of a hook", manifest({}), manifest({ "nano-staged": { "*": "x" } }), true],
    ["settings of an installation", manifest({}), manifest({ installConfig: { a: 1 } }), true],
    ["a key twice", manifest({}), '{"name":"a","scripts":{"a":"x"},"\\u0073cripts":null}', true],
    ["a key below twice", manifest({}), '{"a":{"b":1,"b":2}}', true],
    ["a registry", manifest({}), manifest({ publishConfig: { registry: "x" } }), true],
    ["the version", manifest({ version: "1" }), manifest({ version: "2" }), false],
    ["the entry points", manifest({ main: "a.js" }), manifest({ exports: "./b.js" }), false],
    [
      "white space and order",
      '{"scripts":{"a":"1","b":"2"}}',
      '\uFEFF{ "scripts": {"b":"2","a":"1"} }',
      false,
    ],
    ["broken JSON", manifest({}), `${manifest({})},`, true],
    ["JSON that was broken", "{", manifest({}), true],
    ["no map", manifest({}), "[]", true],
    ["a new file with scripts", undefined, manifest({ scripts: { a: "b" } }), true],
    ["a new file without", undefined, manifest({}), false],
    ["an unknown text", manifest({}), undefined, true],
    ["a very long text", manifest({ a: "x".repeat(300_000) }), manifest({}), true],
    [
      "lists in lists",
      manifest({}),
      `{"scripts":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
      true,
    ],
  ])("sees %s", (_what, before, after, hit) => {
    expect(changesPackage("packages/a/Package.json", before, after)).toBe(hit);
  });

  it("looks at no other file", () => {
    expect(changesPackage("my-package.json", "{", "[")).toBe(false);
    expect(changesPackage("package.json/x.ts", "{", undefined)).toBe(false);
  });
});
