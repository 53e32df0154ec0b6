import type { CheckAnnotation } from "../../model/forge/check-annotation.ts";
import { shorten } from "../../shared/shorten.ts";
import type { Finding, FindingLevel } from "../findings/finding.ts";
import { type FindingsSource, findingsByUrgency } from "../findings/findings-of.ts";
import { reportedPath } from "../formats/reported-path.ts";
import { terminalLine } from "../terminal-text.ts";

/** The most annotations of one leg. */
const MOST = 200;
/** In characters; GitHub takes 255. */
const TITLE = 200;
/** In characters; GitHub takes 64 KiB, and shows the first lines. */
const MESSAGE = 2000;

const LEVELS: Readonly<Record<FindingLevel, CheckAnnotation["level"]>> = {
  error: "failure",
  warning: "warning",
  note: "notice",
};

/** The place and the leg of a report. */
interface AnnotatedPlace {
  /** The root, relative to the repository. */
  readonly folder: string;
  /** Is named in the title, so that annotations of two legs are two; undefined without a matrix. */
  readonly leg: string | undefined;
}

/**
 * Returns the annotations of a report in files of the repository, the most urgent first, each once. If there are more
 * than a leg may have, the last one counts the others. GitHub shows their texts as they are: nothing is Markdown.
 */
export function checkAnnotations(
  report: FindingsSource,
  place: AnnotatedPlace,
): readonly CheckAnnotation[] {
  const found = new Map<string, CheckAnnotation>();
  for (const finding of findingsByUrgency(report)) {
    const annotation = annotationOf(finding, place);
    if (annotation !== undefined) found.set(annotationKey(annotation), annotation);
  }
  const all = [...found.values()];
  const first = all[MOST - 1];
  if (first === undefined || all.length === MOST) return all;
  const message = `${all.length - MOST + 1} more. The report of the job has them all.`;
  const rest = { ...first, level: "notice", title: titleOf("Left out", place), message } as const;
  return [...all.slice(0, MOST - 1), rest];
}

/** Tells annotations apart, as GitHub gives them back. */
export function annotationKey(annotation: CheckAnnotation): string {
  const { path, startLine, endLine, level, title, message } = annotation;
  const texts = [title, message].map((text) => text.replaceAll("\r\n", "\n").trim());
  return JSON.stringify([path, startLine, endLine, level, ...texts]);
}

function annotationOf(
  { level, title, action, path, place: at, message }: Finding,
  place: AnnotatedPlace,
): CheckAnnotation | undefined {
  const file = reportedPath(path, place);
  if (file === undefined) return undefined;
  const { startLine, endLine, endColumn } = at ?? { startLine: 1, endLine: 1 };
  // A replacement that ends before the first character of a line does not touch that line.
  const last = endColumn === 1 && endLine > startLine ? endLine - 1 : endLine;
  return {
    path: terminalLine(file),
    ...{ startLine, endLine: Math.max(startLine, last), level: LEVELS[level] },
    title: titleOf(action?.ruleId ?? title, place),
    message: shorten(message, MESSAGE),
  };
}

function titleOf(rule: string, { leg }: AnnotatedPlace): string {
  return shorten(leg === undefined ? rule : `${rule} (${terminalLine(leg)})`, TITLE);
}
