import { FACT_ROWS, type Facts } from "../../model/action/facts.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { DecisionTime } from "../../model/policy/rule-window.ts";
import type { TestFacts } from "../../model/policy/tests.ts";
import { countOf } from "../../shared/count-of.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";
import { checkedInstant } from "../../shared/time/parse-time.ts";

/** The facts that a test is decided by. */
export interface AssumedFacts {
  readonly facts: Facts;
  readonly ci: CiFacts;
  readonly now: DecisionTime;
}

/** Returns the language of a file by its name; undefined if it has none. */
export type LanguageOfName = (path: string) => string | undefined;

const HARMLESS_VALUES = { string: undefined, list: [], number: 0, boolean: false, map: undefined };

/** The facts of an edit that is small and harmless, beside those that follow from its files. */
const HARMLESS = definedOnly(
  Object.fromEntries(
    Object.entries(FACT_ROWS).map(([name, { type, example }]) => [
      name,
      example ?? HARMLESS_VALUES[type],
    ]),
  ),
) as Partial<Facts> as Facts; // By the columns of the rows; the label is that of each test.

/** Outside of a CI system, on the branch `main`. */
const OUTSIDE_OF_CI: CiFacts = {
  event: "none",
  branch: "main",
  fork: false,
  labels: [],
  draft: false,
  provider: "none",
};

/** The facts that are not known of an action that does not name its files. */
const OF_FILES = Object.keys(FACT_ROWS).filter((name) => FACT_ROWS[name]?.known === "files");

/** The facts that name files of the action. */
const OF_PATHS = Object.keys(FACT_ROWS).filter((name) => FACT_ROWS[name]?.of === "paths");

/**
 * Returns all facts of a test: those that it names, those that follow, and otherwise those of a harmless edit; with the
 * usual time if it names none.
 */
export function assumedFacts(
  { ci = {}, unknown = [], now, ...named }: TestFacts,
  languageOf: LanguageOfName,
  usual: DecisionTime = "none",
): AssumedFacts {
  const files = filesOf(named).map(tidyPath).sort();
  const { fileCount = files.length, replacements = files.length } = named;
  const languages = new Set(files.flatMap((path) => languageOf(path) ?? []));
  const label = `AST Edit: ${countOf(replacements, "replacement")} in ${countOf(fileCount, "file")}`;
  const follow = { label, replacements, additions: replacements, deletions: replacements };
  const known: Facts = {
    ...HARMLESS,
    ...follow,
    languages: [...languages].sort(),
    ...named,
    files,
    fileCount,
  };
  const isUnnamed = unknown.includes("files");
  const left = isUnnamed ? [...unknown, ...OF_FILES.filter((name) => !(name in named))] : unknown;
  const base = isUnnamed ? { ...known, files: [], fileCount: 0 } : known;
  return {
    facts: { ...without(base, left), files: base.files },
    now: now === undefined ? usual : checkedInstant(now),
    ci: unknown.includes("ci")
      ? {}
      : without(
          { ...OUTSIDE_OF_CI, ...ci },
          unknown.map((name) => name.replace(/^ci\./, "")),
        ),
  };
}

/** The files of an action: those that the test names, also for another fact; as many as it wants; or one. */
function filesOf(named: Partial<Facts>): readonly string[] {
  const { files, fileCount, ...others } = named;
  if (files !== undefined) return files;
  const lists = Object.entries(others).filter(([name]) => OF_PATHS.includes(name));
  const listed = [...new Set(lists.flatMap(([, paths]) => paths as readonly string[]))]; // By their rows.
  const more = (fileCount ?? Math.max(1, listed.length)) - listed.length;
  return [...listed, ...Array.from({ length: Math.max(0, more) }, (_, index) => nameOf(index))];
}

function nameOf(index: number): string {
  return index === 0 ? "src/example.ts" : `src/example-${index + 1}.ts`;
}

function without<Value extends object>(value: Value, names: readonly string[]): Value {
  const kept = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept) as Value; // The names are those of optional fields.
}
