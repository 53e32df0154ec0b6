import type { LineChange } from "../../../shared/diff/parse-diff.ts";
import type { Finding, FindingPlace } from "../../findings/finding.ts";
import type { ReportStyle } from "../../reporter.ts";
import { reportedPath } from "../reported-path.ts";

/** The base of all URIs: the top of the checkout. */
export const SOURCE_ROOT = "%SRCROOT%";

const BOM = "\uFEFF";

/** Returns a finding as a result of SARIF 2.1.0, without its fix. */
export function sarifResult(finding: Finding, ruleIndex: number, style: ReportStyle): object {
  const { ruleId, level, message, fingerprint, action } = finding;
  const location = sarifLocation(finding, style);
  return {
    ruleId,
    ruleIndex,
    level,
    message: { text: withoutLinks(message) },
    ...(location === undefined ? {} : { locations: [location] }),
    // GitHub's own key is left to its upload: it warns of each value that is not the one that it computes.
    partialFingerprints: { "sluiceFinding/v1": fingerprint },
    properties: { action: action?.id, state: action?.state },
  };
}

/** Returns the place of a finding; undefined if its file is not in the checkout. */
export function sarifLocation(
  { path, place }: Pick<Finding, "path" | "place">,
  style: ReportStyle,
): object | undefined {
  const file = reportedPath(path, style);
  if (file === undefined) return undefined;
  // Code scanning shows no result without a line.
  const region = place === undefined ? { startLine: 1 } : regionOf(place);
  return { physicalLocation: { artifactLocation: artifactLocation(file), region } };
}

/** Returns the fixes of a result: the lines of the file before the run that become others. */
export function sarifFixes({ path, fix }: Finding, style: ReportStyle): readonly object[] {
  const file = reportedPath(path, style);
  const replacements = fix?.changes.map(replacementOf) ?? [];
  if (file === undefined || replacements.length === 0) return [];
  if (!replacements.every((replacement) => replacement !== undefined)) return [];
  const change = { artifactLocation: artifactLocation(file), replacements };
  return [{ description: { text: "Make the change of this run." }, artifactChanges: [change] }];
}

/** A text like `[a](b)` would be a link, also where it is code. */
export function withoutLinks(text: string): string {
  return text.replaceAll("](", "] (");
}

function artifactLocation(path: string): object {
  return { uri: path.split("/").map(encodeURIComponent).join("/"), uriBaseId: SOURCE_ROOT };
}

function regionOf({ startLine, startColumn, endLine, endColumn }: FindingPlace): object {
  return { startLine, startColumn, endLine, endColumn };
}

/**
 * Whole lines without their last line end, if that stays: a region without columns is that. Undefined for a byte order
 * mark that comes or goes, which no region has.
 */
function replacementOf({ start, removed, added }: LineChange): object | undefined {
  const isFirst = start === 0;
  const marks = [removed, added].map(([line]) => isFirst && line?.startsWith(BOM) === true);
  if (marks[0] !== marks[1]) return undefined;
  const text = marks[0] === true ? added.join("").slice(1) : added.join("");
  const [first, last] = [start + 1, start + removed.length];
  const [old, fresh] = [lineEnd(removed.at(-1) ?? ""), lineEnd(added.at(-1) ?? "")];
  if (removed.length > 0 && added.length > 0 && old === fresh) {
    const content = text.slice(0, text.length - fresh.length);
    return replacement({ startLine: first, endLine: last }, content);
  }
  return replacement({ startLine: first, startColumn: 1, ...endOf(start, removed) }, text);
}

function replacement(deletedRegion: object, text: string): object {
  return { deletedRegion, insertedContent: { text } };
}

function endOf(start: number, removed: readonly string[]) {
  const last = removed.at(-1);
  if (last === undefined || last.endsWith("\n"))
    return { endLine: start + removed.length + 1, endColumn: 1 };
  const mark = start === 0 && removed.length === 1 && last.startsWith(BOM) ? 1 : 0;
  return { endLine: start + removed.length, endColumn: last.length - mark + 1 };
}

function lineEnd(line: string): string {
  return /\r?\n$/.exec(line)?.[0] ?? "";
}
