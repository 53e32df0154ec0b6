import { useMemo } from "preact/hooks";
import type { PageAction } from "../../../model/page/page-action.ts";
import type { PageData } from "../../../model/page/page-data.ts";
import type { PageDiff, PageFile } from "../../../model/page/page-file.ts";
import { NO_FILTERS } from "../../view/filters.ts";
import { formatLocation } from "../../view/location.ts";
import { DiffToggle } from "../diff/diff-toggle.tsx";
import { DiffView } from "../diff/diff-view.tsx";
import type { Look } from "../look.ts";
import { LongList } from "../pieces/long-list.tsx";
import { Empty, LineCounts, LinePath, More, Path, StateBadge, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";
import { readAction, readFile } from "../read-data.ts";
import type { ViewProps } from "../view-props.ts";

/** The files that actions touch, and beside the list the net change of the one that is open. */
export function FilesView({ data, place, go, look }: ViewProps) {
  const { items, more } = data.files;
  const search = place.filters.search;
  const shown = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return items.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
  }, [items, search]);
  const keys = useMemo(() => shown.map(({ path }) => path), [shown]);
  const open = items.find(({ path }) => path === place.file);
  if (items.length === 0) return <Empty>No action of this run touches a file.</Empty>;
  return (
    <div class={`panes ${place.file === undefined ? "" : "has-open"}`}>
      <div class="master">
        <search class="filters">
          <input
            id="search"
            type="search"
            placeholder="Search paths…  ( / )"
            aria-label="Search files"
            value={search}
            onInput={({ currentTarget: { value } }) =>
              go({ filters: { ...place.filters, search: value } }, "replace")
            }
          />
        </search>
        <p class="status" role="status">
          {shown.length === items.length
            ? counted(items.length, "file")
            : `${shown.length} of ${counted(items.length, "file")}`}
        </p>
        {shown.length === 0 ? (
          <Empty>No path has these words.</Empty>
        ) : (
          <LongList
            label="Files"
            keys={keys}
            selected={place.file}
            onSelect={(index) =>
              go(
                { view: "files", file: keys[index] },
                place.file === undefined ? undefined : "replace",
              )
            }
            row={(index) => <Row file={shown[index]} />}
          />
        )}
        <More more={more} noun="file" />
      </div>
      <div class="detail" id="detail">
        {place.file !== undefined && (
          <button type="button" class="back" onClick={() => go({ file: undefined })}>
            ← All files
          </button>
        )}
        {open !== undefined ? (
          <FileDetail key={open.path} file={open} data={data} look={look} />
        ) : (
          <Empty>
            {place.file === undefined
              ? "Choose a file to see its net change over all steps."
              : "This page has no such file."}
          </Empty>
        )}
      </div>
    </div>
  );
}

function Row({ file }: { readonly file: PageFile | undefined }) {
  if (file === undefined) return null;
  return (
    <>
      <span class="line">
        <span class="name with-path">
          <LinePath>{file.path}</LinePath>
        </span>
        {file.net === undefined ? (
          <span class="faint">unchanged</span>
        ) : (
          <LineCounts {...file.net} />
        )}
      </span>
      <span class="line faint">
        <span class="name">
          {counted(file.actionCount, "action")} · <Text>{file.steps.join(", ")}</Text>
        </span>
      </span>
    </>
  );
}

function FileDetail(props: {
  readonly file: PageFile;
  readonly data: PageData;
  readonly look: Look;
}) {
  const { file, data, look } = props;
  const actions = useMemo(() => actionsOf(file, data), [file, data]);
  const change = useMemo(() => netChangeOf(file, actions), [file, actions]);
  return (
    <article>
      <header>
        <h2>
          <Path>{file.path}</Path>
        </h2>
        <p class="sub">
          <Text>{file.steps.join(", ")}</Text>
        </p>
      </header>
      <div class="bar">
        <h3>Net change {file.net !== undefined && <LineCounts {...file.net} />}</h3>
        <DiffToggle look={look} />
      </div>
      {file.net === undefined ? (
        <Empty>Nothing is written to this file: it stays as it was.</Empty>
      ) : change === undefined ? (
        <Empty>The changes of its actions cannot be added up. Each is shown with its action.</Empty>
      ) : (
        <DiffView diff={change.diff} language={change.language} style={look.diff} />
      )}
      <h3>{counted(file.actionCount, "action")}</h3>
      <ul class="links">
        {actions.map(({ id, state, label, why }) => (
          <li key={id}>
            <a href={formatLocation({ view: "actions", filters: NO_FILTERS, action: id })}>
              <StateBadge state={state} /> <Text>{label}</Text>
            </a>
            {why !== undefined && (
              <span class="faint">
                {" "}
                <Text>{why}</Text>
              </span>
            )}
          </li>
        ))}
      </ul>
      <More more={file.actionCount - actions.length} noun="action" />
    </article>
  );
}

function actionsOf(file: PageFile, data: PageData): readonly PageAction[] {
  const ids = new Set(file.actions);
  return data.actions.items.filter(({ id }) => ids.has(id)).sort((a, b) => a.order - b.order);
}

/** Returns the net change: of its own, or that of the only action that writes the file. */
function netChangeOf(
  file: PageFile,
  actions: readonly PageAction[],
): { readonly diff: PageDiff; readonly language: string } | undefined {
  const { diff } = readFile(file);
  const changes = actions
    .filter(({ state }) => !["discarded", "held"].includes(state))
    .flatMap((action) => readAction(action).files.filter(({ path }) => path === file.path));
  const [first] = changes;
  if (diff !== undefined) return { diff, language: first?.language ?? "" };
  return changes.length === 1 ? first : undefined;
}
