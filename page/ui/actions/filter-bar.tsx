import { useMemo } from "preact/hooks";
import { countsOf, type Facet, type Filters, SORTS, type Sort } from "../../view/filters.ts";
import { visibleText } from "../../view/visible-text.ts";
import { SearchField } from "../pieces/search-field.tsx";
import { numberText, STATE_WORDS } from "../pieces/words.ts";
import type { ViewProps } from "../view-props.ts";

const TITLES: Readonly<Record<Exclude<Facet, "state">, string>> = {
  rule: "Rule",
  kind: "Kind of change",
  step: "Step",
  folder: "Folder",
  owner: "Owner",
};

const SORT_WORDS: Readonly<Record<Sort, string>> = {
  urgency: "Urgent first",
  run: "Run order",
  path: "By path",
  size: "Largest first",
};

/** A select lists so many values; a search finds the others. */
const VALUES = 300;

/** The search, and the choices of states, rules, kinds, steps, folders and owners. */
export function FilterBar(props: Pick<ViewProps, "data" | "place" | "go">) {
  const { data, place, go } = props;
  const { filters } = place;
  const set = (change: Partial<Filters>) => go({ filters: { ...filters, ...change } }, "replace");
  const choose = (facet: Facet, values: readonly string[]) =>
    set({ chosen: { ...filters.chosen, [facet]: values } });
  return (
    <search class="filters">
      <SearchField
        label="Search actions"
        hint="Search paths, reasons, rules…  ( / )"
        value={filters.search}
        onSearch={(search) => set({ search })}
      />
      <States data={data.actions.items} filters={filters} choose={choose} />
      <div class="selects">
        {(["rule", "kind", "step", "folder", "owner"] as const).map((facet) => (
          <Select key={facet} facet={facet} data={data} filters={filters} choose={choose} />
        ))}
        <select
          aria-label="Order"
          value={filters.sort}
          onChange={({ currentTarget }) =>
            set({ sort: SORTS.find((sort) => sort === currentTarget.value) ?? "urgency" })
          }
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {SORT_WORDS[sort]}
            </option>
          ))}
        </select>
      </div>
    </search>
  );
}

type Choose = (facet: Facet, values: readonly string[]) => void;

function States(props: {
  readonly data: ViewProps["data"]["actions"]["items"];
  readonly filters: Filters;
  readonly choose: Choose;
}) {
  const { data, filters, choose } = props;
  const counts = useMemo(() => countsOf(data, filters, "state"), [data, filters]);
  const chosenStates = filters.chosen.state ?? [];
  const toggle = (state: string) =>
    choose(
      "state",
      chosenStates.includes(state)
        ? chosenStates.filter((other) => other !== state)
        : [...chosenStates, state],
    );
  return (
    <fieldset class="chips">
      <legend class="offscreen">States</legend>
      {counts.map(([state, count]) => (
        <button
          type="button"
          key={state}
          class={`chip s-${state}`}
          aria-pressed={chosenStates.includes(state)}
          onClick={() => toggle(state)}
        >
          {STATE_WORDS[state as keyof typeof STATE_WORDS] ?? state} <b>{numberText(count)}</b>
        </button>
      ))}
    </fieldset>
  );
}

function Select(props: {
  readonly facet: Exclude<Facet, "state">;
  readonly data: ViewProps["data"];
  readonly filters: Filters;
  readonly choose: Choose;
}) {
  const { facet, data, filters, choose } = props;
  const counts = useMemo(
    () => countsOf(data.actions.items, filters, facet),
    [data, filters, facet],
  );
  const chosenValue = filters.chosen[facet]?.[0] ?? "";
  if (counts.length < 2 && chosenValue === "") return null;
  return (
    <select
      aria-label={TITLES[facet]}
      class={chosenValue === "" ? "" : "chosen"}
      value={chosenValue}
      onChange={({ currentTarget: { value } }) => choose(facet, value === "" ? [] : [value])}
    >
      <option value="">{TITLES[facet]}: all</option>
      {counts.slice(0, VALUES).map(([value, count]) => (
        <option key={value} value={value}>
          {visibleText(value)} ({numberText(count)})
        </option>
      ))}
    </select>
  );
}
