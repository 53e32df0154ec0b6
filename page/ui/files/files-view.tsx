import { useMemo } from "preact/hooks";
import type { PageFile } from "../../../src/model/page/page-file.ts";
import { hasWords } from "../../view/search.ts";
import { LongList } from "../pieces/long-list.tsx";
import { Panes } from "../pieces/panes.tsx";
import { SearchField } from "../pieces/search-field.tsx";
import { ShownCount } from "../pieces/shown-count.tsx";
import { Empty, LineCounts, LinePath, More, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";
import type { ViewProps } from "../view-props.ts";
import { FileDetail } from "./file-detail.tsx";

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
