import { describe, expect, it } from "vitest";
import { DEFAULT_VIEW } from "../../src/report/overview/changes-view.ts";
import { loadReporter } from "../../src/report/reporters.ts";
import { fullReport } from "../support/full-report.ts";
import { changeOf } from "./comment/report-with.ts";

const CHANGE = changeOf("a.ts", "a();\nb();\n", "if (x) {\n  a();\n  b();\n}\n");

async function text(format: "pretty" | "markdown" | "html" | "patch" | "json"): Promise<string> {
  const report = fullReport({ actions: [CHANGE], files: [] });
  const view = { ...DEFAULT_VIEW, isSpaceIgnored: true };
  const style = { color: false, quiet: false, verbose: false, view };
  const reporter = (await loadReporter(format, view))(style);
  return [...(reporter.onReport?.(report) ?? [])].join("");
}

describe("--ignore-space", () => {
  it.each(["pretty", "markdown", "html"] as const)(
    "shows no line that is only set in: %s",
    async (format) => {
      const shown = await text(format);
      expect(shown).toContain("+if (x) {");
      expect(shown).not.toContain("-a();");
    },
  );

  it.each(["patch", "json"] as const)(
    "changes nothing of what programs read: %s",
    async (format) => {
      expect(await text(format)).toContain("-a();");
    },
  );
});
