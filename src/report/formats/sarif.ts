import type { Report } from "../../model/report/report.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { Reporter, ReportStyle } from "../reporter.ts";
import { sarifInvocation } from "./sarif/sarif-notifications.ts";
import { SOURCE_ROOT } from "./sarif/sarif-result.ts";
import { sarifResults } from "./sarif/sarif-results.ts";

/**
 * Makes `sarif`: SARIF 2.1.0, one run with a result for each replacement, the most urgent first, in the bounds of code
 * scanning. The same run on the same tree gives the same bytes.
 */
export function createSarifReporter(style: ReportStyle): Reporter {
  return { onReport: (report) => sarifOf(report, style) };
}

function* sarifOf(report: Report, style: ReportStyle): Generator<string, void> {
  const results = sarifResults(report, style);
  const head = {
    tool: {
      driver: {
        name: "Sluice",
        ...(style.version === undefined ? {} : { version: style.version }),
        informationUri: "https://github.com/sluice/sluice",
        rules: results.rules.list(),
      },
    },
    automationDetails: { id: categoryOf(report, style) },
    invocations: [sarifInvocation(report, { ...results, shown: results.texts.length }, style)],
    originalUriBaseIds: { [SOURCE_ROOT]: { description: { text: "The top of the checkout." } } },
    columnKind: "utf16CodeUnits",
  };
  yield '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[';
  yield `${jsonText(head).slice(0, -1)},"results":[`;
  let separator = "\n";
  for (const text of results.texts) {
    yield `${separator}${text}`;
    separator = ",\n";
  }
  yield "\n]}]}\n";
}

/** In characters. */
const CATEGORY = 100;

/**
 * Returns the name under which code scanning keeps the results: that of the recipes, and of the folder, so that the
 * reports of two runs in one job do not take each other's place. It ends with a slash, after which ids of runs stand.
 */
function categoryOf({ steps, actions }: Report, { folder = "" }: ReportStyle): string {
  const recipes = new Set([...steps, ...actions].map(({ recipe }) => recipe));
  const name = [folder, [...recipes].sort().join("+")].filter((part) => part !== "").join("/");
  const safe = name.replace(/[^\w./+-]/g, "-");
  const whole =
    safe.length <= CATEGORY ? safe : `${safe.slice(0, CATEGORY)}-${sha256(safe).slice(0, 8)}`;
  return whole === "" ? "sluice/" : `sluice/${whole}/`;
}
