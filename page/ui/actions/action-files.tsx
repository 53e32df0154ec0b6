import { useState } from "preact/hooks";
import type { PageActionDetail, PageActionFile } from "../../../src/model/page/page-action.ts";
import { DiffToggle } from "../diff/diff-toggle.tsx";
import { type DiffStyle, DiffView } from "../diff/diff-view.tsx";
import type { Look } from "../look.ts";
import { Fold } from "../pieces/fold.tsx";
import { ShowMore } from "../pieces/show-more.tsx";
import { LineCounts, More, Path, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";

/** Files are open at first if they are few. */
const OPEN = 5;

/** So many files are listed at once; the others on demand. */
const LISTED = 50;

/** The changes of an action, file by file. */
export function ActionFiles(props: { readonly detail: PageActionDetail; readonly look: Look }) {
  const { detail, look } = props;
  const { files, moreFiles } = detail;
  const [most, setMost] = useState(LISTED);
  if (files.length === 0)
    return <p class="note">This action has no diff: its tool says only which files it is about.</p>;
  return (
    <section aria-label="Changes">
      <div class="bar">
        <h3>{counted(files.length + moreFiles, "file")}</h3>
        <DiffToggle look={look} />
      </div>
      {files.slice(0, most).map((file) => (
        <FileChange key={file.path} file={file} style={look.diff} isOpen={files.length <= OPEN} />
      ))}
      <ShowMore shown={most} of={files.length} noun="file" onMore={() => setMost(most + LISTED)} />
      <More more={moreFiles} noun="file" />
    </section>
  );
}

/** A file with its diff, which is rendered when it is opened. */
function FileChange(props: {
  readonly file: PageActionFile;
  readonly style: DiffStyle;
  readonly isOpen: boolean;
}) {
  const { file, style, isOpen } = props;
  const head = (
    <>
      <Path>{file.path}</Path>
      <LineCounts {...file} />
    </>
  );
  return (
    <Fold head={head} isOpen={isOpen}>
      {() => (
        <>
          <Ops file={file} />
          <DiffView diff={file.diff} language={file.language} style={style} />
        </>
      )}
    </Fold>
  );
}

/** The ops that made a change; nothing if it is the only op of its step. */
function Ops({ file: { ops, superseded } }: { readonly file: PageActionFile }) {
  const text = ops.map(([op, count]) => (count > 1 ? `${op} ×${count}` : op)).join(", ");
  const isPlain = (text === "" || text === "ops[0]") && superseded === 0;
  if (isPlain) return null;
  return (
    <p class="sub ops">
      <Text>{text}</Text>
      {superseded > 0 && ` · ${superseded} superseded`}
    </p>
  );
}
