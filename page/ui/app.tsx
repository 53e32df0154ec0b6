import { options, type RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PageData } from "../../src/model/page/page-data.ts";
import { filterActions, NO_FILTERS } from "../view/filters.ts";
import { formatLocation, type View } from "../view/location.ts";
import { ActionDetail } from "./actions/action-detail.tsx";
import { ActionsView } from "./actions/actions-view.tsx";
import { FilesView } from "./files/files-view.tsx";
import { Header } from "./header.tsx";
import { HeldView } from "./held/held-view.tsx";
import { useDecisions } from "./held/use-decisions.ts";
import { useLook } from "./look.ts";
import { Overview } from "./overview/overview.tsx";
import { More, Path, Section, StateBadge, Text } from "./pieces/text.tsx";
import { numberText } from "./pieces/words.ts";
import { PromptsView } from "./prompts/prompts-view.tsx";
import { RunView } from "./run/run-view.tsx";
import { useKeys } from "./use-keys.ts";
import { useLocation } from "./use-location.ts";
import type { ViewProps } from "./view-props.ts";

/** A printed page lists so many actions. */
const LISTED = 1000;

const KEYS: readonly (readonly [string, string])[] = [
  ["/", "search"],
  ["j, k or ↓, ↑", "next, previous"],
  ["Esc", "close what is open"],
  ["u, s", "diffs unified, side by side"],
  ["1 … 6", "overview, actions, files, held, prompts, run"],
  ["?", "this list"],
];

const VIEWS = {
  overview: Overview,
  actions: ActionsView,
  files: FilesView,
  held: HeldView,
  prompts: PromptsView,
  run: RunView,
} as const;

/** The whole page. */
export function App({ data }: { readonly data: PageData }) {
  const [place, go] = useLocation();
  const look = useLook();
  const help = useRef<HTMLDialogElement>(null);
  const decisions = useDecisions();
  const isPrinting = usePrinting();
  useKeys({ data, go, look, help });
  const View = VIEWS[place.view];
  const props = { data, place, go, look, decisions };
  if (isPrinting) return <PrintView {...props} />;
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        To the content
      </button>
      <Header data={data} look={look} onHelp={() => help.current?.showModal()} />
      <Tabs data={data} view={place.view} />
      <main id="main" tabIndex={-1} class={`v-${place.view}`}>
        <View {...props} />
      </main>
      <Help dialog={help} />
    </>
  );
}

function Tabs({ data, view }: { readonly data: PageData; readonly view: View }) {
  const { totals, files, transcripts } = data;
  const tabs: readonly (readonly [View, string, number?])[] = [
    ["overview", "Overview"],
    ["actions", "Actions", totals.actions],
    ["files", "Files", files.items.length + files.more],
    ["held", "Held", totals.held],
    ...(transcripts.items.length > 0
      ? [["prompts", "Prompts", transcripts.items.length + transcripts.more] as const]
      : []),
    ["run", "Run"],
  ];
  return (
    <nav class="tabs" aria-label="Views">
      {tabs.map(([name, title, count]) => (
        <a
          key={name}
          href={formatLocation({ view: name, filters: NO_FILTERS })}
          aria-current={name === view ? "page" : undefined}
        >
          {title}
          {count !== undefined && <span class="count">{numberText(count)}</span>}
        </a>
      ))}
    </nav>
  );
}

/** The keys of the page. */
function Help({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog ref={dialog} aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <dl class="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}

/** The page on paper: the overview, the list of actions that pass the filters, the one that is open, and the run. */
function PrintView(props: ViewProps) {
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

/** True while the page is printed, so that it renders what is otherwise only rendered when it is opened. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const set = (value: boolean) => () => {
      // The browser takes the page as it is when its event ends.
      const { debounceRendering } = options;
      options.debounceRendering = (render) => render();
      setPrinting(value);
      options.debounceRendering = debounceRendering as NonNullable<typeof debounceRendering>;
    };
    const [before, after] = [set(true), set(false)];
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
  return isPrinting;
}
