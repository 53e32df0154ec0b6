import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import * as library from "../../src/index.ts";
import { FACT_ROWS } from "../../src/model/action/facts.ts";
import { EXIT_CODES } from "../../src/model/exit-code.ts";
import { CONDITION_KINDS } from "../../src/model/policy/conditions.ts";
import { REPORT_FORMATS } from "../../src/model/report/formats.ts";
import { reportSchema } from "../../src/model/report/report-schema.ts";
import { ciSchema } from "../../src/model/report/source-schema.ts";
import { writtenPolicySchema } from "../../src/policy/load/policy-schema.ts";
import { writtenRecipeSchema } from "../../src/recipe/recipe-schema.ts";
import { COMMAND_NAMES } from "../../src/request/options/option-spec.ts";
import { behaviourIds, citationsIn, citingTexts, idsInTitle } from "../support/cited.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const STEP_KINDS = ["ast_edit", "tool", "transform", "command", "prompt", "parallel", "uses"];
const ids = behaviourIds();
const families = new Set(ids.map((id) => id.slice(0, 1)));
const texts = citingTexts(
  ["src", "page", "test", "scripts", "bench"].filter((folder) => existsSync(join(ROOT, folder))),
);

/** True for what the documents have. A page that is named alone is at the top of the project. */
function isThere({ kind, text }: ReturnType<typeof citationsIn>[number]): boolean {
  if (kind === "id") return ids.includes(text);
  if (kind === "page") return existsSync(join(ROOT, text));
  const [page = "", heading = ""] = text.split(/, "|"$/);
  return existsSync(join(ROOT, page)) && headingsOf(page).includes(heading);
}

function headingsOf(page: string): readonly string[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading.replaceAll("`", ""));
}

describe("the contract in docs/design", () => {
  it("numbers the behaviours of each family from 1, without a gap", () => {
    for (const family of families) {
      const numbers = ids.filter((id) => id.startsWith(family)).map((id) => Number(id.slice(1)));
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    }
    expect([...families]).toEqual([..."RQSATFLMXWPHGNBUVE"]);
  });

  it("has every id and page that a comment cites", () => {
    const cited = texts.flatMap(({ file, comments }) =>
      comments.flatMap((comment) =>
        citationsIn(comment, families).map((citation) => ({ file, citation })),
      ),
    );
    expect(cited.length).toBeGreaterThan(500);
    const unknown = cited.filter(({ citation }) => !isThere(citation));
    expect(unknown.map(({ file, citation }) => `${file}: ${citation.text}`)).toEqual([]);
  });

  it("has every id that a title of a test names", () => {
    const named = texts.flatMap(({ file, titles }) =>
      titles.flatMap((title) => idsInTitle(title).map((id) => ({ file, id }))),
    );
    expect(named.length).toBeGreaterThan(1000);
    const unknown = named.filter(({ id }) => !ids.includes(id));
    expect(unknown.map(({ file, id }) => `${file}: ${id}`)).toEqual([]);
  });
});

describe("the formats in docs/design", () => {
  const pageOf = (name: string) => readFileSync(join(ROOT, `docs/design/${name}.md`), "utf8");
  /** The names in the first cells of the rows of a page, without those that begin with a capital. */
  const cellsOf = (name: string, column: number) =>
    [...pageOf(name).matchAll(/^\| .*$/gm)].flatMap(([row]) =>
      [...(row.split(/(?<!\\)\|/)[column] ?? "").matchAll(/`([\w.]+)`/g)].map(
        ([, found = ""]) => found,
      ),
    );

  it("have the exit codes of the code", () => {
    const rows = [...pageOf("commands").matchAll(/^\| (\d+) \| (.*) \|$/gm)];
    const expected = EXIT_CODES.map(({ code, meaning }) => [String(code), meaning]);
    expect(rows.map(([, code, meaning]) => [code, meaning])).toEqual(expected);
  });

  it("have every command", () => {
    const words = COMMAND_NAMES.flatMap((name) => name.split(" "));
    const missing = words.filter((word) => !new RegExp(`[ |]${word}\\b`).test(pageOf("commands")));
    expect(missing).toEqual([]);
  });

  it("have every fact, and no other", () => {
    const ofCi = Object.keys(ciSchema.shape).map((name) => `ci.${name}`);
    expect(cellsOf("policy", 2).sort()).toEqual([...Object.keys(FACT_ROWS), ...ofCi].sort());
  });

  it("have every key of a recipe, and every kind of step", () => {
    const named = cellsOf("recipe", 1);
    for (const key of Object.keys(writtenRecipeSchema.shape)) expect(named).toContain(key);
    for (const kind of STEP_KINDS) expect(named).toContain(kind);
  });

  it("have every key of a policy", () => {
    for (const key of Object.keys(writtenPolicySchema().shape))
      expect(pageOf("policy")).toMatch(new RegExp(`^${key}:|\`${key}\``, "m"));
  });

  it("have every format of reports, and every key of a report", () => {
    expect(cellsOf("report", 1).sort()).toEqual([...REPORT_FORMATS].sort());
    for (const key of Object.keys(reportSchema.shape))
      expect(pageOf("report")).toMatch(new RegExp(`"${key}":|\`${key}\``));
  });

  it("have every value that the library exports, and no other", () => {
    expect(cellsOf("api", 2).sort()).toEqual(Object.keys(library).sort());
  });
});

describe("the manuals in docs", () => {
  const firstCells = (page: string) =>
    [...readFileSync(join(ROOT, page), "utf8").matchAll(/^\| ([^|]*) \|/gm)].flatMap(
      ([, cell = ""]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );

  it("have a row for every format of reports", () => {
    expect(firstCells("docs/reports.md")).toEqual(expect.arrayContaining([...REPORT_FORMATS]));
  });

  it("have a row for every condition", () => {
    const conditions = Object.keys(CONDITION_KINDS);
    expect(firstCells("docs/policies.md")).toEqual(expect.arrayContaining(conditions));
  });
});

describe("a citation", () => {
  it.each([
    ["stops at the first failure (R10, T31)", ["R10", "T31"]],
    ["one turn of a model (Q17–Q21)", ["Q17", "Q21"]],
    ["an id beyond the last one, R99", ["R99"]],
    ["settings of V8, and `T1` as a type", []],
    ["a place such as `#L3-L7`, and the file F39.TS", []],
    [
      'see docs/design/run.md, "The ledger adds up"',
      ["docs/design/run.md", 'docs/design/run.md, "The ledger adds up"'],
    ],
    ['DESIGN.md, "Plan\n * file", tells it', ["DESIGN.md", 'DESIGN.md, "Plan file"']],
    ["reads a.md and @docs/a.md", []],
  ])("is found in a comment: %s", (comment, expected) => {
    expect(citationsIn(comment, families).map(({ text }) => text)).toEqual(expected);
  });

  it.each([
    ["R10 keeps the action pending", ["R10"]],
    ["T1 T19 run the example", ["T1", "T19"]],
    ["writes what ast-grep writes (A5, A16)", ["A5", "A16"]],
    [`${"D"}7 is of a family that there is not`, ["D7"]],
    ["leaves V8 as it was", []],
  ])("is found in a title: %s", (title, expected) => {
    expect(idsInTitle(title)).toEqual(expected);
  });
});
