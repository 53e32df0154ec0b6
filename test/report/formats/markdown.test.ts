import { describe, expect, it } from "vitest";
import { actionOf } from "../../action/builders.ts";
import { markdown } from "../../support/markdown-report.ts";
import { HOSTILE } from "../../support/shown-by.ts";
import { changeOf } from "../comment/report-with.ts";

describe("the format markdown", () => {
  it("tells totals, problems, what needs a person first, the diff, and the commands to type", () => {
    const text = markdown({
      outcome: "held",
      exitCode: 4,
      actions: [
        changeOf("src/a.ts", "a\n", "```\n", { state: "applied" }),
        changeOf("src/b.ts", "a\n", "c\n", { id: "5f0c", state: "held", reason: "Look." }),
      ],
      steps: [{ recipe: "swap", step: "two", outcome: "skipped", when: "false" }],
      commits: [
        { branch: "main", group: "g", subject: "Swap", actions: ["a1"], files: ["src/a.ts"] },
      ],
      alerts: [{ level: "warn", code: "x", message: "Careful." }],
    });
    expect(text).toMatchSnapshot();
  });

  it("shows any text and lets it do nothing: no markup, no mention, no cell, no end of a block", () => {
    const hostile = HOSTILE.replace("\ud800", "");
    const text = markdown({
      actions: [
        changeOf("a.ts", "a\n", "````\n<script>\n::error::x\n", { state: "applied" }),
        actionOf({ state: "held", reason: hostile, ruleId: hostile, recipe: hostile }),
      ],
      alerts: [{ level: "error", code: hostile, message: hostile }],
    });
    const [before = "", after = ""] = text.split("`````diff\n");
    const shown = before + after.slice(after.indexOf("\n`````\n"));
    expect(shown).not.toContain("<b");
    expect(shown).not.toMatch(/@(?!&#8203;)/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(text).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e\u2028]/);
    const rows = shown.split("\n").filter((line) => line.startsWith("| "));
    for (const row of rows.slice(8)) expect(row.match(/(?<!\\)\|/g)).toHaveLength(5);
  });

  it("is short with one line of 5 MB", () => {
    const text = markdown({ actions: [changeOf("a.ts", "a\n", `${"x".repeat(5_000_000)}\n`)] });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
    expect(text).toContain("The last file is cut");
  });
});
