import { extname } from "node:path/posix";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { findBuiltInPolicy } from "../../policy/built-in-policies.ts";
import { pathFault } from "../../shared/paths/posix-path.ts";
import { checkShape } from "../../shared/schema/shape.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt, parseYaml, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import { type WrittenProject, writtenProjectSchema } from "./project-schema.ts";

/** A project file that was read, with the places in it. */
export interface ParsedProject {
  readonly written: WrittenProject;
  readonly source: YamlSource;
}

/** The endings of reports. No tool takes a file of such a name for its settings. */
const REPORT_ENDINGS = [
  ".json",
  ".jsonl",
  ".txt",
  ".log",
  ".md",
  ".html",
  ".xml",
  ".sarif",
  ".patch",
];

/** Finds the fault of reports, in words that follow `reports` and a colon. Only callers know the formats. */
export type FindReportFault = (reports: readonly string[]) => string | undefined;

/** Parses a project file, and checks all that its text alone tells. */
export function parseProject(
  text: string,
  path: string,
  findReportFault: FindReportFault = () => undefined,
): ParsedProject | { readonly diagnostics: readonly Diagnostic[] } {
  const parsed = parseYaml(text, path);
  if ("diagnostics" in parsed) return parsed;
  const { source } = parsed;
  const shape = checkShape(writtenProjectSchema(), source.value, source);
  if (!("value" in shape)) return shape;
  const written = shape.value;
  const formats = findReportFault(written.reports ?? []);
  const diagnostics = [
    ...policyFaults(written, source),
    ...reportFaults(written, source),
    ...(formats === undefined
      ? []
      : [diagnosticAt(source.placeOf(["reports"]), "invalid-value", `\`reports\`: ${formats}`)]),
  ];
  return diagnostics.length > 0 ? { diagnostics } : { written, source };
}

function policyFaults({ policy }: WrittenProject, source: YamlSource): readonly Diagnostic[] {
  if (policy === undefined || findBuiltInPolicy(policy) !== undefined) return [];
  const fault = pathFault(policy);
  return fault === undefined ? [] : [invalid(source, ["policy"], policy, fault)];
}

/**
 * A tree that strangers wrote must not choose which of its files a preview makes: only what is a report by its name.
 */
function reportFaults({ reports = [] }: WrittenProject, source: YamlSource): readonly Diagnostic[] {
  return reports.flatMap((report, index) => {
    const path = report.includes("=") ? report.slice(report.indexOf("=") + 1) : undefined;
    const fault = path === undefined ? undefined : (pathFault(path) ?? reportNameFault(path));
    return fault === undefined ? [] : [invalid(source, ["reports", index], path ?? "", fault)];
  });
}

function reportNameFault(path: string): string | undefined {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  if (parts.some((part) => part.startsWith("."))) return "is hidden; name a file that is not";
  if (!/^sluice\b/.test(name))
    return "must have a name that begins with `sluice`, such as `sluice.json`";
  if (!REPORT_ENDINGS.includes(extname(name)))
    return `must end with ${REPORT_ENDINGS.slice(0, -1).join(", ")} or ${REPORT_ENDINGS.at(-1)}`;
  return undefined;
}

function invalid(source: YamlSource, at: YamlPath, value: string, fault: string): Diagnostic {
  return diagnosticAt(source.placeOf(at), "invalid-value", `\`${value}\` ${fault}.`);
}
