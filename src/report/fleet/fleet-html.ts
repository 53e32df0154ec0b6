import type { FleetReport, FleetReportRow } from "../../model/fleet/fleet-report.ts";
import type { FleetPage, FleetPagePull, FleetPageRow } from "../../model/page/fleet-page.ts";
import type { PullReport } from "../../model/report/report.ts";
import { isPlainAddress } from "../../shared/http/plain-address.ts";
import { bounded, boundedMap, PAGE_LIMITS, words } from "../html/bounds.ts";
import { elementOf } from "../html/data-element.ts";
import { readPageFiles } from "../html/page-files.ts";
import { pageEnd, pageStart } from "../html/page-frame.ts";
import { STATES_BY_URGENCY } from "./fleet-words.ts";

/** Yields the page of a round. */
export function* fleetHtml(report: FleetReport): Generator<string, void> {
  const { name, fleet, round, startedAt, totals, byRule, byOwner, repositories } = report;
  const files = readPageFiles();
  const order = new Map(STATES_BY_URGENCY.map((state, at) => [state, at]));
  const orderOf = ({ state }: FleetReportRow) => order.get(state) ?? 0;
  const sorted = repositories.toSorted((a, b) => orderOf(a) - orderOf(b));
  const data: FleetPage = {
    ...{ kind: "fleet", name: words(name), fleet, round, startedAt, totals },
    byRule: bounded(byRule ?? []),
    byOwner: bounded(byOwner ?? []),
    repositories: boundedMap(sorted, pageRow, PAGE_LIMITS.listed),
  };
  yield pageStart(files, `fleet ${words(name)}`);
  yield elementOf("data", data);
  yield pageEnd(files);
}

function pageRow({
  name,
  state,
  reason,
  ref,
  commit,
  counts,
  pulls,
}: FleetReportRow): FleetPageRow {
  const why = reason && words(reason.message);
  const own = boundedMap(pulls, pagePull, PAGE_LIMITS.inner);
  return { name: words(name), state, why, ref: ref && words(ref), commit, counts, pulls: own };
}

function pagePull({ state, number, branch, url, why, isPlanned }: PullReport): FleetPagePull {
  const address = url !== undefined && isPlainAddress(url) ? url : undefined;
  return {
    ...{ state, number, branch: words(branch), url: address, why: why && words(why) },
    ...(isPlanned && { isPlanned }),
  };
}
