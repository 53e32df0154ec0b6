import type { ComparedFile } from "../../../src/model/page/comparison-page.ts";
import type { PageDiff } from "../../../src/model/page/page-file.ts";
import { type DiffStyle, DiffView } from "../diff/diff-view.tsx";
import { Fold } from "../pieces/fold.tsx";
import { LineCounts, Path } from "../pieces/text.tsx";
import { readComparedFile } from "../read-data.ts";

/** A file whose net change is another one, with both diffs when it is opened. */
export function ComparedFileFold(props: {
  readonly file: ComparedFile;
  readonly style: DiffStyle;
}) {
  const { file, style } = props;
  const { path, before, after } = file;
  const head = (
    <>
      <Path>{path}</Path>
      <span>
        <Net net={before} /> → <Net net={after} />
      </span>
    </>
  );
  return (
    <Fold head={head} isOpen={false}>
      {() => {
        const diffs = readComparedFile(file);
        return (
          <>
            <SideDiff title="Before" net={before} diff={diffs.before} style={style} />
            <SideDiff title="After" net={after} diff={diffs.after} style={style} />
          </>
        );
      }}
    </Fold>
  );
}

function Net({ net }: { readonly net: ComparedFile["before"] }) {
  if (net === undefined) return <span class="faint">no change</span>;
  return (
    <>
      {net.isNew && "new "}
      {net.isDeleted && "deleted "}
      <LineCounts {...net} />
    </>
  );
}

function SideDiff(props: {
  readonly title: string;
  readonly net: ComparedFile["before"];
  readonly diff: PageDiff | undefined;
  readonly style: DiffStyle;
}) {
  const { title, net, diff, style } = props;
  return (
    <section aria-label={title}>
      <p class="side">{title}</p>
      {net === undefined ? (
        <p class="side-note">Nothing is written to this file.</p>
      ) : diff === undefined ? (
        <p class="side-note">The changes of its actions cannot be added up.</p>
      ) : (
        // The report of a comparison does not know the languages of files.
        <DiffView diff={diff} language="" style={style} />
      )}
    </section>
  );
}
