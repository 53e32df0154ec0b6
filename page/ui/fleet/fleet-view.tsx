import { useMemo, useState } from "preact/hooks";
import type { FleetPage, FleetPageRow } from "../../../src/model/page/fleet-page.ts";
import { filterRows } from "../../view/fleet-rows.ts";
import { useLook } from "../look.ts";
import { SearchField } from "../pieces/search-field.tsx";
import { ShowMore } from "../pieces/show-more.tsx";
import { ShownCount } from "../pieces/shown-count.tsx";
import { Empty, LineCounts, More, Path, Section, Text } from "../pieces/text.tsx";
import { counted, numberText, timeText } from "../pieces/words.ts";
import { ThemeButton } from "../theme-button.tsx";
import { FleetTotalsTable } from "./fleet-totals.tsx";
import { FleetStateBadge, PullList } from "./pull-list.tsx";
import { StateChoice } from "./state-choice.tsx";

/** So many stand there at once; the others on demand. */
const SHOWN = 200;

/** A round of a fleet: its totals, and its repositories with a search. */
export function FleetView({ data }: { readonly data: FleetPage }) {
  const { byRule, byOwner, repositories } = data;
  return (
    <main class="page">
      <FleetHead data={data} />
      {repositories.items.length === 0 ? (
        <Empty>The fleet has no repository.</Empty>
      ) : (
        <Repositories data={data} />
      )}
      <FleetTotalsTable title="By rule" of="Rule" list={byRule} />
      <FleetTotalsTable title="By owner" of="Owner" list={byOwner} />
    </main>
  );
}

function FleetHead({ data }: { readonly data: FleetPage }) {
  const { name, round, startedAt, totals } = data;
  const look = useLook();
  return (
    <>
      <header class="bar">
        <h1>
          <span class="brand">Sluice</span> fleet <Text>{name}</Text>
        </h1>
        <ThemeButton look={look} />
      </header>
      <p class="sub">
        round {numberText(round)} · {timeText(startedAt)}
        {totals.files === null ? null : (
          <>
            {" "}
            · {numberText(totals.files)} files · {numberText(totals.replacements)} replacements ·{" "}
            {numberText(totals.held)} held · <LineCounts {...totals} />
          </>
        )}
      </p>
    </>
  );
}

function Repositories({ data }: { readonly data: FleetPage }) {
  const { items, more } = data.repositories;
  const [search, setSearch] = useState("");
  const [states, setStates] = useState<readonly string[]>([]);
  const [most, setMost] = useState(SHOWN);
  const rows = useMemo(() => filterRows(items, { search, states }), [items, search, states]);
  return (
    <Section title="Repositories" count={data.totals.repositories}>
      <search class="filters">
        <StateChoice totals={data.totals} chosen={states} onChoose={setStates} />
        <SearchField
          label="Search repositories"
          hint="Search names, reasons, branches…"
          value={search}
          onSearch={setSearch}
        />
      </search>
      <ShownCount shown={rows.length} of={items.length} noun="row" />
      <ul class="links">
        {rows.slice(0, most).map((row) => (
          <li key={row.name}>
            <Repository row={row} />
          </li>
        ))}
      </ul>
      <ShowMore shown={most} of={rows.length} noun="row" onMore={() => setMost(most + SHOWN)} />
      <More more={more} noun="repository" />
    </Section>
  );
}

/** A repository with its counts, and below it its pull requests and the reason of its state. */
function Repository({ row }: { readonly row: FleetPageRow }) {
  const { name, state, counts, why, pulls } = row;
  return (
    <>
      <span class="bar">
        <Path>{name}</Path>
        <span>
          {counts !== undefined && counts.actions > 0 && <Counts counts={counts} />}
          <FleetStateBadge state={state} />
        </span>
      </span>
      {why !== undefined && (
        <p class="sub">
          <Text>{why}</Text>
        </p>
      )}
      <PullList pulls={pulls} />
    </>
  );
}

function Counts({ counts }: { readonly counts: NonNullable<FleetPageRow["counts"]> }) {
  const { files, replacements, held } = counts;
  return (
    <span class="faint">
      {counted(files, "file")} · {counted(replacements, "replacement")}
      {held > 0 && ` · ${numberText(held)} held`} <LineCounts {...counts} />{" "}
    </span>
  );
}
