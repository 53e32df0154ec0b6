import type { ComparedTree } from "../git/compared/compare-commit.ts";
import type { Alert } from "../model/alert.ts";
import type { ActionReport, LeftoverReport, Report } from "../model/report/report.ts";
import { countOf } from "../shared/count-of.ts";
import { boundedList } from "../shared/lists/bounded-list.ts";
import { hasOtherMode, isText, type Leftover } from "./verified-tree.ts";

/** Names each leftover with what the policy says of it; those first that configure Sluice or git. */
export function verdictsOf(
  left: readonly Leftover[],
  { actions, alerts, skipped, policy, sources }: Report,
): readonly LeftoverReport[] {
  const byPath = new Map<string, ActionReport>();
  for (const action of actions) for (const { path } of action.files) byPath.set(path, action);
  const faults = new Map(skipped.map(({ path, why, detail }) => [path, detail ?? why]));
  const errors = alerts.filter(({ level }) => level === "error").map(({ message }) => message);
  const configuring = new Set(sources.map(({ path }) => path));
  const named = left.map((one): LeftoverReport => {
    const { path, kind } = one;
    const found = one.fault === undefined ? byPath.get(path) : undefined;
    const isLost = isModeLost(one, found);
    const action = isLost ? undefined : found;
    if (action?.verdict === undefined) {
      const fault = one.fault ?? (isLost ? MODE : faults.get(path));
      return { path, kind, reason: `${path} ${fault ?? whyUnjudged(errors)}.` };
    }
    const { id, verdict, ruleId, reason = "", state, result } = action;
    if (state === "failed") return { path, kind, action: id, reason: result ?? reason };
    const rule = policy?.rules?.find((place) => place.id === ruleId);
    const at = rule && `${rule.path}:${rule.line}`;
    return {
      path,
      kind,
      verdict,
      ...(ruleId && { ruleId }),
      reason,
      ...(at && { at }),
      action: id,
    };
  });
  const rank = ({ path }: LeftoverReport) =>
    configuring.has(path) || isOfConfiguration(path) ? 0 : 1;
  return named.sort((a, b) => rank(a) - rank(b));
}

const MODE = "can be executed, or no longer can, which is not judged";

/** True for another mode that the action does not have: then only the text was judged. */
function isModeLost({ path, before, after }: Leftover, action: ActionReport | undefined): boolean {
  if (!hasOtherMode(before, after) || !isText(after)) return false;
  const file = action?.files.find((one) => one.path === path);
  return file?.mode !== after.mode;
}

function whyUnjudged([error]: readonly string[]): string {
  return error === undefined ? "was not judged" : `was not judged: ${error.replace(/\.$/, "")}`;
}

const CONFIGURATION =
  /(?:^|\/)(?:sluice\.ya?ml|sluice\.policy\.ya?ml|CODEOWNERS|\.gitignore|\.gitattributes|\.gitmodules)$|^\.sluice\//;

function isOfConfiguration(path: string): boolean {
  return CONFIGURATION.test(path);
}

/** Names a file that was taken back in the work tree alone: a commit would bring it all the same. */
export function stillStaged(path: string): LeftoverReport {
  const reason = `${path} is taken back, and still staged as it was: \`git restore --staged\` unstages it.`;
  return { path, kind: "staged", reason };
}

/** True for a leftover that may not stay: it is refused, or a person has to decide. */
export function isUnaccepted({ verdict }: LeftoverReport): boolean {
  return verdict !== "apply";
}

/** Returns the alerts about what was not compared. */
export function hiddenAlerts({
  hidden,
  hiddenFolders,
}: Pick<ComparedTree, "hidden" | "hiddenFolders">): readonly Alert[] {
  const alertOf = (count: string, why: string, names: readonly string[]): readonly Alert[] => {
    const message = `Not compared: ${count} ${why}: ${boundedList(names, MOST_NAMED)}.`;
    return names.length === 0 ? [] : [{ level: "warn", code: "not-compared", message }];
  };
  const byUser = "that `.git/info/exclude` or `core.excludesFile` hides, and the base does not";
  const byThemselves = "that the base does not have, and whose own `.gitignore` is ignored, too";
  return [
    ...alertOf(countOf(hidden.length, "file"), byUser, hidden),
    ...alertOf(countOf(hiddenFolders.length, "folder"), byThemselves, hiddenFolders),
  ];
}

/** The most files that a message names. */
const MOST_NAMED = 10;

/** The most alerts: the report names all. */
const MOST_ALERTS = 100;

/** Returns the alerts about leftovers that cannot be judged. */
export function unjudgedAlerts(named: readonly LeftoverReport[]): readonly Alert[] {
  const unjudged = named.filter(({ verdict }) => verdict === undefined);
  return unjudged.slice(0, MOST_ALERTS).map(({ path, reason: message }) => {
    return { level: "error", code: "not-judged", message, path };
  });
}
