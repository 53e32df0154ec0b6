import type { ForgeEntry } from "../model/fleet/fleet.ts";
import { globMatcher } from "../shared/paths/glob.ts";
import { shown } from "../shared/shown.ts";
import { ForgeFault } from "./forge.ts";

/** The repositories of an organization of GitHub, or of a group of GitLab, that are wanted. */
export type RepositoryQuery = Pick<
  ForgeEntry,
  "org" | "topic" | "language" | "exclude" | "archived"
>;

/** A repository as a forge lists it. */
export interface ListedRepository {
  /** `owner/name`; on GitLab perhaps with more folders. */
  readonly name: string;
  /** The address that git clones. */
  readonly url: string;
}

/** The most repositories of one list. */
const MOST_LISTED = 20_000;
/** Items on a page of a list. */
export const LIST_PAGE = 100;
/** One page more than the most have. */
export const MOST_LIST_PAGES: number = MOST_LISTED / LIST_PAGE + 1;

/** The answer of a forge about one repository, in the words of all forges. */
export interface RawListed {
  readonly name: string;
  readonly topics: readonly string[];
  readonly isArchived: boolean;
}

/**
 * Returns those that a query wants by anything but their language, once each. Throws a `ForgeFault` for a false name.
 */
export function wantedOf<T extends RawListed>(
  listed: readonly T[],
  { org, topic, exclude, archived }: RepositoryQuery,
  forge: string,
): readonly T[] {
  if (listed.length > MOST_LISTED)
    throw new ForgeFault("failed", `${forge} lists over ${MOST_LISTED} repositories of ${org}.`);
  const isExcluded = excluder(exclude);
  // One that is made or deleted meanwhile moves others to another page.
  const byName = new Map(listed.map((one) => [one.name.toLowerCase(), one]));
  return [...byName.values()].filter((one) => {
    if (!isNameIn(one.name, org)) {
      const message = `${forge} lists a repository that is none of ${org}: ${shown(one.name)}.`;
      throw new ForgeFault("failed", message);
    }
    if (one.isArchived && !archived) return false;
    return !isExcluded(one.name) && (topic === undefined || isOneOf(topic, one.topics));
  });
}

/** Returns the repositories for a fleet, sorted by their names. `server` has no `/` at its end. */
export function listedOf(
  wanted: readonly RawListed[],
  server: string,
): readonly ListedRepository[] {
  const listed = wanted.map(({ name }) => ({ name, url: addressOfListed(name, server) }));
  return listed.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the address of a repository. A forge tells one, too, which could be on another server. */
export function addressOfListed(name: string, server: string): string {
  return `${server}/${name}.git`;
}

/** True for a text of a list, whatever its case. */
export function isOneOf(text: string, list: readonly string[]): boolean {
  return list.some((one) => one.toLowerCase() === text.toLowerCase());
}

function excluder(globs: readonly string[]): (name: string) => boolean {
  const isPath = globMatcher(globs.filter((glob) => glob.includes("/")));
  const isName = globMatcher(globs.filter((glob) => !glob.includes("/")));
  return (name) => isPath(name) || isName(name.slice(name.lastIndexOf("/") + 1));
}

/** A name becomes an address and folders: it has nothing else in it, and is of the organization. */
function isNameIn(name: string, org: string): boolean {
  const isPlain = name
    .split("/")
    .every((part) => /^[\w.-]{1,255}$/.test(part) && !/^(?:\.+$|-)/.test(part));
  return isPlain && name.toLowerCase().startsWith(`${org.toLowerCase()}/`);
}

/** True for a name that a list of these repositories may have. */
export function fitsName(name: string, { org, exclude }: RepositoryQuery): boolean {
  return isNameIn(name, org) && !excluder(exclude)(name);
}

/** Has a sentence of its own for an organization that the forge does not show. Throws a `ForgeFault`. */
export async function orMissing<T>(
  what: string,
  forge: string,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ForgeFault) || error.kind !== "missing") throw error;
    throw new ForgeFault("missing", `${forge} shows no ${what} to this token.`);
  }
}
