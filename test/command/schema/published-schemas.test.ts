import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { publishedSchema } from "../../../src/command/schema/published-schemas.ts";
import { SCHEMA_NAMES, type SchemaName } from "../../../src/shared/schema/schema-names.ts";
import { cli, cliReport } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const ajv = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true });
ajv.addFormat("date-time", (text) => !Number.isNaN(Date.parse(text)));

/** The schemas as they ship, by name. */
const check = Object.fromEntries(
  SCHEMA_NAMES.map((name) => {
    const text = readFileSync(join(ROOT, `schema/${name}.schema.json`), "utf8");
    return [name, ajv.compile(JSON.parse(text))];
  }),
);

function faultsOf(name: SchemaName, value: unknown): unknown {
  return check[name]?.(value) === true ? [] : check[name]?.errors;
}

/** Every YAML file and block of the project that a person could copy, with the kind of file that it is. */
const examples = [
  ...["recipes", "examples"]
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter((file) => /^(recipes\/[^/]+\/recipe|examples\/.*)\.yaml$/.test(file))
    .map((file) => ({
      from: file,
      text: readFileSync(join(ROOT, file), "utf8"),
    })),
  ...["README.md", ...pagesIn("docs"), ...pagesIn("docs/design")]
    .filter((page) => page.endsWith(".md"))
    .flatMap((page) =>
      [...readFileSync(join(ROOT, page), "utf8").matchAll(/^```yaml\n(.*?)^```$/gms)].map(
        ([, text = ""], index) => ({ from: `${page}, block ${index + 1}`, text }),
      ),
    ),
].flatMap(({ from, text }) => {
  const kind = kindOf(text);
  return kind === undefined ? [] : [{ from, kind, value: parse(text) as unknown }];
});

function pagesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder)).map((page) => `${folder}/${page}`);
}

function kindOf(text: string): SchemaName | undefined {
  if (!/^version: 1$/m.test(text)) return undefined;
  if (/^steps:/m.test(text)) return "recipe";
  if (/^repositories:/m.test(text)) return "fleet";
  if (/^recipes:/m.test(text)) return "project";
  return /^(default|rules|guards|extends|lift|limits|allow|transaction):/m.test(text)
    ? "policy"
    : undefined;
}

describe("the schemas that ship", () => {
  it.each(SCHEMA_NAMES)(
    "are those of the sources (%s): otherwise `npm run build && node scripts/schemas.mjs`",
    (name) => {
      const file = readFileSync(join(ROOT, `schema/${name}.schema.json`), "utf8");
      expect(file).toBe(publishedSchema(name));
    },
  );

  it.each(SCHEMA_NAMES)("describe every key (%s)", (name) => {
    const missing: string[] = [];
    const visit = (value: unknown, path: string) => {
      if (typeof value !== "object" || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        if (key === "properties")
          for (const [property, its] of Object.entries(inner as object))
            if (its !== false && (typeof its.description !== "string" || its.description === ""))
              missing.push(`${path}/${property}`);
        visit(inner, `${path}/${key}`);
      }
    };
    visit(JSON.parse(publishedSchema(name)), "");
    // Rules between keys repeat keys that are described above.
    expect(missing.filter((path) => !path.includes("/oneOf/"))).toEqual([]);
  });
});

describe("every example and document", () => {
  it("is many of each kind", () => {
    const count = (kind: SchemaName) => examples.filter((each) => each.kind === kind).length;
    expect(count("recipe")).toBeGreaterThan(15);
    expect(count("policy")).toBeGreaterThan(10);
    expect(count("project")).toBeGreaterThan(0);
  });

  it.each(examples)("fits the schema ($kind in $from)", ({ kind, value }) => {
    expect(faultsOf(kind, value)).toEqual([]);
  });
});

const STEP = "steps: [{ ast_edit: { ops: [{ pat: a, out: b }] } }]";
const DEFAULT = "default: { verdict: hold, reason: Because. }";

describe("what is wrong", () => {
  it.each<[kind: SchemaName, what: string, text: string]>([
    ["recipe", "an unknown key", `version: 1\n${STEP}\nnmae: x`],
    ["recipe", "another version", `version: 2\n${STEP}`],
    ["recipe", "no steps", "version: 1\nsteps: []"],
    ["recipe", "a step of two kinds", "version: 1\nsteps: [{ tool: a, prompt: b }]"],
    ["recipe", "a step of no kind", "version: 1\nsteps: [{ id: a }]"],
    ["recipe", "`with` without a tool", `version: 1\nsteps: [{ prompt: b, with: {} }]`],
    [
      "recipe",
      "an op with a pattern and a rule",
      `version: 1\nsteps: [{ ast_edit: { ops: [{ pat: a, rule: {}, out: b }] } }]`,
    ],
    ["recipe", "an op without `out`", "version: 1\nsteps: [{ ast_edit: { ops: [{ pat: a }] } }]"],
    [
      "recipe",
      "a rule's key beside a pattern",
      "version: 1\nsteps: [{ ast_edit: { ops: [{ pat: a, out: b, utils: {} }] } }]",
    ],
    [
      "recipe",
      "`lang` beside `languages`",
      "version: 1\nsteps: [{ ast_edit: { lang: ts, languages: [ts], rules: [a] } }]",
    ],
    ["recipe", "an edit without ops", "version: 1\nsteps: [{ ast_edit: { paths: [a] } }]"],
    [
      "recipe",
      "a number as a text",
      "version: 1\nsteps: [{ ast_edit: { maxFiles: many, rules: [a] } }]",
    ],
    ["recipe", "an unknown type of an input", `version: 1\n${STEP}\ninputs: { a: { type: text } }`],
    ["recipe", "a hook that is nothing", `version: 1\n${STEP}\nhooks: [{ on: [prompt] }]`],
    ["policy", "an unknown verdict", "version: 1\ndefault: { verdict: maybe, reason: x }"],
    ["policy", "a blank reason", 'version: 1\ndefault: { verdict: hold, reason: " " }'],
    ["policy", "no reason", "version: 1\ndefault: { verdict: hold }"],
    [
      "policy",
      "an unknown condition",
      `version: 1\n${DEFAULT}\nrules: [{ id: a, when: { anyFiles: [a] }, verdict: apply, reason: x }]`,
    ],
    [
      "policy",
      "an unknown condition inside of others",
      `version: 1\n${DEFAULT}\nrules: [{ id: a, when: { any: [{ not: { file: [a] } }] }, verdict: apply, reason: x }]`,
    ],
    [
      "policy",
      "an empty condition inside of others",
      `version: 1\n${DEFAULT}\nrules: [{ id: a, when: { not: {} }, verdict: apply, reason: x }]`,
    ],
    [
      "policy",
      "an empty range",
      `version: 1\n${DEFAULT}\nrules: [{ id: a, when: { fileCount: {} }, verdict: apply, reason: x }]`,
    ],
    ["policy", "limits without a limit", `version: 1\n${DEFAULT}\nlimits: { onExceed: hold }`],
    ["policy", "a check that is a number", `version: 1\n${DEFAULT}\nchecks: { a: { run: 3 } }`],
    ["project", "no recipes", "version: 1\nrecipes: []"],
    ["project", "an unknown key", "version: 1\nrecipes: [a]\ntrust: all"],
    ["project", "a recipe without a name", "version: 1\nrecipes: [{ inputs: {} }]"],
  ])("is refused by the schema and by Sluice: %s with %s", async (kind, _what, text) => {
    expect(faultsOf(kind, parse(text))).not.toEqual([]);
    const file = { recipe: "r.yaml", policy: "p.yaml", project: "sluice.yaml" }[kind as "recipe"];
    const { exitCode } = await cli(tempTree({ [file]: text }), ["validate", file]);
    expect(exitCode).toBe(2);
  });

  it("does not include an expression in the place of a value", async () => {
    const text = `version: 1
inputs: { most: { type: number, default: 3 }, where: { type: list, default: [a] } }
steps: [{ ast_edit: { maxFiles: "\${{ inputs.most }}", paths: "\${{ inputs.where }}", ops: [{ pat: a(), out: b() }] } }]
`;
    expect(faultsOf("recipe", parse(text))).toEqual([]);
    expect((await cli(tempTree({ "r.yaml": text }), ["validate", "r.yaml"])).exitCode).toBe(0);
  });
});

describe("what Sluice itself writes", () => {
  const FILES = {
    "r.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: file"),
    "a.ts": "old(1);\n",
  };

  it.each([["preview"], ["run", "--policy", "safe"], ["run", "--policy", "nope"]])(
    "fits the schema of a report: %s %s %s",
    async (...argv) => {
      const [command = "", ...options] = argv.filter(Boolean);
      const { report } = await cliReport(tempTree(FILES), [command, "r.yaml", ...options]);
      expect(faultsOf("report", report)).toEqual([]);
      expect(faultsOf("report", { ...report, more: 1 })).not.toEqual([]);
    },
  );

  it("fits the schema of a plan", async () => {
    const root = tempTree(FILES);
    await cli(root, ["plan", "r.yaml", "-o", "p.json", "--policy", "safe"]);
    const plan = JSON.parse(readFileSync(join(root, "p.json"), "utf8"));
    expect(plan.actions).toHaveLength(1);
    expect(faultsOf("plan", plan)).toEqual([]);
    expect(faultsOf("plan", { ...plan, digest: "no" })).not.toEqual([]);
  });
});

describe("sluice schema", () => {
  it("prints a schema, the same that ships", async () => {
    const { exitCode, stdout, stderr } = await cli(tempTree({}), ["schema", "policy"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toBe(readFileSync(join(ROOT, "schema/policy.schema.json"), "utf8"));
  });

  it("lists them without a name, each with its address", async () => {
    const { exitCode, stdout } = await cli(tempTree({}), ["schema"]);
    expect(exitCode).toBe(0);
    expect(stdout.split("\n").map((line) => line.split(" ")[0])).toEqual([...SCHEMA_NAMES, ""]);
    expect(stdout).toContain("/v0.0.0/schema/recipe.schema.json\n");
  });

  it.each([
    ["recipes", "There is no schema `recipes`.\nhint: Did you mean `recipe`?"],
    [
      "x",
      "There is no schema `x`.\nhint: Known: recipe, case, policy, project, fleet, plan, report, comparison.",
    ],
    ["../recipe", "There is no schema `../recipe`.\nhint: "],
  ])("refuses the name %s, and says which one was meant", async (name, told) => {
    const { exitCode, stdout, stderr } = await cli(tempTree({}), ["schema", name]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(told);
  });
});
