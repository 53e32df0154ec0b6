import { expect, it } from "vitest";
import { eventsOf, lastEventOf } from "../../src/model/report/events-of.ts";
import { REPORT_FORMATS } from "../../src/model/report/formats.ts";
import type { Report } from "../../src/model/report/report.ts";
import { reportSchema } from "../../src/model/report/report-schema.ts";
import { loadReporter } from "../../src/report/reporters.ts";
import { fullReport } from "../support/full-report.ts";
import { HOSTILE } from "../support/shown-by.ts";

const FORGED = `${HOSTILE}; touch /tmp/x $(id)`;

/** Characters that no report may have, with the text around them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
const OBEYED = /.{0,80}(?:[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e\u2028]|\r(?!\n)).{0,20}/;

/** The full report with a hostile text wherever the schema takes any text: such a file can be given to `sluice report`. */
function hostileReport(): Report {
  const whole = JSON.parse(JSON.stringify(fullReport())) as Report;
  const hostile = replaced(whole) as Report;
  for (let round = 0; round < 5; round += 1) {
    const { error } = reportSchema.safeParse(hostile);
    for (const { path } of error?.issues ?? []) restore(hostile, whole, path);
  }
  return reportSchema.parse(hostile);
}

function replaced(value: unknown): unknown {
  if (typeof value === "string") return FORGED;
  if (Array.isArray(value)) return value.map(replaced);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item)]));
}

/** Puts the value of the other report at a path, or above it. */
function restore(into: unknown, from: unknown, [key, ...rest]: readonly PropertyKey[]): void {
  if (key === undefined) return;
  const [one, other] = [into as Record<PropertyKey, unknown>, from as Record<PropertyKey, unknown>];
  if (rest.length === 0) one[key] = other[key];
  else restore(one[key], other[key], rest);
}

const STRANGE = hostileReport();
const TOLD = REPORT_FORMATS.filter((format) => format !== "patch");

it.each([
  ...TOLD.map((format) => [format, 1] as const),
  // So many changes that a digest and a bound tell of them.
  ...(["pretty", "github", "sarif", "markdown"] as const).map((format) => [format, 60] as const),
])(
  "a report of a stranger has nothing that a terminal obeys in %s, with its actions %i times",
  async (format, times) => {
    const changed = STRANGE.actions.map((action) => ({
      ...action,
      files: action.files.map((file) => ({ ...file, additions: times * 10 })),
    }));
    const report = { ...STRANGE, actions: Array.from({ length: times }, () => changed).flat() };
    expect(report.run.id).toBe(FORGED);
    const style = { color: false, verbose: true, quiet: false };
    const reporter = (await loadReporter(format))(style);
    let text = "";
    for (const event of [...eventsOf(report), lastEventOf(report)])
      text += [...(reporter.onEvent?.(event) ?? [])].join("");
    text += [...(reporter.onReport?.(report) ?? [])].join("");
    const found = OBEYED.exec(text);
    expect(found?.[0]).toBeUndefined();
    if (format === "pretty") expect(text.includes("too many to show")).toBe(times > 1);
    // The page of html makes its commands itself.
    if (format !== "html")
      expect(text).not.toMatch(/sluice (?:resolve|runs|undo|report|policy explain) (?!')/);
  },
);
