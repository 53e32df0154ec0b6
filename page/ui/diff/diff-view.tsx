import { useMemo, useState } from "preact/hooks";
import type { PageDiff } from "../../../src/model/page/page-file.ts";
import { colorLines } from "../../view/color-lines.ts";
import { type DiffLine, diffLines, type Hunk } from "../../view/diff-lines.ts";
import type { Segment } from "../../view/segments.ts";
import { sideBySide } from "../../view/side-by-side.ts";
import { More, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";

const SIGNS: Readonly<Record<DiffLine["kind"], string>> = { kept: " ", removed: "-", added: "+" };

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

interface HunkProps {
  readonly hunk: Hunk;
  readonly colors: ReadonlyMap<DiffLine, readonly Segment[]>;
}

/** The lines of a hunk one below the other. */
function UnifiedHunk({ hunk, colors }: HunkProps) {
  return (
    <tbody>
      <HunkHead hunk={hunk} span={3} />
      {hunk.lines.map((line, index) => (
        <tr key={index} class={line.kind}>
          <td class="number" data-n={line.before} />
          <td class="number" data-n={line.after} />
          <CodeCell line={line} segments={colors.get(line) ?? []} />
        </tr>
      ))}
    </tbody>
  );
}

/** The lines of a hunk side by side. */
function SplitHunk({ hunk, colors }: HunkProps) {
  return (
    <tbody>
      <HunkHead hunk={hunk} span={4} />
      {sideBySide(hunk).map(({ left, right }, index) => (
        <tr key={index}>
          {[left, right].map((line, side) => [
            <td
              key={`n${side}`}
              class={`number ${line?.kind ?? "absent"}`}
              data-n={side === 0 ? line?.before : line?.after}
            />,
            <CodeCell key={`c${side}`} line={line} segments={segmentsIn(colors, line)} />,
          ])}
        </tr>
      ))}
    </tbody>
  );
}

function segmentsIn(colors: HunkProps["colors"], line: DiffLine | undefined): readonly Segment[] {
  return (line === undefined ? undefined : colors.get(line)) ?? [];
}

function HunkHead({ hunk, span }: { readonly hunk: Hunk; readonly span: number }) {
  return (
    <tr class="hunk">
      <td colSpan={span}>
        Line {hunk.before}
        {hunk.after !== hunk.before && ` → ${hunk.after}`}
      </td>
    </tr>
  );
}

function CodeCell(props: {
  readonly line: DiffLine | undefined;
  readonly segments: readonly Segment[];
}) {
  const { line, segments } = props;
  if (line === undefined) return <td class="text absent" />;
  return (
    <td class={`text ${line.kind}`} data-sign={SIGNS[line.kind]}>
      {segments.map(({ text, scope, isMarked }) => {
        const shown = <Text>{text}</Text>;
        const classes = [scope, isMarked ? "word" : ""].filter(Boolean).join(" ");
        return classes === "" ? shown : <span class={classes}>{shown}</span>;
      })}
      {line.cut !== undefined && <span class="more">… {counted(line.cut, "more character")}</span>}
      {line.isOpen && <span class="more"> no line end</span>}
    </td>
  );
}
