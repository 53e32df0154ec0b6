import { useState } from "preact/hooks";
import type { Facet } from "../../view/filters.ts";
import { NO_FILTERS } from "../../view/filters.ts";
import { formatLocation } from "../../view/location.ts";
import { type Bar, type Share, STATES } from "../../view/totals.ts";
import { visibleText } from "../../view/visible-text.ts";
import { LinePath, Text } from "../pieces/text.tsx";
import { counted, numberText, STATE_WORDS } from "../pieces/words.ts";

/** A bar whose stretches are as wide as the numbers of its states. */
export function ShareBar({ share, of }: { readonly share: Share; readonly of: number }) {
  return (
    <span class="share" aria-hidden="true">
      {STATES.filter((state) => (share[state] ?? 0) > 0).map((state) => (
        <span
          key={state}
          class={`fill s-${state}`}
          style={{ width: `${(100 * (share[state] ?? 0)) / of}%` }}
          title={`${STATE_WORDS[state]}: ${share[state]}`}
        />
      ))}
    </span>
  );
}

/** The numbers of the states, each a link to its actions. */
export function Legend({ share }: { readonly share: Share }) {
  return (
    <ul class="legend">
      {STATES.filter((state) => (share[state] ?? 0) > 0).map((state) => (
        <li key={state}>
          <a href={facetAddress("state", state)}>
            <span class={`dot s-${state}`} aria-hidden="true" />
            <b>{numberText(share[state] ?? 0)}</b> {STATE_WORDS[state]}
          </a>
        </li>
      ))}
    </ul>
  );
}

const SHOWN = 8;

/** A bar for each value of a facet, each a link to its actions. */
export function Bars(props: {
  readonly title: string;
  readonly facet: Facet;
  readonly bars: readonly Bar[];
}) {
  const { title, facet, bars } = props;
  const [isAll, setAll] = useState(false);
  const most = bars[0]?.total ?? 1;
  return (
    <section class="card">
      <h3>{title}</h3>
      <ul class="bars">
        {bars.slice(0, isAll ? 200 : SHOWN).map(({ value, total, share }) => (
          <li key={value}>
            <a href={facetAddress(facet, value)}>
              <span class="name with-path">
                {facet === "folder" ? <LinePath>{value}</LinePath> : <Name>{value}</Name>}
              </span>
              <b>{numberText(total)}</b>
              <ShareBar share={share} of={most} />
            </a>
          </li>
        ))}
      </ul>
      {bars.length > SHOWN && (
        <button type="button" class="small" onClick={() => setAll(!isAll)}>
          {isAll ? "Fewer" : `${numberText(bars.length - SHOWN)} more`}
        </button>
      )}
    </section>
  );
}

function Name({ children }: { readonly children: string }) {
  return (
    <bdi class="name" title={visibleText(children)}>
      <Text>{children}</Text>
    </bdi>
  );
}

/** The run from left to right: each column a stretch of its actions, in order. */
export function Course({ stretches }: { readonly stretches: readonly Share[] }) {
  const totals = stretches.map((share) => STATES.reduce((sum, of) => sum + (share[of] ?? 0), 0));
  const most = Math.max(1, ...totals);
  return (
    <span
      class="course"
      role="img"
      aria-label={`${counted(stretches.length, "stretch", "stretches")} of the run, in order`}
    >
      {stretches.map((share, index) => (
        <span key={index} class="column">
          {STATES.filter((state) => (share[state] ?? 0) > 0).map((state) => (
            <span
              key={state}
              class={`fill s-${state}`}
              style={{ height: `${(100 * (share[state] ?? 0)) / most}%` }}
              title={`${STATE_WORDS[state]}: ${share[state]}`}
            />
          ))}
        </span>
      ))}
    </span>
  );
}

function facetAddress(facet: Facet, value: string): string {
  return formatLocation({
    view: "actions",
    filters: { ...NO_FILTERS, chosen: { [facet]: [value] } },
  });
}
