import type { ReportFormat } from "../model/report/formats.ts";
import type { CreateReporter } from "./reporter.ts";

/** The loader of each report format: a run loads only those that it needs. */
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
} satisfies Readonly<Record<ReportFormat, () => Promise<CreateReporter>>>;

/** Loads the reporter of a format. */
export function loadReporter(format: ReportFormat): Promise<CreateReporter> {
  return LOADERS[format]();
}
