import type { Colors } from "picocolors/types.js";
import type { OpWhy, StepWhy } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import type { ReportStyle } from "../reporter.ts";
import { NO } from "../terminal/marks.ts";
import { terminalLine } from "../terminal-text.ts";
import { matchesText, noteLines, opLines } from "./op-text.ts";

/**
 * The ops of a step that are shown without `--verbose`: those that match, those that are explained, and other ones; and
 * the patterns of one of them.
 */
const MOST = { matching: 20, explained: 10, named: 20, patterns: 5 } as const;

/** Returns what each step found, and why ops found nothing. Empty without `--why`. */
export function whyLines(
  steps: readonly StepWhy[],
  { verbose }: Pick<ReportStyle, "verbose">,
  colors: Colors,
): readonly string[] {
  return steps.flatMap((step) => [...stepLines(step, verbose, colors), ""]);
}

function stepLines(step: StepWhy, isVerbose: boolean, colors: Colors): readonly string[] {
  const { recipe, tool, files, languages = [], notes, ops = [] } = step;
  const read = languages.map(({ language, files: number }) => `${language} ${number}`).join(", ");
  const searched = `${countOf(files.searched, "file")} searched${read === "" ? "" : ` (${read})`}`;
  const skipped = files.skipped === 0 ? "" : `, ${files.skipped} skipped`;
  const title = colors.bold(terminalLine(`${recipe} › ${step.step}`));
  return [
    `${title}  why (${terminalLine(tool)}): ${terminalLine(searched)}, ${files.changed} with changes${skipped}`,
    ...notes.flatMap((note) => noteLines(note, "  ", colors)),
    ...opsLines(ops, isVerbose, colors),
  ];
}

function opsLines(ops: readonly OpWhy[], isVerbose: boolean, colors: Colors): readonly string[] {
  const most = (number: number) => (isVerbose ? Number.POSITIVE_INFINITY : number);
  const matching = ops.filter(({ matches, superseded }) => matches + superseded > 0);
  const explained = ops.filter(({ isExplained }) => isExplained);
  const silentOps = ops.filter((op) => !matching.includes(op) && !op.isExplained);
  const shownOps = new Set([
    ...matching.slice(0, most(MOST.matching)),
    ...explained.slice(0, most(MOST.explained)),
  ]);
  const lines = ops
    .filter((op) => shownOps.has(op))
    .flatMap((op) => opInStepLines(op, isVerbose, colors));
  const matchingLeft = matching.length - most(MOST.matching);
  const silent = [...explained.slice(most(MOST.explained)), ...silentOps];
  const names = silent.slice(0, MOST.named).map(({ id }) => terminalLine(id));
  const more = silent.length > names.length ? `, and ${silent.length - names.length} more` : "";
  return [
    ...lines,
    ...(matchingLeft > 0
      ? [`  … ${countOf(matchingLeft, "more op matches", "more ops match")}`]
      : []),
    ...(silent.length === 0
      ? []
      : [
          `  ${colors.red(NO)} ${countOf(silent.length, "more op")} without a match: ${names.join(", ")}${more}`,
        ]),
  ];
}

function opInStepLines(op: OpWhy, isVerbose: boolean, colors: Colors): readonly string[] {
  const { id, text = "", matches, files, superseded, patterns = [], notes, nearest = [] } = op;
  const isFound = matches + superseded > 0;
  const shownOp = {
    id,
    about: text === "" ? "" : ` ${terminalLine(text.split("\n", 1)[0] ?? "")}`,
    outcome: isFound
      ? matchesText(matches, superseded, ` in ${countOf(files, "file")}`)
      : "no match",
    isMatch: matches > 0,
    patterns: isVerbose ? patterns : patterns.slice(0, MOST.patterns),
    notes,
    nearest: nearest.map(({ path, ...node }) => {
      const { line, column } = node.found;
      return { place: terminalLine(`${path}:${line}:${column}`), node };
    }),
  };
  return opLines(shownOp, isVerbose, colors);
}
