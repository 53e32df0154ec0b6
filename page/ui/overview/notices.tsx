import type { PageData } from "../../../src/model/page/page-data.ts";
import { alertGroupText, groupAlerts } from "../../../src/shared/lists/grouped-alerts.ts";
import { NO_FILTERS } from "../../view/filters.ts";
import { formatLocation } from "../../view/location.ts";
import { More, Path, Section, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";

/** So many stand on the first view; all of them under the run. */
const SHOWN = 20;

/** The notices that need a person: held actions and errors. */
export function Notices({ data }: { readonly data: PageData }) {
  const { totals } = data;
  return (
    <>
      {totals.held > 0 && (
        <p class="callout c-held">
          <b>{counted(totals.held, "action waits", "actions wait")} for a decision.</b>{" "}
          <a href={formatLocation({ view: "held", filters: NO_FILTERS })}>Decide</a>
        </p>
      )}
      {totals.warned !== undefined && <Warned count={totals.warned} />}
      <Diagnostics data={data} most={SHOWN} of="error" />
      <Alerts data={data} most={SHOWN} of="error" />
    </>
  );
}

/** The actions that a rule applies and warns of. */
function Warned({ count }: { readonly count: number }) {
  const filters = { ...NO_FILTERS, chosen: { state: ["warned"] } };
  return (
    <p class="callout c-warning">
      <b>{counted(count, "action is", "actions are")} applied with a warning.</b>{" "}
      <a href={formatLocation({ view: "actions", filters })}>Look at them</a>
    </p>
  );
}

/** Warnings, which do not end a run: folded, after the totals. */
export function Warnings({ data }: { readonly data: PageData }) {
  const { alerts, diagnostics } = data;
  const count =
    groupAlerts(alerts.items.filter(({ level }) => level === "warn")).length +
    diagnostics.items.filter(({ severity }) => severity === "warning").length;
  if (count === 0) return null;
  return (
    <details class="card">
      <summary>{counted(count, "warning")}</summary>
      <Diagnostics data={data} most={SHOWN} of="warning" />
      <Alerts data={data} most={SHOWN} of="warning" />
      {count > SHOWN && (
        <a href={formatLocation({ view: "run", filters: NO_FILTERS })}>All under “Run”</a>
      )}
    </details>
  );
}

/** All alerts and diagnostics. */
export function AllNotices({ data }: { readonly data: PageData }) {
  const { alerts, diagnostics } = data;
  const all = alerts.items.length + diagnostics.items.length;
  if (all === 0) return null;
  return (
    <Section title="Alerts and diagnostics">
      <Diagnostics data={data} most={all} />
      <Alerts data={data} most={all} />
    </Section>
  );
}

interface ListProps {
  readonly data: PageData;
  readonly most: number;
  /** Default: all. */
  readonly of?: "error" | "warning";
}

/** The errors of recipes, policy and inputs, each with its position. */
function Diagnostics({ data: { diagnostics }, most, of }: ListProps) {
  const wanted = diagnostics.items.filter(({ severity }) => of === undefined || severity === of);
  return (
    <>
      {wanted.slice(0, most).map((found, index) => (
        <div key={index} class={`callout c-${found.severity}`}>
          <p>
            <b>{found.severity}</b> {found.path !== undefined && <Path>{placeOf(found)}</Path>}{" "}
            <Text>{found.message}</Text>
          </p>
          {found.hint !== undefined && (
            <p>
              <Text>{found.hint}</Text>
            </p>
          )}
          {found.frame !== undefined && (
            <pre class="block">
              <Text>{found.frame}</Text>
            </pre>
          )}
        </div>
      ))}
      <More more={diagnostics.more} noun="diagnostic" />
    </>
  );
}

/** The alerts of the run. */
function Alerts({ data: { alerts }, most, of }: ListProps) {
  const level = of === "warning" ? "warn" : of;
  const wanted = alerts.items.filter((alert) => level === undefined || alert.level === level);
  // The list of a warning on the first view is grouped; the one under the run has all.
  const groups =
    of === undefined ? wanted.map((first) => ({ first, others: [] })) : groupAlerts(wanted);
  return (
    <>
      {groups.slice(0, most).map((group, index) => (
        <p key={index} class={`callout c-${group.first.level === "error" ? "error" : "warning"}`}>
          <b>{group.first.level === "error" ? "error" : "warning"}</b>{" "}
          {group.first.recipe !== undefined && (
            <Text>{`${[group.first.recipe, group.first.step].filter((name) => name !== undefined).join(" › ")}: `}</Text>
          )}
          <Text>{alertGroupText(group)}</Text> <code class="faint">{group.first.code}</code>
        </p>
      ))}
      <More more={alerts.more} noun="alert" />
    </>
  );
}

function placeOf({
  path = "",
  line,
  column,
  at,
}: PageData["diagnostics"]["items"][number]): string {
  if (line !== undefined) return `${path}:${line}:${column}`;
  return at === undefined ? path : `${path} ${at}`;
}
