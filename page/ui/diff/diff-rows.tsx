import type { DiffLine, Hunk } from "../../view/diff-lines.ts";
import type { Segment } from "../../view/segments.ts";
import { sideBySide } from "../../view/side-by-side.ts";
import { Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";

interface HunkProps {
  readonly hunk: Hunk;
  readonly colors: ReadonlyMap<DiffLine, readonly Segment[]>;
}

/** The lines of a hunk one below the other. */
export function UnifiedHunk({ hunk, colors }: HunkProps) {
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
export function SplitHunk({ hunk, colors }: HunkProps) {
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

const SIGNS: Readonly<Record<DiffLine["kind"], string>> = { kept: " ", removed: "-", added: "+" };

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
