import { describe, expect, it } from "vitest";
import { planFile } from "../../support/plan-file.ts";
import { compiled, compiledRule } from "../compile/compiled.ts";

const LOG = compiled({ pat: "log($$$A)", out: "", deleteLines: true });

function planned(text: string, op = LOG) {
  const plan = planFile(text, op.language, [op], { editDespiteErrors: false });
  if (plan.kind !== "edited") throw new Error(plan.kind);
  return { text: plan.text, losses: plan.losses };
}

describe("deleteLines", () => {
  it.each([
    { title: "a statement with its `;`", text: "a();\n  log(1);\nb();\n", left: "a();\nb();\n" },
    { title: "several lines", text: "a();\nlog(\n  1,\n)\nb();\n", left: "a();\nb();\n" },
    {
      title: "a list element with its comma",
      text: "f(\n  log(),\n  b,\n);\n",
      left: "f(\n  b,\n);\n",
    },
    { title: "lines that follow each other", text: "log(1);\nlog(2);\na();\n", left: "a();\n" },
    { title: "the last line without an end", text: "a();\nlog();", left: "a();\n" },
    { title: "CRLF", text: "a();\r\nlog();\r\nb();\r\n", left: "a();\r\nb();\r\n" },
    { title: "the first line behind a BOM", text: "\uFEFFlog();\na();\n", left: "\uFEFFa();\n" },
  ])("takes $title, and loses nothing", ({ text, left }) => {
    expect(planned(text)).toEqual({ text: left, losses: [] });
  });

  it.each([
    { title: "code before it", text: "a(); log();\n", left: "a(); ;\n" },
    { title: "code behind it", text: "log(); a();\n", left: "; a();\n" },
    { title: "a comment behind it", text: "log(); // why\n", left: "; // why\n" },
    { title: "a second match", text: "log(); log();\n", left: "; ;\n" },
  ])("takes only the match with $title", ({ text, left }) => {
    expect(planned(text).text).toBe(left);
  });

  it("tells of comments inside of the match", () => {
    const { losses } = planned(
      "a();\nlog(1, /* why */ 2);\nb();\n",
      compiled({ pat: "log(1, 2)", out: "", deleteLines: true }),
    );
    expect(losses).toMatchObject([{ kind: "comment", text: "`/* why */`" }]);
  });

  it.each([
    { title: "the body of an `if`", text: "if (x)\n  log();\nb();\n", left: "if (x)\n  ;\nb();\n" },
    {
      title: "the body of an `else`",
      text: "if (x) {\n} else\n  log();\n",
      left: "if (x) {\n} else\n  ;\n",
    },
    { title: "a labelled statement", text: "a:\nlog();\nb();\n", left: "a:\n;\nb();\n" },
    {
      title: "a part of a statement",
      text: "const x =\n  log();\nb();\n",
      left: "const x =\n  ;\nb();\n",
    },
    { title: "an initializer", text: "const x =\n  log()\nb()\n", left: "const x =\n  \nb()\n" },
    { title: "a callee", text: "log()\n  .a()\n", left: "\n  .a()\n" },
    { title: "an indexed value", text: "b()\nlog()\n[1].c()\n", left: "b()\n\n[1].c()\n" },
    { title: "a branch", text: "a ? b :\n  log();\nb();\n", left: "a ? b :\n  ;\nb();\n" },
  ])("leaves the `;` of $title", ({ text, left }) => {
    expect(planned(text).text).toBe(left);
  });

  it.each([
    { text: "const a = b\nlog();\n(c)();\n", left: "const a = b\n;\n(c)();\n" },
    { text: "f()\nlog(); \n// c\n[1].map(f);\n", left: "f()\n; \n// c\n[1].map(f);\n" },
    {
      text: "if (a) {\n  b()\n  log();\n  `c`.d();\n}\n",
      left: "if (a) {\n  b()\n  ;\n  `c`.d();\n}\n",
    },
    { text: "f();\nlog();\n[1].map(f);\n", left: "f();\n[1].map(f);\n" },
    { text: "f()\nlog();\ng();\n", left: "f()\ng();\n" },
    { text: "function f() {}\nlog();\n(c)();\n", left: "function f() {}\n(c)();\n" },
    { text: "f()\nlog()\n;[1].map(f)\n", left: "f()\n;[1].map(f)\n" },
  ])("keeps a `;` that the code around it needs: $text", ({ text, left }) => {
    expect(planned(text)).toEqual({ text: left, losses: [] });
  });

  it("takes the lines of an expansion, too", () => {
    const op = compiledRule({
      rule: { kind: "comment", regex: "^// old" },
      out: { template: "", expandEnd: { kind: "expression_statement" } },
      deleteLines: true,
    });
    expect(planned("{\n  // old\n  a();\n  b();\n}\n", op).text).toBe("{\n  b();\n}\n");
  });
});
