import { describe, expect, it, test } from "vitest";
import type { Language } from "../../../src/edit/language/language.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { compiled } from "../compile/compiled.ts";

const SCRIPT = "<script>\n  old(1);\n</script>\n\n";

/** Plans `old($A)` → `neu($A)` in scripts, and the edit of an element of the page, at most twice each. */
function planned(text: string, { editDespiteErrors = false, passes = 2 } = {}) {
  const ops = [
    ...(["javascript", "typescript"] as Language[]).map((language) =>
      compiled({ id: "script", pat: "old($A)", out: "neu($A)" }, language),
    ),
    compiled({ id: "page", pat: "<old></old>", out: "<neu></neu>" }, "html"),
  ];
  return planPasses(text, "html", ops, { passes, editDespiteErrors });
}

describe("A8 of a page, the errors count of the code that is edited", () => {
  it.each([
    ["a comparison", "{#if n < 3}<p>few</p>{/if}\n"],
    ["an arrow function", "<button onclick={() => go(1)} {...rest}>x</button>\n"],
    ["a string in an attribute", '<a class:active={path === "/"} href="/">x</a>\n'],
    ["a generic of frontmatter", "---\nconst a: Map<string, List<A>> = b;\n---\n<p>{a < b}</p>\n"],
    ["a mustache", "<template>\n  <p v-if=\"a < b\">{{ a < b ? '<' : '>' }}</p>\n</template>\n"],
  ])("a template with %s keeps no script from being edited", (_what, template) => {
    for (const text of [SCRIPT + template, template + SCRIPT]) {
      const { plan, outcome } = planned(text);
      expect(plan).toMatchObject({ kind: "edited", text: text.replace("old", "neu") });
      expect(outcome).toBe("done");
      // The errors of the template are there before and after.
      if (plan.kind === "edited") expect(plan.parseErrorsAfter).toBe(plan.parseErrorsBefore);
    }
  });

  it("a script with errors is left alone, and so are the others of its page", () => {
    const { plan } = planned(`${SCRIPT}<script>old(2); const = ;</script>\n`);
    expect(plan).toMatchObject({ kind: "syntax-errors", total: 1, issues: [{ line: 5 }] });
  });

  it("a script with errors in which nothing is edited keeps no other one from being edited", () => {
    const broken = '<script>const = ;</script>\n<script lang="ts">const = ;</script>\n';
    expect(planned(SCRIPT + broken).plan).toMatchObject({ kind: "edited" });
    expect(planned(`<old></old>${broken}`).plan).toMatchObject({ kind: "edited" });
  });

  it("an edit of the page itself is not made in a template with errors, nor beside it in a script", () => {
    const { plan } = planned(`${SCRIPT}<p>{a < b}</p><old></old>\n`);
    expect(plan).toMatchObject({ kind: "syntax-errors", issues: [{ line: 5 }] });
    expect(planned(`${SCRIPT}<old></old>\n`).plan).toMatchObject({ kind: "edited" });
  });

  it("errors in the tags around a script are errors of the script", () => {
    const { plan } = planned('<script {a}<b lang="ts">old(1);</script>\n');
    expect(plan).toMatchObject({ kind: "syntax-errors", total: 2 });
  });

  it("a long page with errors is edited as a short one is: all of it, or nothing", () => {
    const long = `<p>{a < b}</p>\n${"x".repeat(1_000_001)}\n`;
    const { plan } = planned(`<script>old(1); old(2)</script>\n${long}`);
    expect(plan).toMatchObject({ replacements: [{}, {}] });
    expect(planned(`<script>old(1); const = ;</script>\n${long}`).plan.kind).toBe("syntax-errors");
  });
});

test("an edit that breaks a script in a page with errors counts as that", () => {
  const ops = [compiled({ pat: "old($A)", out: "neu($A" }, "javascript")];
  const options = { passes: 3, editDespiteErrors: false };
  const { plan, outcome } = planPasses(`${SCRIPT}<p>{a < b}</p>\n`, "html", ops, options);
  if (plan.kind !== "edited") throw new Error("Nothing was edited.");
  expect(plan.parseErrorsAfter).toBeGreaterThan(plan.parseErrorsBefore ?? Infinity);
  expect(outcome).toBe("done");
});
