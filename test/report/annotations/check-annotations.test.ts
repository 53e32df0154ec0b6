import { describe, expect, it } from "vitest";
import type { ActionReport } from "../../../src/model/report/report.ts";
import { checkAnnotations } from "../../../src/report/annotations/check-annotations.ts";
import { checkConclusion, checkName, checkTitle } from "../../../src/report/comment/check-text.ts";
import { changeOf, opChangeOf, reportWith } from "../comment/report-with.ts";

const AT_ROOT = { folder: "", leg: undefined };

function annotationsOf(actions: readonly ActionReport[], place = AT_ROOT) {
  return checkAnnotations(reportWith(actions), place);
}

describe("annotations of a check run", () => {
  it.each([
    [{ state: "failed" }, "failure"],
    [{ state: "held" }, "warning"],
    [{ state: "would-apply", warned: true }, "warning"],
    [{ state: "would-apply" }, "notice"],
    [{ state: "discarded" }, undefined],
  ] as const)("have a level by the state: %j is %s", (over, level) => {
    const [annotation] = annotationsOf([changeOf("a.ts", "a;\n", "b;\n", over)]);
    expect(annotation?.level).toBe(level);
  });

  it("have the path in the repository, the lines before the change, the rule and the leg", () => {
    const change = opChangeOf("src/a.ts", "a;\nb;", "c;\nd;", { state: "held", ruleId: "api" });
    expect(annotationsOf([change], { folder: "packages/x", leg: "node: 20" } as never)).toEqual([
      {
        ...{ path: "packages/x/src/a.ts", startLine: 1, endLine: 2, level: "warning" },
        ...{ title: "api (node: 20)", message: expect.stringMatching(/^held: `a;…` → `c;…`/) },
      },
    ]);
  });

  it("leave out what is in no file of the repository, and say the same once", () => {
    const outside = changeOf("../a.ts", "a;\n", "b;\n");
    const twice = [1, 2].map(() => changeOf("a.ts", "a;\n", "b;\n", { state: "held" }));
    expect(annotationsOf([outside, ...twice])).toHaveLength(1);
  });

  it("begin with the most urgent, and end with the number of the others", () => {
    const of = (count: number, state: ActionReport["state"]) =>
      Array.from({ length: count }, (_, at) =>
        changeOf(`${state}${at}.ts`, "a\n", "b\n", { state }),
      );
    expect(annotationsOf(of(200, "held"))).toHaveLength(200);
    const all = annotationsOf([...of(250, "would-apply"), ...of(3, "failed")]);
    expect(all).toHaveLength(200);
    expect(all.slice(0, 3).map(({ level }) => level)).toEqual(["failure", "failure", "failure"]);
    expect(all.at(-1)).toMatchObject({
      title: "Left out",
      message: expect.stringMatching(/^54 more\. /),
    });
  });
});

describe("a check run", () => {
  const leg = (exitCode: number, held = 0) => ({ exitCode, counts: { held } });
  it.each([
    [[leg(0)], true, "success"],
    [[leg(0), leg(0, 1)], true, "neutral"],
    [[leg(0, 1), leg(4, 1)], true, "failure"],
    [[leg(0)], false, undefined],
    [[leg(130)], false, "failure"],
  ])("ends by the gravest leg (%#)", (legs, isWhole, conclusion) => {
    expect(checkConclusion(legs, { isWhole })).toBe(conclusion);
  });

  it("has a name that rules of branches can ask for, and the title of its text", () => {
    expect(checkName(["CI", "lint", ""])).toBe("Sluice: CI / lint");
    expect(checkName(["", "", ""])).toBe("Sluice");
    expect(checkName(["x".repeat(500)]).length).toBeLessThanOrEqual(208);
    expect(checkTitle("<!-- a -->\n\n### Sluice run: ok\n\n### other")).toBe("Sluice run: ok");
  });
});
