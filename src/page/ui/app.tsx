import { useRef } from "preact/hooks";
import type { PageData } from "../../model/page/page-data.ts";
import { NO_FILTERS } from "../view/filters.ts";
import { formatLocation, type View } from "../view/location.ts";
import { ActionsView } from "./actions/actions-view.tsx";
import { FilesView } from "./files/files-view.tsx";
import { Header } from "./header.tsx";
import { HeldView } from "./held/held-view.tsx";
import { useDecisions } from "./held/use-decisions.ts";
import { Help } from "./help.tsx";
import { useLook } from "./look.ts";
import { Overview } from "./overview/overview.tsx";
import { numberText } from "./pieces/words.ts";
import { PrintView } from "./print-view.tsx";
import { PromptsView } from "./prompts/prompts-view.tsx";
import { RunView } from "./run/run-view.tsx";
import { useKeys } from "./use-keys.ts";
import { useLocation } from "./use-location.ts";
import { usePrinting } from "./use-printing.ts";

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
