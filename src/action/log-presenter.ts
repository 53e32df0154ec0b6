import picocolors from "picocolors";
import type { Presenter } from "../command/presenter.ts";
import { prettyNotice } from "../report/pretty-notice.ts";
import type { ReportStyle } from "../report/reporter.ts";
import { loadReporter } from "../report/reporters.ts";
import type { GuardedLog } from "./guarded-log.ts";

/** Shows a run in the log, as `pretty`. */
export async function openLogPresenter(log: GuardedLog, style: ReportStyle): Promise<Presenter> {
  const colors = picocolors.createColors(style.color);
  const reporter = (await loadReporter("pretty"))(style);
  return {
    onEvent(event) {
      log.write(prettyNotice(event, style, colors));
      for (const text of reporter.onEvent?.(event) ?? []) log.write(text);
    },
    async onReport(report) {
      for (const text of reporter.onReport?.(report) ?? []) log.write(text);
    },
  };
}
