import type { Totals } from "../../model/report/report.ts";

/** The counts of actions, without those that are not there. */
type ActionCounts = Pick<
  Totals,
  "pending" | "applied" | "warned" | "discarded" | "held" | "failed"
>;

/** Returns the counts of the actions by state, for a line of Markdown. */
export function actionCounts(
  counts: ActionCounts,
  { isDryRun }: { readonly isDryRun: boolean },
): readonly string[] {
  const { pending, applied, warned, discarded, held, failed } = counts;
  const warning = warned ? ` (**${warned}** with a warning)` : "";
  const rows = [
    [pending, "pending"],
    [applied, `${isDryRun ? "would apply" : "applied"}${warning}`],
    [discarded, "discarded"],
    [held, "held"],
    [failed, "failed"],
  ] as const;
  return rows.flatMap(([count, label]) => (count ? [`**${count}** ${label}`] : []));
}
