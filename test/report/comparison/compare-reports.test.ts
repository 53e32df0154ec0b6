import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { publishedSchema } from "../../../src/command/schema/published-schemas.ts";
import type { ActionReport } from "../../../src/model/report/report.ts";
import { compareReports } from "../../../src/report/comparison/compare-reports.ts";
import { comparerOf } from "../../../src/report/comparison/comparers.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { HOSTILE, reportOf } from "../../support/shown-by.ts";
import { changeOf } from "../comment/report-with.ts";

const schema = new Ajv({ strict: false, validateFormats: false }).compile(
  JSON.parse(publishedSchema("comparison")),
);

function compared(before: readonly ActionReport[], after: readonly ActionReport[]) {
  const named = (actions: readonly ActionReport[]) => ({
    ...{ kind: "report", name: "r.json", report: reportOf({ actions }) },
    kind: "report" as const,
  });
  return compareReports(named(before), named(after), { check: true });
}

/** The same change below so many lines of another text. */
const moved = (lines: number, id: string, over: Partial<ActionReport> = {}, to = "b\n") => {
  const above = "x\n".repeat(lines);
  const action = changeOf("a.ts", `${above}a\nend\n`, `${above}${to}end\n`, { id, ...over });
  const files = action.files.map((file) => ({
    ...file,
    preHash: sha256(file.preHash ?? ""),
    postHash: sha256(file.postHash ?? ""),
  }));
  return { ...action, files };
};

describe("compareReports", () => {
  it("finds a file that becomes executable", () => {
    const plain = moved(0, "1");
    const files = plain.files.map((file) => {
      const diff = file.diff.replace("\n", "\nold mode 100644\nnew mode 100755\n");
      return { ...file, mode: "100755" as const, diff };
    });
    expect(compared([plain], [{ ...plain, files }])).toMatchObject({ counts: { files: 1 } });
  });

  it("finds no difference between equal reports, nor where lines have moved", () => {
    expect(compared([moved(0, "1")], [moved(0, "1")])).toMatchObject({
      outcome: "same",
      exitCode: 0,
    });
    expect(compared([moved(0, "1")], [moved(9, "2", { state: "applied" })])).toMatchObject({
      outcome: "same",
      counts: { same: 1, new: 0, gone: 0, changed: 0, files: 0 },
    });
  });

  it("matches by the lines before, or as the only one of its step in a file", () => {
    const other = changeOf("b.ts", "p\n", "q\n", { id: "4" });
    const result = compared([moved(0, "1"), other], [moved(3, "2", {}, "c\n")]);
    expect(result.changed).toMatchObject([{ matchedBy: "place", differs: ["change"] }]);
    expect(result.gone).toMatchObject([{ id: "4" }]);
    expect(result.exitCode).toBe(1);
    expect(result.files.map(({ path }) => path)).toEqual(["a.ts", "b.ts"]);
    const single = compared([moved(0, "1")], [changeOf("a.ts", "k\n", "l\n", { id: "2" })]);
    expect(single.changed).toMatchObject([{ matchedBy: "place" }]);
    const [k, m] = ["k", "m"].map((text) => changeOf("a.ts", `${text}\n`, "l\n", { id: text }));
    const several = compared([moved(0, "1")], [k as ActionReport, m as ActionReport]);
    expect(several.counts).toMatchObject({ new: 2, gone: 1, changed: 0 });
  });

  it("matches equal changes one to one", () => {
    const result = compared([moved(0, "1"), moved(5, "2")], [moved(7, "3")]);
    expect(result.counts).toMatchObject({ same: 1, gone: 1, new: 0 });
  });

  it("tells states, rules and reasons apart, in every format, whatever the texts", () => {
    const over = { reason: HOSTILE, ruleId: HOSTILE, recipe: HOSTILE, verdict: "hold" } as const;
    const before = [moved(0, "1", { ...over, state: "held" }), moved(0, "3", { recipe: HOSTILE })];
    const after = [moved(0, "1", { ...over, state: "failed", result: HOSTILE, reason: "x" })];
    const result = compared(before, after);
    expect(schema(JSON.parse(JSON.stringify(result))), JSON.stringify(schema.errors)).toBe(true);
    expect(result.changed[0]?.differs).toEqual(["state"]);
    const decided = { state: "applied", verdict: "apply", ruleId: "a", reason: "One." } as const;
    const other = { ...decided, ruleId: "b", reason: "Two." };
    const differs = compared([moved(0, "1", decided)], [moved(0, "1", other)]).changed;
    expect(differs[0]?.differs).toEqual(["rule", "reason"]);
    for (const format of ["pretty", "markdown", "json"] as const) {
      const text = [...(comparerOf(format)?.(result, { color: false }) ?? [])].join("");
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
      expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\u2028]/);
      expect(text.split("\n").filter((line) => line.startsWith("##[group"))).toEqual([]);
    }
  });

  it("takes ten times the steps for ten times as many actions with other ids", () => {
    let reads = 0;
    const many = (count: number, side: string) =>
      Array.from({ length: count }, (_, index) => {
        const files = `${index % (count / 10)}.ts`;
        const action = changeOf(files, `${index}\n`, "b\n", { id: `${side}-${index}` });
        return new Proxy(action, {
          get(target, name) {
            reads += 1;
            return Reflect.get(target, name);
          },
        });
      });
    const stepsFor = (count: number) => {
      reads = 0;
      const { counts } = compared(many(count, "old"), many(count, "new"));
      expect(counts).toMatchObject({ same: count, new: 0, gone: 0 });
      return reads;
    };
    expect(stepsFor(500) / stepsFor(50)).toBeLessThan(15);
  });
});
