import { ForgeFault } from "../forge/forge.ts";
import type { OwnPull } from "../forge/pulls.ts";
import type { PullReport } from "../model/report/report.ts";
import type { PublishGroup } from "./groups.ts";
import type { Campaign } from "./read-campaign.ts";
import type { StepOutcome } from "./write-pull.ts";

/** A group, or an open pull request without one. */
interface Subject {
  readonly group?: PublishGroup;
  readonly pull?: OwnPull;
}

/** What became of the groups of a campaign, and of pull requests without one. */
interface Outcomes {
  /** Does something for a subject, and keeps its outcome. After a fault that all would have, it does nothing more. */
  readonly attempt: (
    subject: Subject,
    act: () => Promise<StepOutcome | undefined>,
  ) => Promise<void>;
  readonly list: () => readonly PullReport[];
}

/** The faults after which every other call would fail, too. */
const ENDS_ALL: ReadonlySet<ForgeFault["kind"]> = new Set([
  "rate-limited",
  "unreachable",
  "stopped",
]);

/** Opens the list of outcomes: the groups in their order, and then the others. */
export function openOutcomes({ base, groups }: Campaign): Outcomes {
  const outcomes = new Map<string, PullReport>();
  let ended: string | undefined;
  const attempt: Outcomes["attempt"] = async (subject, act) => {
    const about = aboutOf(subject, base);
    const keep = (outcome: StepOutcome) => outcomes.set(about.branch, { ...about, ...outcome });
    if (outcomes.has(about.branch)) return;
    if (ended !== undefined) {
      keep({ state: "postponed", why: ended });
      return;
    }
    try {
      const outcome = await act();
      if (outcome !== undefined) keep(outcome);
    } catch (error) {
      if (!(error instanceof ForgeFault)) throw error;
      const why = error.message.replace(/\.$/, "");
      keep({ state: "failed", why });
      if (ENDS_ALL.has(error.kind)) ended = `it was not reached: ${why}`;
    }
  };
  return {
    attempt,
    list() {
      const order = new Set([...groups.map(({ branch }) => branch), ...outcomes.keys()]);
      return [...order].flatMap((branch) => outcomes.get(branch) ?? []);
    },
  };
}

function aboutOf(
  { group, pull }: Subject,
  base: string,
): Pick<PullReport, "group" | "branch" | "base" | "actions"> & Partial<PullReport> {
  const branch = group?.branch ?? pull?.branch ?? "";
  const actions = group?.actions.map(({ id }) => id) ?? [];
  const place = pull === undefined ? {} : { number: pull.number, url: pull.url };
  return { group: group?.name ?? branch, branch, base, actions, ...place };
}
