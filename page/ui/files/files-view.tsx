import { useMemo } from "preact/hooks";
import type { PageAction } from "../../../src/model/page/page-action.ts";
import type { PageData } from "../../../src/model/page/page-data.ts";
import type { PageDiff, PageFile } from "../../../src/model/page/page-file.ts";
import { NO_FILTERS } from "../../view/filters.ts";
import { formatLocation } from "../../view/location.ts";
import { hasWords } from "../../view/search.ts";
import { DiffToggle } from "../diff/diff-toggle.tsx";
import { DiffView } from "../diff/diff-view.tsx";
import type { Look } from "../look.ts";
import { LongList } from "../pieces/long-list.tsx";
import { Panes } from "../pieces/panes.tsx";
import { SearchField } from "../pieces/search-field.tsx";
import { ShownCount } from "../pieces/shown-count.tsx";
import { Empty, LineCounts, LinePath, More, Path, StateBadge, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";
import { readAction, readFile } from "../read-data.ts";
import type { ViewProps } from "../view-props.ts";

/** The files that actions touch, and beside the list the net change of the one that is open. */
export function FilesView({ data, place, go, look }: ViewProps) {
  const { items } = data.files;
  const open = items.find(({ path }) => path === place.file);
  if (items.length === 0) return <Empty>No action of this run touches a file.</Empty>;
  return (
    <Panes
      noun="files"
      isOpen={place.file !== undefined}
      onClose={() => go({ file: undefined })}
      list={<FileList data={data} place={place} go={go} />}
      detail={open && <FileDetail key={open.path} file={open} data={data} look={look} />}
      hint="Choose a file to see its net change over all steps."
    />
  );
}

/** The files whose paths have the words of the search, and the search. */
function FileList({ data, place, go }: Pick<ViewProps, "data" | "place" | "go">) {
  const { items, more } = data.files;
  const { filters, file: open } = place;
  const { search } = filters;
  const shownFiles = useMemo(
    () => items.filter(({ path }) => hasWords(path, search)),
    [items, search],
  );
  const keys = useMemo(() => shownFiles.map(({ path }) => path), [shownFiles]);
  const select = (index: number) =>
    go({ view: "files", file: keys[index] }, open === undefined ? undefined : "replace");
  return (
    <>
      <search class="filters">
        <SearchField
          label="Search files"
          hint="Search paths…  ( / )"
          value={search}
          onSearch={(value) => go({ filters: { ...filters, search: value } }, "replace")}
        />
      </search>
      <ShownCount shown={shownFiles.length} of={items.length} noun="file" />
      {shownFiles.length === 0 ? (
        <Empty>No path has these words.</Empty>
      ) : (
        <LongList
          label="Files"
          keys={keys}
          selected={open}
          onSelect={select}
          row={(index) => <Row file={shownFiles[index]} />}
        />
      )}
      <More more={more} noun="file" />
    </>
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

interface FileProps {
  readonly file: PageFile;
  readonly look: Look;
  /** The listed ones of its actions, in the order of the run. */
  readonly actions: readonly PageAction[];
}

/** The net change of a file, and its actions. */
function FileDetail(props: { readonly data: PageData } & Pick<FileProps, "file" | "look">) {
  const { file, data, look } = props;
  const actions = useMemo(() => findActions(file, data), [file, data]);
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
      <NetChange file={file} actions={actions} look={look} />
      <h3>{counted(file.actionCount, "action")}</h3>
      <ul class="links">
        {actions.map((action) => (
          <ActionLink key={action.id} action={action} />
        ))}
      </ul>
      <More more={file.actionCount - actions.length} noun="action" />
    </article>
  );
}

function NetChange({ file, actions, look }: FileProps) {
  const change = useMemo(() => findNetChange(file, actions), [file, actions]);
  return (
    <>
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
    </>
  );
}

function ActionLink({ action }: { readonly action: PageAction }) {
  const { id, label, why } = action;
  return (
    <li>
      <a href={formatLocation({ view: "actions", filters: NO_FILTERS, action: id })}>
        <StateBadge {...action} /> <Text>{label}</Text>
      </a>
      {why !== undefined && (
        <span class="faint">
          {" "}
          <Text>{why}</Text>
        </span>
      )}
    </li>
  );
}

function findActions(file: PageFile, data: PageData): readonly PageAction[] {
  const ids = new Set(file.actions);
  return data.actions.items.filter(({ id }) => ids.has(id)).sort((a, b) => a.order - b.order);
}

/** Returns the net change of a file: its own, or the change of the only action that writes the file. */
function findNetChange(
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
