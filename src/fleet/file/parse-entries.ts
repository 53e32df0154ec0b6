import type { Diagnostic } from "../../model/diagnostic.ts";
import type { FleetEntry } from "../../model/fleet/fleet.ts";
import { isBranchName } from "../../shared/branch-name.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { shown } from "../../shared/shown.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import type { WrittenEntry, WrittenFleet } from "./fleet-schema.ts";
import { hasDots, nameFault, nameOfSource, serverOf, shortName } from "./repository-name.ts";
import { sourceOf } from "./repository-source.ts";

/** The entries of a fleet, or the faults of all of them. */
type ParsedEntries =
  | { readonly entries: readonly FleetEntry[] }
  | { readonly diagnostics: readonly Diagnostic[] };

/** An entry, or its fault; `key` is where it stands in the map. */
type ParsedEntry = FleetEntry | EntryFault;

interface EntryFault {
  readonly fault: string;
  readonly hint?: string | undefined;
  readonly key?: keyof WrittenEntry;
}

/** Makes the entries of a fleet of what was written. Paths are relative to `folder`. */
export function parseEntries(
  { repositories }: WrittenFleet,
  folder: string,
  source: YamlSource,
): ParsedEntries {
  const diagnostics: Diagnostic[] = [];
  const entries: FleetEntry[] = [];
  const context = { folder, names: new Map<string, number>(), shared: sharedNames(repositories) };
  for (const [index, written] of repositories.entries()) {
    const parsed = parseEntry(written, { ...context, index });
    if (!("fault" in parsed)) {
      entries.push(parsed);
      continue;
    }
    const { fault, hint, key } = parsed;
    const place = source.placeOf(["repositories", index, ...(key === undefined ? [] : [key])]);
    diagnostics.push(diagnosticAt(place, "invalid-value", fault, definedOnly({ hint })));
  }
  return diagnostics.length > 0 ? { diagnostics } : { entries };
}

/** The surroundings of an entry. */
interface EntryContext {
  readonly folder: string;
  readonly index: number;
  /** The numbers of the entries before it, by their names and places. */
  readonly names: Map<string, number>;
  /** The names `owner/name` that repositories on several servers have. */
  readonly shared: ReadonlySet<string>;
}

/** Faults of addresses are told when the entries are parsed. */
function sharedNames(repositories: WrittenFleet["repositories"]): ReadonlySet<string> {
  const hosts = new Map<string, string>();
  const shared = new Set<string>();
  for (const written of repositories) {
    const entry = typeof written === "string" ? {} : written;
    const source = sourceOf(typeof written === "string" ? written : (entry.url ?? ""), entry, "/");
    const host = "fault" in source ? undefined : serverOf(source)?.host;
    if (host === undefined || "fault" in source || source.kind === "path") continue;
    const name = shortName(source.url);
    if ((hosts.get(name) ?? host) !== host) shared.add(name);
    hosts.set(name, host);
  }
  return shared;
}

function parseEntry(
  written: WrittenFleet["repositories"][number],
  context: EntryContext,
): ParsedEntry {
  if (typeof written === "string") return parseNamed(written, {}, context);
  const { path, url, forge, ref } = written;
  const named = [path, url, forge].filter((each) => each !== undefined);
  if (named.length !== 1)
    return { fault: "An entry names exactly one of `path`, `url` and `forge`." };
  if (ref !== undefined && !isBranchName(ref))
    return { fault: `\`${shown(ref)}\` is no name of a branch, a tag or a commit.`, key: "ref" };
  if (forge !== undefined) return parseForge({ ...written, forge }, context.index);
  const ofForge = (["org", "topic", "language", "exclude", "archived"] as const).find(
    (key) => written[key] !== undefined,
  );
  if (ofForge !== undefined)
    return { fault: `\`${ofForge}\` is for an entry with \`forge\`.`, key: ofForge };
  return parseNamed(url ?? path ?? "", written, context);
}

function parseNamed(
  written: string,
  entry: WrittenEntry,
  { folder, index, names, shared }: EntryContext,
): ParsedEntry {
  const at: Pick<EntryFault, "key"> =
    entry.url !== undefined ? { key: "url" } : entry.path !== undefined ? { key: "path" } : {};
  const found = sourceOf(written, entry, folder);
  if ("fault" in found) return { ...found, ...at };
  const name = hasDots(written)
    ? written
    : nameOfSource(found, written, (each) => shared.has(each));
  const why = nameFault(name);
  if (why !== undefined) return { fault: `The name \`${shown(name)}\` ${why}.`, ...at };
  // One at two addresses would have one mirror, and two would share plans under one name.
  const keys = [name, `\0${found.kind === "path" ? found.path : found.url}`];
  const first = keys.map((key) => names.get(key)).find((each) => each !== undefined);
  if (first !== undefined) {
    const fault = `The repository \`${shown(name)}\` is listed twice: entry ${first + 1} is the same, or has its name.`;
    return { fault, hint: "Leave one of them out.", ...at };
  }
  for (const key of keys) names.set(key, index);
  const { ref, inputs = {}, paths } = entry;
  const repository = { name, source: found, entry: index, inputs, ...definedOnly({ ref, paths }) };
  return { kind: "repository", repository };
}

function parseForge(
  { forge, org, ...entry }: WrittenEntry & { readonly forge: "github" | "gitlab" },
  index: number,
): ParsedEntry {
  if (org === undefined) return { fault: "An entry with `forge` needs `org`.", key: "forge" };
  const { topic, language, exclude = [], archived = false, ref, inputs = {}, paths } = entry;
  const optional = definedOnly({ topic, language, ref, paths });
  return { kind: "forge", forge, org, exclude, archived, entry: index, inputs, ...optional };
}
