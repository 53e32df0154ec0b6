import { Panes } from "../pieces/panes.tsx";
import { Empty } from "../pieces/text.tsx";
import type { ViewProps } from "../view-props.ts";
import { FileDetail } from "./file-detail.tsx";
import { FileList } from "./file-list.tsx";

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
