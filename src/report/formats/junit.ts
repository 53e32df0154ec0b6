import { checkOutcome } from "../../model/report/check-outcome.ts";
import type { ActionReport, Report } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { alertsApart } from "../findings/alerts-apart.ts";
import type { Reporter, ReportStyle } from "../reporter.ts";
import { actionCase, DiffRoom, type JunitCase } from "./junit-case.ts";
import { toldCases } from "./junit-told.ts";
import { restWords } from "./rest-words.ts";
import { xmlAttributes, xmlText } from "./xml-text.ts";

/**
 * Makes `junit`, the XML that test pages of CI systems read: a suite for each recipe, a case for each action; then
 * cases for steps that were skipped, for checks, and for the errors of the run. No times, no host.
 */
export function createJunitReporter(style: ReportStyle): Reporter {
  return { onReport: (report) => junitOf(report, style) };
}

/**
 * The most cases of actions: GitLab refuses files of more than 250,000 elements and attributes, of which a case has 7.
 */
const MOST_CASES = 25_000;

/** A suite with its cases, which are made when they are read. */
interface Suite {
  readonly name: string;
  readonly actions: readonly ActionReport[];
  readonly others: readonly JunitCase[];
}

function* junitOf(report: Report, style: ReportStyle): Generator<string, void> {
  const suites = makeSuites(report, style);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites${xmlAttributes({ name: `sluice ${report.run.command}`, ...sumOf(suites.map(countsOf)) })}>\n`;
  const room = new DiffRoom();
  for (const suite of suites) {
    const { name } = suite;
    yield `  <testsuite${xmlAttributes({ name, ...countsOf(suite) })}>\n`;
    const names = new Map<string, number>();
    for (const action of suite.actions)
      yield caseText(apart(actionCase(action, room), names), name);
    for (const other of suite.others) yield caseText(apart(other, names), name);
    yield "  </testsuite>\n";
  }
  yield "</testsuites>\n";
}

function makeSuites(report: Report, style: ReportStyle): readonly Suite[] {
  const suites = new Map<string, { name: string; actions: ActionReport[]; others: JunitCase[] }>();
  const suiteOf = (name: string) => {
    const suite = suites.get(name) ?? { name, actions: [], others: [] };
    suites.set(name, suite);
    return suite;
  };
  for (const { recipe } of report.steps) suiteOf(recipe);
  const shown = shownActions(report.actions);
  for (const action of shown) suiteOf(action.recipe).actions.push(action);
  const room = { most: MOST_CASES - shown.length, rest: restWords(report, style) };
  for (const [recipe, one] of toldCases(report, room)) suiteOf(recipe).others.push(one);
  const left = report.actions.length - shown.length;
  if (left > 0) {
    const message = restWords(report, style);
    const name = `${left.toLocaleString("en")} more actions`;
    suiteOf(OWN_SUITE).others.push({ name, end: { kind: "skipped", message } });
  }
  for (const { recipe, step, outcome, when = "" } of report.steps) {
    if (outcome !== "skipped") continue;
    const message = `\`when\` does not hold: ${when}`;
    suiteOf(recipe).others.push({ name: step, end: { kind: "skipped", message } });
  }
  for (const alert of alertsApart(report)) {
    if (alert.level !== "error") continue;
    const end = { kind: "error", type: alert.code, message: alert.message, body: "" } as const;
    suiteOf(alert.recipe ?? OWN_SUITE).others.push({ name: alert.step ?? alert.code, end });
  }
  for (const each of checkCases(report)) suiteOf("checks").others.push(each);
  for (const each of diagnosticCases(report)) suiteOf(OWN_SUITE).others.push(each);
  return [...suites.values()];
}

/** Returns the actions that have a case, in their order: those that need a person before those that do not. */
function shownActions(actions: readonly ActionReport[]): readonly ActionReport[] {
  if (actions.length <= MOST_CASES) return actions;
  const isUrgent = ({ state }: ActionReport) => state === "failed" || state === "held";
  const ordered = [...actions.filter(isUrgent), ...actions.filter((action) => !isUrgent(action))];
  const shown = new Set(ordered.slice(0, MOST_CASES));
  return actions.filter((action) => shown.has(action));
}

/** The suite of what belongs to no recipe. */
const OWN_SUITE = "sluice";

function checkCases({ checks = [] }: Report): readonly JunitCase[] {
  return checks.map((check): JunitCase => {
    const { name, rule, actionCount, outcome, output } = check;
    const about = rule === undefined ? name : `${name} (rule ${rule})`;
    if (outcome === "passed") return { name: about };
    const message = `${checkOutcome(check)}, after ${countOf(actionCount, "action")}`;
    return { name: about, end: { kind: "failure", type: "check", message, body: output } };
  });
}

function diagnosticCases({ diagnostics }: Report): readonly JunitCase[] {
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, message, hint = "", path, line, column, frame = "" }) => ({
      name: code,
      ...(path === undefined ? {} : { file: path }),
      end: {
        kind: "error",
        type: code,
        message: `${[path, line, column].filter((part) => part !== undefined).join(":")}${path === undefined ? "" : ": "}${message}`,
        body: [hint, frame].filter((part) => part !== "").join("\n"),
      },
    }));
}

interface Counts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

function countsOf({ actions, others }: Suite): Counts {
  const states = (...wanted: readonly ActionReport["state"][]) =>
    actions.filter(({ state }) => wanted.includes(state)).length;
  const ends = (wanted: string) => others.filter(({ end }) => end?.kind === wanted).length;
  return {
    tests: actions.length + others.length,
    failures: states("failed", "held") + ends("failure"),
    errors: ends("error"),
    skipped: states("discarded") + ends("skipped"),
  };
}

function sumOf(all: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);
  return {
    tests: sum("tests"),
    failures: sum("failures"),
    errors: sum("errors"),
    skipped: sum("skipped"),
  };
}

/** Gives cases of one name numbers: systems that keep a history know a case by its name. */
function apart(one: JunitCase, names: Map<string, number>): JunitCase {
  const number = (names.get(one.name) ?? 0) + 1;
  names.set(one.name, number);
  return number === 1 ? one : { ...one, name: `${one.name} (${number})` };
}

function caseText({ name, file, end }: JunitCase, classname: string): string {
  const head = `    <testcase${xmlAttributes({ name, classname, file })}`;
  if (end === undefined) return `${head}/>\n`;
  const { kind, message } = end;
  if (kind === "skipped")
    return `${head}>\n      <skipped${xmlAttributes({ message })}/>\n    </testcase>\n`;
  const { type, body } = end;
  const open = `      <${kind}${xmlAttributes({ type, message })}`;
  const element = body === "" ? `${open}/>` : `${open}>${xmlText(body)}</${kind}>`;
  return `${head}>\n${element}\n    </testcase>\n`;
}
