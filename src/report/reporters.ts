import type { CreateReporter } from "./reporter.ts";

/** Every report format, with its loader: a run loads only those that it needs. */
const LOADERS = {
  pretty: async () => (await import("./formats/pretty.ts")).createPrettyReporter,
  json: async () => (await import("./formats/json.ts")).createJsonReporter,
  jsonl: async () => (await import("./formats/jsonl.ts")).createJsonlReporter,
  patch: async () => (await import("./formats/patch.ts")).createPatchReporter,
  junit: async () => (await import("./formats/junit.ts")).createJunitReporter,
  csv: async () => (await import("./formats/csv.ts")).createCsvReporter,
  markdown: async () => (await import("./formats/markdown.ts")).createMarkdownReporter,
  sarif: async () => (await import("./formats/sarif.ts")).createSarifReporter,
  github: async () => (await import("./formats/github.ts")).createGithubReporter,
  gitlab: async () => (await import("./formats/gitlab.ts")).createGitlabReporter,
  checkstyle: async () => (await import("./formats/checkstyle.ts")).createCheckstyleReporter,
  rdjson: async () => (await import("./formats/rdjson.ts")).createRdjsonReporter,
  rdjsonl: async () => (await import("./formats/rdjsonl.ts")).createRdjsonlReporter,
  html: async () => (await import("./formats/html.ts")).createHtmlReporter,
} satisfies Readonly<Record<string, () => Promise<CreateReporter>>>;

export type ReportFormat = keyof typeof LOADERS;

/** The names of all formats. */
export const REPORT_FORMATS = Object.keys(LOADERS) as readonly ReportFormat[]; // Of the literal above.

/** Returns true if `name` is a format. */
export function isReportFormat(name: string): name is ReportFormat {
  return Object.hasOwn(LOADERS, name);
}

/** Loads the reporter of a format. */
export function loadReporter(format: ReportFormat): Promise<CreateReporter> {
  return LOADERS[format]();
}
