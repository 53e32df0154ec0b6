import { useMemo } from "preact/hooks";
import type { PageData } from "../../../src/model/page/page-data.ts";
import { NONE } from "../../view/filters.ts";
import { countBars, courseOf, shareOf } from "../../view/totals.ts";
import { Empty, LineCounts, Text } from "../pieces/text.tsx";
import { counted, durationText, numberText } from "../pieces/words.ts";
import type { ViewProps } from "../view-props.ts";
import { Findings } from "./findings.tsx";
import { Notices, Warnings } from "./notices.tsx";
import { Bars, Course, Legend, ShareBar } from "./pictures.tsx";

/** The first view: the outcome, the actions and errors that need a person, and the totals as pictures. */
export function Overview({ data }: ViewProps) {
  const { items } = data.actions;
  const share = useMemo(() => shareOf(items), [items]);
  return (
    <div class="page">
      <Notices data={data} />
      <Findings data={data} />
      {items.length === 0 ? (
        <Empty>No step of this run found anything to change.</Empty>
      ) : (
        <section class="card">
          <h3>
            {counted(data.totals.actions, "action")}, {numberText(data.totals.ledger.found)}{" "}
            {data.totals.ledger.found === 1 ? "replacement" : "replacements"}
          </h3>
          <ShareBar share={share} of={items.length} />
          <Legend share={share} />
          <Changed data={data} />
        </section>
      )}
      <Warnings data={data} />
      {items.length > 0 && <Groups data={data} />}
      <Time data={data} />
    </div>
  );
}

function Changed({ data }: { readonly data: PageData }) {
  const { totals, files } = data;
  const sums = files.items.reduce(
    (sum, { net }) => ({
      additions: sum.additions + (net?.additions ?? 0),
      deletions: sum.deletions + (net?.deletions ?? 0),
    }),
    { additions: 0, deletions: 0 },
  );
  return (
    <p class="sub">
      {counted(totals.filesSearched, "file")} searched · {numberText(totals.filesMatched)} matched ·{" "}
      {numberText(totals.filesChanged)} {data.run.command === "run" ? "changed" : "would change"} ·{" "}
      {numberText(totals.filesSkipped)} skipped · net <LineCounts {...sums} />
    </p>
  );
}

function Groups({ data }: { readonly data: PageData }) {
  const { items } = data.actions;
  const groups = useMemo(
    () =>
      (
        [
          ["By rule", "rule"],
          ["By kind of change", "kind"],
          ["By folder", "folder"],
          ["By owner", "owner"],
          ["By step", "step"],
        ] as const
      )
        .map(([title, facet]) => ({ title, facet, bars: countBars(items, facet) }))
        .filter(({ bars }) => bars.some(({ value }) => value !== NONE)),
    [items],
  );
  return (
    <div class="cards">
      {groups.map((group) => (
        <Bars key={group.facet} {...group} />
      ))}
    </div>
  );
}

const STRETCHES = 60;

function Time({ data }: { readonly data: PageData }) {
  const { run, checks, actions } = data;
  const durations = run.checkDurationsMs ?? [];
  const longest = Math.max(run.durationMs, 1);
  const course = useMemo(() => courseOf(actions.items, STRETCHES), [actions]);
  return (
    <section class="card">
      <h3>Over the run · {durationText(run.durationMs)}</h3>
      {actions.items.length > 0 && <Course stretches={course} />}
      {checks.items.length > 0 && (
        <ul class="bars">
          {checks.items.slice(0, 50).map((check, index) => (
            <li key={index}>
              <span class="name">
                check <Text>{check.name}</Text>
              </span>
              <b>{durationText(durations[index] ?? 0)}</b>
              <span class="share" aria-hidden="true">
                <span
                  class={`fill s-${check.outcome === "passed" ? "applied" : "failed"}`}
                  style={{ width: `${Math.min(100, (100 * (durations[index] ?? 0)) / longest)}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
