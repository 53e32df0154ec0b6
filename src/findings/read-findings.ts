import { fileURLToPath, pathToFileURL } from "node:url";
import { countAt, listAt, readJson, textAt } from "../shared/json/read-json.ts";
import { valueBelow } from "../shared/json/value-below.ts";
import { pathInside } from "../shared/paths/posix-path.ts";
import type { Finding } from "./finding.ts";
import { namedLocation, regionOf } from "./sarif-parts.ts";

/** The folders of a scanner; absolute, each with the names by which it may know it. */
export interface ScannedFolders {
  readonly roots: readonly string[];
  /** The folder that it ran in. */
  readonly cwd: string;
}

/**
 * Reads the findings of SARIF 2.1.0: those that are neither suppressed nor gone. A report that says that its scanner
 * failed, and one without any run, is a fault: it does not tell what there is.
 */
export function readFindings(
  text: string,
  folders: ScannedFolders,
): { readonly findings: readonly Finding[] } | { readonly fault: string } {
  if (text.trim() === "") return { fault: "is empty" };
  const read = readJson(text);
  if ("fault" in read) return read;
  const runs = valueBelow(read.value, "runs");
  if (!Array.isArray(runs)) return { fault: "is no SARIF: it has no list of `runs`" };
  if (runs.length === 0) return { fault: "has no run of a scanner" };
  const findings: Finding[] = [];
  for (const run of runs) {
    const fault = faultOf(run);
    if (fault !== undefined) return { fault };
    for (const result of listAt(valueBelow(run, "results")))
      if (counts(result)) findings.push(findingOf(result, run, folders));
  }
  return { findings };
}

/** Returns why the results of a run do not tell what there is. */
function faultOf(run: unknown): string | undefined {
  const name = textAt(run, "tool", "driver", "name") ?? "The scanner";
  const failed = listAt(valueBelow(run, "invocations")).some(
    (each) => valueBelow(each, "executionSuccessful") === false,
  );
  if (failed) return `says that ${name} failed`;
  return Array.isArray(valueBelow(run, "results")) ? undefined : `has no results of ${name}`;
}

/** Accepted suppressions, results that are no fault, and those of an older report do not count. */
function counts(result: unknown): boolean {
  const kind = textAt(result, "kind") ?? "fail";
  if (kind !== "fail" || textAt(result, "baselineState") === "absent") return false;
  const suppressions = listAt(valueBelow(result, "suppressions"));
  return !suppressions.some((one) => (textAt(one, "status") ?? "accepted") === "accepted");
}

function findingOf(result: unknown, run: unknown, folders: ScannedFolders): Finding {
  const [location] = listAt(valueBelow(result, "locations"));
  const place = valueBelow(location, "physicalLocation");
  return {
    tool: textAt(run, "tool", "driver", "name") ?? "",
    rule: ruleOf(result, run),
    message: textAt(result, "message", "text") ?? textAt(result, "message", "id") ?? "",
    path: pathOf(valueBelow(place, "artifactLocation"), run, folders),
    region: regionOf(valueBelow(place, "region")),
  };
}

function ruleOf(result: unknown, run: unknown): string {
  const named = textAt(result, "ruleId") ?? textAt(result, "rule", "id");
  const index = countAt(result, "ruleIndex") ?? countAt(result, "rule", "index");
  if (named !== undefined || index === undefined) return named ?? "";
  const extension = countAt(result, "rule", "toolComponent", "index");
  const owner =
    extension === undefined
      ? valueBelow(run, "tool", "driver")
      : listAt(valueBelow(run, "tool", "extensions"))[extension];
  return textAt(listAt(valueBelow(owner, "rules"))[index], "id") ?? "";
}

/** Returns a path below the root; a file outside of it keeps its URI. */
function pathOf(location: unknown, run: unknown, { roots, cwd }: ScannedFolders): string {
  const named = namedLocation(location, run);
  const [uri, base] = [textAt(named, "uri"), textAt(named, "uriBaseId")];
  if (uri === undefined) return "";
  try {
    const url = new URL(uri, baseOf(base, run, roots[0] ?? cwd) ?? folderUrl(cwd));
    if (url.protocol !== "file:") return uri;
    const file = fileURLToPath(url);
    return roots.map((root) => pathInside(root, file)).find((path) => path !== undefined) ?? uri;
  } catch {
    return uri; // No URI, or one of another machine: it is its own name.
  }
}

/** The most bases that rest on each other. */
const MOST_BASES = 10;

/** Returns the URL of a base by its id; undefined without an id. A base that the report does not place is the root. */
function baseOf(id: string | undefined, run: unknown, root: string): URL | undefined {
  if (id === undefined) return undefined;
  const uris: string[] = [];
  let next: string | undefined = id;
  for (let depth = 0; next !== undefined && depth < MOST_BASES; depth += 1) {
    const base = valueBelow(run, "originalUriBaseIds", next);
    const uri = textAt(base, "uri");
    if (uri !== undefined) uris.unshift(uri.endsWith("/") ? uri : `${uri}/`);
    next = textAt(base, "uriBaseId");
  }
  return uris.reduce((base, uri) => new URL(uri, base), folderUrl(root));
}

function folderUrl(folder: string): URL {
  return pathToFileURL(`${folder}/`);
}
