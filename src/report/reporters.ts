import type { ReportFormat } from "../model/report/formats.ts";
import type { ChangesView } from "./overview/changes-view.ts";
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

/** The formats that people look at: programs get every line. */
const FOR_PEOPLE: ReadonlySet<ReportFormat> = new Set(["pretty", "markdown", "html"]);

/** Loads the reporter of a format; `view` is that of its style. */
export async function loadReporter(
  format: ReportFormat,
  view?: Pick<ChangesView, "isSpaceIgnored">,
): Promise<CreateReporter> {
  const create = await LOADERS[format]();
  if (view?.isSpaceIgnored !== true || !FOR_PEOPLE.has(format)) return create;
  const { ignoringSpace } = await import("./ignoring-space.ts");
  return ignoringSpace(create);
}
