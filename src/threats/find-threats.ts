import { createPlaceFinder } from "../edit/text/place-finder.ts";
import { spansAfter } from "../edit/text/spans-after.ts";
import type { ThreatName } from "../model/action/facts.ts";
import { LISTED_LOSSES } from "../model/action/file-losses.ts";
import type { TextEdit } from "../model/edit.ts";
import { shorten } from "../shared/shorten.ts";
import { wellFormed, withoutControls } from "../shared/shown.ts";
import { addedFindings, type FileFindings, netFindings, newFindings } from "./added-findings.ts";
import { createRuleFinder } from "./code/rule-finder.ts";
import { scannedText } from "./code/scan-text.ts";
import type { Finder, Finding, ScannedText } from "./code/scanned-text.ts";
import { findCode } from "./finders/find-code.ts";
import { findDependencies } from "./finders/find-dependencies.ts";
import { findEncoded } from "./finders/find-encoded.ts";
import { findHidden } from "./finders/find-hidden.ts";
import { findHosts } from "./finders/find-hosts.ts";
import { findPermissions } from "./finders/find-permissions.ts";
import { findSecrets } from "./finders/find-secrets.ts";
import { findTests } from "./finders/find-tests.ts";
import { DISABLED_TESTS } from "./tables/disabled-tests.ts";
import { BOUNDS } from "./tables/permissions.ts";
import { SUPPRESSIONS } from "./tables/suppressions.ts";

export { scannedText };

/** The texts of a file that an action changes. */
export interface ComparedTexts {
  readonly path: string;
  /** Undefined for a new file. */
  readonly before: ScannedText | undefined;
  /** Undefined for a deleted file. */
  readonly after: ScannedText | undefined;
  readonly edits: readonly TextEdit[];
}

/** The way to find one of the facts. */
interface Threat {
  /** Finds what may be added. */
  readonly adds: Finder;
  /** The names of files that are made, or get a new name, are searched, too. */
  readonly inNames?: true;
  /** What was there at all is not added. */
  readonly isSet?: true;
  /** Finds what may be taken away. */
  readonly loses?: Finder;
  /** What takes the place of something else is not lost: a renamed test. */
  readonly isNet?: true;
}

const THREATS: Readonly<Record<ThreatName, Threat>> = {
  addsSecrets: { adds: findSecrets, inNames: true },
  addsHidden: { adds: findHidden, inNames: true },
  addsHosts: { adds: findHosts, isSet: true },
  addsEncoded: { adds: findEncoded },
  addsCode: { adds: findCode },
  addsDependencies: { adds: findDependencies },
  disablesTests: { adds: createRuleFinder(DISABLED_TESTS), loses: findTests, isNet: true },
  suppresses: { adds: createRuleFinder(SUPPRESSIONS) },
  widensPermissions: { adds: findPermissions, loses: createRuleFinder(BOUNDS) },
};

/**
 * Returns the places of one kind of threat that an action adds: `src/a.ts:3:7 eval`, at most ten, then the number of
 * the others. Undefined if that cannot be told.
 */
export function findThreats(
  name: ThreatName,
  files: readonly ComparedTexts[],
): readonly string[] | undefined {
  const { adds, inNames, isSet, loses, isNet } = THREATS[name];
  // What leaves a file may be in another one only if the action moves files.
  const moves = files.some(({ before, after }) => before === undefined || after === undefined);
  const together = moves ? [files] : files.map((file) => [file]);
  let first: readonly string[] = [];
  let count = 0;
  for (const some of together) {
    const added = compare(some, adds, isSet ? newFindings : addedFindings);
    const lost = loses
      ? compare(some.map(turned), loses, isNet ? netFindings : addedFindings)
      : NOTHING;
    const named = inNames ? compare(some.map(nameOf), adds, addedFindings) : NOTHING;
    for (const places of [named, added, lost]) {
      if (places === undefined) return undefined;
      first = [...first, ...places.first].slice(0, LISTED_LOSSES);
      count += places.count;
    }
  }
  return count > first.length ? [...first, `${count - first.length} more`] : first;
}

/** The first places of what was found, and the number of all. */
interface Places {
  readonly first: readonly string[];
  readonly count: number;
}

const NOTHING: Places = { first: [], count: 0 };

/** Returns the places of what is found after and not before; undefined if a text after cannot be read. */
function compare(
  files: readonly ComparedTexts[],
  finder: Finder,
  added: typeof addedFindings,
): Places | undefined {
  const found: FileFindings[] = [];
  for (const { path, before, after, edits } of files) {
    const is = findingsOf(after, finder);
    if (is === undefined) return undefined;
    const was = findingsOf(before, finder) ?? []; // Then all that is there counts as added.
    found.push({ path, before: was, after: is, edited: spansAfter(edits) });
  }
  const texts = new Map(files.map(({ path, after }) => [path, after?.text ?? ""]));
  const placeIn = new Map<string, ReturnType<typeof createPlaceFinder>>();
  const all = added(found);
  const first = all.slice(0, LISTED_LOSSES).map(({ path, at, text }) => {
    const placeOf = placeIn.get(path) ?? createPlaceFinder(texts.get(path) ?? "");
    placeIn.set(path, placeOf);
    const { line, column } = placeOf(at);
    return `${path}:${line}:${column} ${shorten(withoutControls(wellFormed(text)), LONGEST_TEXT)}`;
  });
  return { first, count: all.length };
}

/** The most code points of the description of a place. */
const LONGEST_TEXT = 80;

/** The name of a file, as a text. */
function nameOf({ path, before, after }: ComparedTexts): ComparedTexts {
  const name = scannedText("", path);
  return {
    path: `name of ${path}`,
    before: before && name,
    after: after && name,
    edits: [],
  };
}

/** What is taken away is found as what is added the other way round. */
function turned({ path, before, after }: ComparedTexts): ComparedTexts {
  return { path, before: after, after: before, edits: [] };
}

/** What was found in a text: of many actions in one file, the text before is the same. */
const known = new WeakMap<ScannedText, Map<Finder, readonly Finding[] | undefined>>();

function findingsOf(scanned: ScannedText | undefined, finder: Finder) {
  if (scanned === undefined) return [];
  const found = known.get(scanned) ?? new Map<Finder, readonly Finding[] | undefined>();
  known.set(scanned, found);
  if (!found.has(finder)) found.set(finder, finder(scanned));
  return found.get(finder);
}
