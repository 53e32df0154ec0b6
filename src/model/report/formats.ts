/** The properties of a report format, beside its text. */
interface FormatFacts {
  /** The file if `--report` names none. */
  readonly path: string;
  /** How each of its files begins. */
  readonly beginning?: RegExp;
  /** True if its files may have names of source files: Markdown and JSON are languages, too. */
  readonly isOfSource?: true;
  /** True if no character may be escaped for a log: code, and commands that are meant for it. */
  readonly isCode?: true;
  /** True if it has every finding, so that another format can name it for the rest. */
  readonly hasFindings?: true;
  /** Its place among the formats that show people the changes that a digest leaves out. */
  readonly changes?: number;
}

/** Every report format, a row for each. */
const FORMATS = {
  pretty: { path: "sluice-report.txt", changes: 3 },
  json: {
    path: "sluice-report.json",
    beginning: /^\{\s*"formatVersion"/,
    hasFindings: true,
    changes: 4,
  },
  jsonl: { path: "sluice-report.jsonl", beginning: /^\{"seq":0,/, hasFindings: true },
  patch: { path: "sluice.patch", isCode: true, changes: 2 },
  junit: {
    path: "sluice-junit.xml",
    beginning: /^<\?xml [^>]*>\s*<testsuites name="sluice /,
  },
  csv: { path: "sluice-report.csv" },
  markdown: {
    path: "sluice-report.md",
    beginning: /^## Sluice(?: [a-z-]+: [a-z]+|: (?:no difference|differences))\n/,
    isOfSource: true,
  },
  sarif: { path: "sluice.sarif", beginning: /^\{"\$schema":"[^"]*sarif/, isOfSource: true },
  github: { path: "sluice-annotations.txt", isCode: true },
  gitlab: {
    path: "gl-code-quality-report.json",
    beginning: /^\[(?:\s*\]|\s*\{"type":"issue","description":)/,
    isOfSource: true,
  },
  checkstyle: {
    path: "sluice-checkstyle.xml",
    beginning: /^<\?xml [^>]*>\s*<checkstyle /,
    isOfSource: true,
  },
  rdjson: {
    path: "sluice-rdjson.json",
    beginning: /^\{"source":\{"name":"sluice"/,
    isOfSource: true,
  },
  rdjsonl: {
    path: "sluice-rdjson.jsonl",
    beginning: /^\{"message":/,
    isOfSource: true,
    hasFindings: true,
  },
  html: {
    path: "sluice-report.html",
    beginning:
      /^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="generator" content="sluice">/,
    isCode: true,
    changes: 1,
  },
} satisfies Readonly<Record<string, FormatFacts>>;

export type ReportFormat = keyof typeof FORMATS;

/** The names of all formats. */
export const REPORT_FORMATS = Object.keys(FORMATS) as readonly ReportFormat[]; // Of the literal above.

/** Returns true if `name` is a format. */
export function isReportFormat(name: string): name is ReportFormat {
  return Object.hasOwn(FORMATS, name);
}

/** Returns what is known of a format. */
export function factsOfFormat(format: ReportFormat): FormatFacts {
  return FORMATS[format];
}

/** A report in a file. */
export interface FileReport {
  readonly format: ReportFormat;
  /** As the user wrote it: relative to the working directory, or absolute. */
  readonly path: string;
}
