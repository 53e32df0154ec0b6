import type { Report } from "../../model/report/report.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { Finding } from "../findings/finding.ts";
import { findingsByUrgency, findingsOf } from "../findings/findings-of.ts";
import type { ReportStyle } from "../reporter.ts";
import { restWords } from "./rest-words.ts";

/** The most findings of a report that is read as a whole, and the bytes that they take together. */
const [MOST_FINDINGS, MOST_BYTES] = [25_000, 10_000_000];

/** The rule of the finding that counts the others; the id of no decision. */
const LEFT_OUT = "left-out";

/** A finding as a format writes it. */
interface WrittenText {
  readonly finding: Finding;
  readonly text: string;
}

/**
 * Returns the findings of a run as a format writes them, file by file; if they do not fit, the most urgent, and one
 * that counts the others, in the file of the first of them. `write` returns nothing for what the format does not tell.
 */
export function boundedFindings(
  report: Report,
  style: ReportStyle,
  write: (finding: Finding) => string | undefined,
): readonly WrittenText[] {
  const all = fitting(findingsOf(report), write);
  const { written, left, first } = all.left === 0 ? all : fitting(findingsByUrgency(report), write);
  if (first === undefined) return written;
  const rest: Finding = {
    kind: "alert",
    level: "warning",
    ruleId: LEFT_OUT,
    title: "Left out",
    message: `${left.toLocaleString("en")} more. ${restWords(report, style)}`,
    fingerprint: sha256(LEFT_OUT),
    ...(first.path === undefined ? {} : { path: first.path }),
  };
  return [...written, { finding: rest, text: write(rest) ?? "" }];
}

interface Fitting {
  readonly written: readonly WrittenText[];
  /** The number of those that do not fit. */
  readonly left: number;
  /** The first of them. */
  readonly first: Finding | undefined;
}

function fitting(
  findings: Iterable<Finding>,
  write: (finding: Finding) => string | undefined,
): Fitting {
  const writtenTexts: WrittenText[] = [];
  let [bytes, left] = [0, 0];
  let first: Finding | undefined;
  for (const finding of findings) {
    const text = write(finding);
    if (text === undefined) continue;
    bytes += Buffer.byteLength(text);
    if (left === 0 && writtenTexts.length < MOST_FINDINGS && bytes <= MOST_BYTES) {
      writtenTexts.push({ finding, text });
      continue;
    }
    first ??= finding;
    left += 1;
  }
  return { written: writtenTexts, left, first };
}
