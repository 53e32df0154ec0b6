import { useMemo, useState } from "preact/hooks";
import type { PageDiff } from "../../../src/model/page/page-file.ts";
import { colorLines } from "../../view/color-lines.ts";
import { diffLines, type Hunk } from "../../view/diff-lines.ts";
import { More, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";
import { SplitHunk, UnifiedHunk } from "./diff-rows.tsx";

/** How diffs are shown. */
export type DiffStyle = "unified" | "split";

/** So many lines are rendered at once; the others on demand. */
const SHOWN = 400;

/** The diff of one file. */
export function DiffView(props: {
  readonly diff: PageDiff;
  readonly language: string;
  readonly style: DiffStyle;
}) {
  const { diff, language, style } = props;
  const { notes, hunks } = useMemo(() => diffLines(diff), [diff]);
  const [most, setMost] = useState(SHOWN);
  const first = useMemo(() => firstLines(hunks, most), [hunks, most]);
  const isEmpty = first.hunks.length === 0 && diff.moreLines === undefined && notes.length === 0;
  return (
    <div class="diff">
      {notes.map((note) => (
        <p key={note} class="note">
          <Text>{note}</Text>
        </p>
      ))}
      {first.hunks.length > 0 && <Code hunks={first.hunks} language={language} style={style} />}
      {first.left > 0 && (
        <button type="button" class="wide" onClick={() => setMost(most + 5 * SHOWN)}>
          Show {counted(Math.min(first.left, 5 * SHOWN), "more line")} of{" "}
          {counted(first.left, "hidden line")}
        </button>
      )}
      <More more={diff.moreLines ?? 0} noun="line" />
      {isEmpty && <p class="note">No lines change.</p>}
    </div>
  );
}

function Code(props: {
  readonly hunks: readonly Hunk[];
  readonly language: string;
  readonly style: DiffStyle;
}) {
  const { hunks, language, style } = props;
  const colored = useMemo(
    () => hunks.map((hunk) => ({ hunk, colors: colorLines(hunk, language) })),
    [hunks, language],
  );
  const HunkRows = style === "split" ? SplitHunk : UnifiedHunk;
  return (
    <table class={`code ${style}`}>
      <Columns style={style} />
      {colored.map(({ hunk, colors }) => (
        <HunkRows key={`${hunk.before} ${hunk.after}`} hunk={hunk} colors={colors} />
      ))}
    </table>
  );
}

/** The widths of the columns; a table of fixed layout does not look at its rows for them. */
function Columns({ style }: { readonly style: DiffStyle }) {
  const side = [<col class="number" />, <col />];
  return (
    <colgroup>
      {style === "split" ? (
        [side, side]
      ) : (
        <>
          <col class="number" />
          <col class="number" />
          <col />
        </>
      )}
    </colgroup>
  );
}

/** Returns the hunks with the first lines of a diff, and the number of the other lines. */
function firstLines(
  hunks: readonly Hunk[],
  most: number,
): { readonly hunks: readonly Hunk[]; readonly left: number } {
  let room = most;
  const shownHunks: Hunk[] = [];
  let linesLeft = 0;
  for (const hunk of hunks) {
    const lines = hunk.lines.slice(0, Math.max(0, room));
    linesLeft += hunk.lines.length - lines.length;
    room -= lines.length;
    if (lines.length > 0) shownHunks.push({ ...hunk, lines });
  }
  return { hunks: shownHunks, left: linesLeft };
}
