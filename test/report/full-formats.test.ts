import { expect, it } from "vitest";
import type { ReportFormat } from "../../src/model/report/formats.ts";
import { loadReporter } from "../../src/report/reporters.ts";
import { fullReport } from "../support/full-report.ts";
import { shownBy } from "../support/shown-by.ts";

it.each<ReportFormat>(["junit", "csv", "markdown", "patch"])(
  "shows a run with all verdicts and states as %s",
  async (format) => {
    expect(shownBy(await loadReporter(format), fullReport())).toMatchSnapshot();
  },
);
