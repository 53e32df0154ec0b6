import { NO_LOSSES, NO_NAME_FAULTS, NOTHING_LOST } from "../../model/action/file-losses.ts";
import type { FileChange } from "../../model/action/preview.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import type { RecordedChange } from "./record-schema.ts";

/** The facts of a change that may be unknown, with their usual values: these are not written. */
const USUAL = {
  isIdempotent: true,
  addsSyntaxErrors: false,
  isCommentsOnly: false,
  losses: NO_LOSSES,
  regrouped: NOTHING_LOST,
  importsLeftOut: NOTHING_LOST,
  leftovers: [],
  names: NO_NAME_FAULTS,
  unresolvedNames: NOTHING_LOST,
  isWhitespaceOnly: false,
  exportsChanged: [],
} as const satisfies Partial<FileChange>;

type FactName = keyof typeof USUAL;

const NAMES = Object.keys(USUAL) as readonly FactName[]; // The keys of the table above.

/** The facts of a change that neither its edits nor its diff tell. */
export type ChangeFacts = Pick<
  FileChange,
  FactName | "bytes" | "newErrors" | "gluesWords" | "changesPackage"
>;

/** Returns the facts of a change as a record has them. */
export function recordedFacts(change: ChangeFacts): RecordedChange {
  const { bytes, newErrors, gluesWords, changesPackage } = change;
  const known = NAMES.flatMap((name): [FactName, unknown][] => {
    const value = change[name];
    return isUsual(name, value) ? [] : [[name, value ?? null]];
  });
  return {
    bytes,
    ...(newErrors === undefined ? {} : { newErrors }),
    ...(gluesWords === undefined ? {} : { gluesWords }),
    ...(changesPackage ? { changesPackage } : {}),
    ...Object.fromEntries(known),
  } as RecordedChange; // Of its schema: it is read again as a stranger's.
}

function isUsual(name: FactName, value: unknown): boolean {
  const usual = USUAL[name];
  if (usual === value) return true;
  return value !== undefined && canonicalJson(usual) === canonicalJson(value);
}

/** Returns the facts of a recorded change. */
export function factsOfRecorded({ preview: _preview, ...recorded }: RecordedChange): ChangeFacts {
  const facts = NAMES.map((name): [FactName, unknown] => {
    const value = recorded[name];
    return [name, value === undefined ? USUAL[name] : (value ?? undefined)];
  });
  const { bytes, newErrors, gluesWords, changesPackage = false } = recorded;
  return {
    bytes,
    changesPackage,
    ...(newErrors === undefined ? {} : { newErrors }),
    ...(gluesWords === undefined ? {} : { gluesWords }),
    ...Object.fromEntries(facts),
  };
}
