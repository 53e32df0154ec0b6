import { filterActions } from "../view/filters.ts";
import { ActionDetail } from "./actions/action-detail.tsx";
import { Header } from "./header.tsx";
import { Overview } from "./overview/overview.tsx";
import { More, Path, Section, StateBadge, Text } from "./pieces/text.tsx";
import { RunView } from "./run/run-view.tsx";
import type { ViewProps } from "./view-props.ts";

/** A printed page lists so many actions. */
const LISTED = 1000;

/** The page on paper: the overview, the list of actions that pass the filters, the one that is open, and the run. */
export function PrintView(props: ViewProps) {
  const { data, place, look } = props;
  const actions = filterActions(data.actions.items, place.filters);
  const open = actions.find(({ id }) => id === place.action);
  return (
    <main class="print">
      <Header data={data} look={look} onHelp={() => undefined} />
      <Overview {...props} />
      <Section title="Actions" count={actions.length}>
        <table class="list">
          <tbody>
            {actions.slice(0, LISTED).map(({ id, state, paths, label, why, rule }) => (
              <tr key={id}>
                <td>
                  <StateBadge state={state} />
                </td>
                <td>
                  <Path>{paths[0] ?? label}</Path>
                </td>
                <td>
                  <Text>{why ?? ""}</Text> <Text>{rule === undefined ? "" : `[${rule}]`}</Text>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <More more={Math.max(0, actions.length - LISTED)} noun="action" />
      </Section>
      {open !== undefined && <ActionDetail {...props} action={open} />}
      <RunView {...props} />
    </main>
  );
}
