import { type ActionReport, type Report, whyOf } from "../../model/report/report.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";

/** The most reasons that one answer names, and the most characters of each. */
const [MOST_NAMED, MOST_LENGTH] = [5, 600];

/** Returns why a preview does not accept all that was proposed, in sentences; undefined if it does. */
export function reasonOfReport(report: Report): string | undefined {
  const { outcome, actions, calls, policy } = report;
  const errors = report.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0)
    return `The edit could not be judged. ${listed(errors.map(diagnosticText))} ${MEND}`;
  if (outcome === "limit" || outcome === "interrupted") return LATE;
  if (!policy) return NO_POLICY;
  const failed = calls.filter((call) => call.outcome !== "done").map(({ text }) => text ?? "");
  if (failed.length > 0) return `The edit is refused: ${listed(failed)} ${REFUSED}`;
  const places = new Map(policy.rules?.map(({ id, path, line }) => [id, `${path}:${line}`]));
  const left = actions.filter(({ state }) => state !== "would-apply");
  const texts = left.map((action) => actionText(action, places, policy.source));
  if (left.some(({ state }) => state !== "held" && state !== "pending"))
    return `${listed(texts)} ${DISCARDED}`;
  if (left.length > 0) return `${listed(texts)} ${HELD}`;
  if (outcome === "ok" && actions.length > 0) return undefined;
  return `The edit could not be judged: the preview ended with ${JSON.stringify(outcome)}. ${MEND}`;
}

const MEND = "No edit of this tree is accepted until a person mends that.";
const NO_POLICY =
  "No edit is accepted without a policy, and sluice.policy.yaml is missing. Ask a person to make it, as by " +
  "`sluice init`, or to name another one by `--policy`.";
const LATE = "The edit could not be judged in time. Make a smaller one.";
const REFUSED = "Read the file again, and propose an edit that fits it.";
const DISCARDED =
  "Propose an edit that the rule accepts, or leave the file as it is; do not write it in another way.";
const HELD =
  "Propose an edit that the rule accepts, or leave the file as it is and say in the end which edit waits: only a " +
  "person can decide it, by making it or by `sluice propose`, and no answer here does.";

function listed(texts: readonly string[]): string {
  const short = texts.map((text) =>
    text.length > MOST_LENGTH ? `${text.slice(0, MOST_LENGTH)}…` : text,
  );
  return boundedList(short, MOST_NAMED, " ");
}

function actionText(
  action: ActionReport,
  places: ReadonlyMap<string, string>,
  source: string | undefined,
): string {
  const { state, ruleId, files } = action;
  const paths = boundedList(
    files.map(({ path }) => path),
    MOST_NAMED,
  );
  const verb = state === "discarded" ? "refuses" : state === "failed" ? "failed on" : "holds";
  const place = ruleId === undefined ? undefined : (places.get(ruleId) ?? source);
  const rule = ruleId === undefined ? "The policy" : `Rule ${ruleId} (${place ?? "built in"})`;
  return `${rule} ${verb} the edit of ${paths}: ${whyOf(action) ?? "no rule accepts it."}`;
}

function diagnosticText({ path, line, message, hint }: Report["diagnostics"][number]): string {
  const place = [path, line].filter((part) => part !== undefined).join(":");
  return [place === "" ? message : `${place}: ${message}`, hint]
    .filter((part) => part !== undefined)
    .join(" ");
}
