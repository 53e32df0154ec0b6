import type { FleetPagePull, FleetPageRow } from "../../../src/model/page/fleet-page.ts";
import { More, Text } from "../pieces/text.tsx";

const COLORS: Readonly<Partial<Record<FleetPageRow["state"], string>>> = {
  failed: "failed",
  planned: "held",
  published: "applied",
  merged: "applied",
  skipped: "discarded",
  previewed: "discarded",
};

/** Returns the state of actions whose color a state of repositories has. */
export function colorOf(state: FleetPageRow["state"]): string {
  return COLORS[state] ?? "pending";
}

/** The state of a repository. */
export function FleetStateBadge({ state }: Pick<FleetPageRow, "state">) {
  return <span class={`badge s-${colorOf(state)}`}>{state}</span>;
}

/** The pull requests of a repository, each with its address. */
export function PullList({ pulls: { items, more } }: Pick<FleetPageRow, "pulls">) {
  if (items.length === 0) return null;
  return (
    <ul class="sub">
      {items.map((pull) => (
        <li key={pull.branch}>
          <Pull pull={pull} />
        </li>
      ))}
      <More more={more} noun="pull request" />
    </ul>
  );
}

function Pull({ pull }: { readonly pull: FleetPagePull }) {
  const { state, isPlanned, number, branch, url, why } = pull;
  const name = <Text>{number === undefined ? branch : `#${number}`}</Text>;
  return (
    <>
      {isPlanned && "would be "}
      {state}{" "}
      {url === undefined ? (
        name
      ) : (
        <a href={url} rel="noreferrer">
          {name}
        </a>
      )}
      {why !== undefined && (
        <span class="faint">
          : <Text>{why}</Text>
        </span>
      )}
    </>
  );
}
