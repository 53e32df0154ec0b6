import type { CreateReporter } from "./reporter.ts";

/** Every report format and how its module is loaded; a run loads only those that it was asked for. */
const LOADERS = {
  pretty: async () => (await import("./pretty.ts")).createPrettyReporter,
  json: async () => (await import("./json.ts")).createJsonReporter,
  jsonl: async () => (await import("./jsonl.ts")).createJsonlReporter,
} satisfies Readonly<Record<string, () => Promise<CreateReporter>>>;

export type ReportFormat = keyof typeof LOADERS;

/** The names of all formats. */
export const REPORT_FORMATS = Object.keys(LOADERS) as readonly ReportFormat[]; // Of the literal above.

/** Whether `name` is a format. */
export function isReportFormat(name: string): name is ReportFormat {
  return Object.hasOwn(LOADERS, name);
}

/** Loads what makes reports of a format. */
export function loadReporter(format: ReportFormat): Promise<CreateReporter> {
  return LOADERS[format]();
}
