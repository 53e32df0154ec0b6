import { useMemo, useState } from "preact/hooks";
import type { PageDiff } from "../../../model/page/page-file.ts";
import { colorLines } from "../../view/color-lines.ts";
import { diffLines, type Hunk } from "../../view/diff-lines.ts";
import { Text } from "../pieces/text.tsx";
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
  const shown = useMemo(() => diffLines(diff), [diff]);
  const [most, setMost] = useState(SHOWN);
  const { hunks, left } = useMemo(() => firstLines(shown.hunks, most), [shown, most]);
  const HunkRows = style === "split" ? SplitHunk : UnifiedHunk;
  return (
    <div class="diff">
      {shown.notes.map((note) => (
        <p class="note">
          <Text>{note}</Text>
        </p>
      ))}
      {hunks.length > 0 && (
        <table class={`code ${style}`}>
          <Columns style={style} />
          {hunks.map((hunk) => (
            <HunkRows
              key={`${hunk.before} ${hunk.after}`}
              hunk={hunk}
              colors={colorLines(hunk, language)}
            />
          ))}
        </table>
      )}
      {left > 0 && (
        <button type="button" class="wide" onClick={() => setMost(most + 5 * SHOWN)}>
          Show {counted(Math.min(left, 5 * SHOWN), "more line")} of {counted(left, "hidden line")}
        </button>
      )}
      {diff.moreLines !== undefined && (
        <p class="note">
          … {counted(diff.moreLines, "more line")}, which this page leaves out. All are in{" "}
          <code>--report json</code>.
        </p>
      )}
      {hunks.length === 0 && diff.moreLines === undefined && shown.notes.length === 0 && (
        <p class="note">No lines change.</p>
      )}
    </div>
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
  const shown: Hunk[] = [];
  let left = 0;
  for (const hunk of hunks) {
    const lines = hunk.lines.slice(0, Math.max(0, room));
    left += hunk.lines.length - lines.length;
    room -= lines.length;
    if (lines.length > 0) shown.push({ ...hunk, lines });
  }
  return { hunks: shown, left };
}
