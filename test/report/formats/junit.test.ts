import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { createJunitReporter } from "../../../src/report/formats/junit.ts";
import { actionOf } from "../../action/builders.ts";
import { HOSTILE, reportOf, shownBy } from "../../support/shown-by.ts";

/** The elements of a text that is well-formed XML 1.0, each with its attributes and its own text. */
function elementsOf(text: string) {
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: typeof elements = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: "" };
    elements.push(element);
    open.push(element);
  });
  parser.on("text", (part) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  });
  parser.on("closetag", () => open.pop());
  parser.write(text).close();
  return elements;
}

const junit = (over: Parameters<typeof reportOf>[0]) =>
  shownBy(createJunitReporter, reportOf(over));

describe("the format junit", () => {
  it("has a bound for the diffs of all cases, and cases for all actions", () => {
    const diff = `@@ -1 +1 @@\n-${"x".repeat(16_000)}\n+y\n`;
    const sizes = { language: "ts", replacements: 1, superseded: [], additions: 1, deletions: 1 };
    const part = { path: "a.ts", ...sizes, preHash: "1", postHash: "2", diff };
    const actions = Array.from({ length: 700 }, (_, index) =>
      actionOf({ id: `${index}`, state: "held", files: [part] }),
    );
    const text = junit({ actions });
    expect(text.length).toBeLessThan(8_388_608 + 700 * 1000);
    expect(text.match(/<testcase /g)).toHaveLength(700);
    expect(text.match(/The rest of this diff is left out/g)?.length).toBeGreaterThan(150);
  });

  it("has a suite for each recipe and a case for each action, with counts that add up", () => {
    const diff = "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n";
    const sizes = { language: "ts", replacements: 1, superseded: [], additions: 1, deletions: 1 };
    const files = [{ path: "src/a.ts", ...sizes, preHash: "1", postHash: "2", diff }];
    const text = junit({
      actions: [
        actionOf(),
        actionOf({ state: "would-apply" }),
        actionOf({ state: "pending", recipe: "other" }),
        actionOf({ state: "discarded", reason: "Not here.", ruleId: "off" }),
        actionOf({ id: "5f", state: "held", reason: "Look.", ruleId: "big", files }),
        actionOf({ state: "failed", result: "No space." }),
        actionOf({ state: "failed", result: "Changed.", isStale: true }),
      ],
      steps: [{ recipe: "swap", step: "two", outcome: "skipped", when: "false" }],
      alerts: [{ level: "error", code: "x", message: "No.", recipe: "swap", step: "swap" }],
      checks: [
        {
          ...{ name: "types", run: ["tsc"], cwd: "", outcome: "failed", exitCode: 2 },
          ...{ output: "a.ts: no", actions: [], actionCount: 1 },
        },
      ],
      diagnostics: [{ code: "y", severity: "error", message: "Bad.", path: "r.yaml", line: 2 }],
    });
    expect(text).toMatchSnapshot();
    const elements = elementsOf(text);
    const named = (name: string) => elements.filter((element) => element.name === name);
    const sums = { tests: "testcase", failures: "failure", errors: "error", skipped: "skipped" };
    for (const [attribute, name] of Object.entries(sums)) {
      const ofSuites = named("testsuite").map(({ attributes }) => Number(attributes[attribute]));
      expect(ofSuites.reduce((sum, count) => sum + count, 0)).toBe(named(name).length);
      expect(elements[0]?.attributes[attribute]).toBe(String(named(name).length));
    }
    const names = named("testcase").map(({ attributes: { classname = "", name = "" } }) =>
      [classname, name].join("/"),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it("is well-formed with any text, and shows what a terminal would obey", () => {
    const facts = { ...actionOf().facts, files: [HOSTILE] };
    const names = { recipe: HOSTILE, step: HOSTILE, label: HOSTILE, ruleId: HOSTILE };
    const text = junit({
      actions: [actionOf({ ...names, facts, state: "held", reason: HOSTILE, applyError: HOSTILE })],
      alerts: [{ level: "error", code: HOSTILE, message: HOSTILE }],
    });
    const failure = elementsOf(text).find(({ name }) => name === "failure");
    expect(failure?.attributes.message).toMatch(
      /^\\x1b\[2J\\x00\\x07\\u202e\\ud800\uFFFD::set-out/,
    );
    expect(failure?.attributes.message).toContain('\r\n##[group]<b a="x">&amp;]]>`|@name\\u2028=1');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
  });

  it("cuts a diff at a line, and says where the rest is", () => {
    const diff = `@@ -1 +1 @@\n${"+long line\n".repeat(100_000)}`;
    const sizes = { language: "ts", replacements: 1, superseded: [], additions: 1, deletions: 1 };
    const files = ["a", "b"].map((path) => ({ path, ...sizes, preHash: "1", postHash: "2", diff }));
    const [, body = ""] = /<failure[^>]*>(.*)<\/failure>/s.exec(
      junit({ actions: [actionOf({ state: "held", files })] }),
    ) ?? [""];
    expect(body.length).toBeLessThan(17_000);
    expect(body).toMatch(/\n\+long line\nThe rest of this diff is left out, and 1 more file: see /);
  });
});
