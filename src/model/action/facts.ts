// Longer than 200 lines because it is one table.
import { LISTED_LOSSES } from "./file-losses.ts";

/** Types of facts. */
export type FactType = "string" | "list" | "number" | "boolean" | "map";

/**
 * The origin of a fact. It decides if a plan that is not derived again is believed:
 *
 * - `call`: the call that made the action, and its batch.
 * - `edits`: the edits themselves; the plan's word is compared with them (`plan-file/facts-fault.ts`, `check-plan.ts`).
 * - `author`: a custom tool, which says so of its own action.
 * - `engine`: a parse of the text before or after.
 * - `text`: a comparison of both texts, made when the action is decided, also from a plan.
 * - `git`: the state of the repository.
 * - `tree`: other files of the tree or its history, which are read again.
 * - `run`: the course of the run that made the action.
 */
export type FactOrigin = "call" | "edits" | "author" | "engine" | "text" | "git" | "tree" | "run";

/** One fact. */
interface FactRow {
  readonly type: FactType;
  readonly origin: FactOrigin;
  /** Its description in the schemas; docs/policies.md says more. */
  readonly means: string;
  /** The actions of which it is known: all, or those that name their files. Absent if other things decide, too. */
  readonly known?: "always" | "files";
  /** The group in which it is found, only if something asks for it: a fact that costs time. Absent if it is free. */
  readonly asked?: string;
  /** Found only if a policy looks at it, also in a plan: it reads the history, or all of both texts. */
  readonly isCostly?: true;
  /** The entries of a list: paths of the action, or places in its files that begin with a path. */
  readonly of?: "paths" | "places";
  /** The most entries of a list. */
  readonly most?: number;
  /**
   * The fact of an action that several shards have a part of, from theirs: all entries, the first places, true if one
   * is, the latest time, or the least number. Of each fact that comes from the texts, git, the tree or the run.
   */
  readonly joined?: "all" | "places" | "any" | "latest" | "least";
  /** The value in a test of a policy that does not name it. Default: that of an edit which does nothing of note. */
  readonly example?: string | boolean | readonly string[];
}

/** At most ten places, then the number of the others. */
const PLACES = { of: "places", most: LISTED_LOSSES + 1 } as const;
const LOSSES = { asked: "losses", ...PLACES } as const;
const NAMES = { asked: "names", ...PLACES } as const;

/** A threat in text that is added, which is found by itself. */
function threat<Name extends string>(asked: Name, means: string) {
  const how = { type: "list", origin: "text", joined: "places", isCostly: true } as const;
  return { ...how, ...PLACES, asked, means } as const;
}

/**
 * The closed, typed set of values that a policy may use (docs/design/policy.md). The types, the schemas of reports,
 * plans and tests of policies, the types of CEL, and what a plan may claim follow from a row.
 */
const FACTS = {
  recipe: {
    type: "string",
    origin: "call",
    known: "always",
    means: "The name of the recipe.",
    example: "example",
  },
  step: {
    type: "string",
    origin: "call",
    known: "always",
    means: "The id of the step.",
    example: "example",
  },
  tool: {
    type: "string",
    origin: "call",
    known: "always",
    means: "The name of the tool.",
    example: "ast_edit",
  },
  label: {
    type: "string",
    origin: "call",
    known: "always",
    means: "What the action does, in words.",
  },
  files: {
    type: "list",
    origin: "edits",
    known: "always",
    of: "paths",
    means: "The files that change, sorted; of a custom tool those that it names.",
  },
  fileCount: {
    type: "number",
    origin: "edits",
    known: "always",
    means: "The number of these files.",
  },
  conflicts: {
    type: "list",
    origin: "call",
    known: "always",
    means: "Other pending actions whose edits overlap with those of this one, by their ids.",
  },
  newFiles: {
    type: "list",
    origin: "edits",
    known: "files",
    of: "paths",
    means: "The files that do not exist yet.",
  },
  deletedFiles: {
    type: "list",
    origin: "edits",
    known: "files",
    of: "paths",
    means: "The files that are gone afterwards.",
  },
  modesChanged: {
    type: "list",
    origin: "edits",
    known: "files",
    of: "paths",
    means: "The files that become executable, or are no longer; new ones that are executable.",
  },
  replacements: {
    type: "number",
    origin: "edits",
    known: "files",
    means: "The number of places that change.",
  },
  additions: {
    type: "number",
    origin: "edits",
    known: "files",
    means: "Lines added, as the diff counts them.",
  },
  deletions: {
    type: "number",
    origin: "edits",
    known: "files",
    means: "Lines removed, as the diff counts them.",
  },
  fileBytes: {
    type: "number",
    origin: "engine",
    asked: "fileBytes",
    means: "The size of the largest file in bytes, before or after: the larger one counts.",
  },
  languages: {
    type: "list",
    origin: "engine",
    known: "files",
    means: "The languages of the files, sorted.",
  },
  idempotent: {
    type: "boolean",
    origin: "engine",
    asked: "idempotent",
    means: "The same edit on the result changes nothing.",
    example: true,
  },
  newSyntaxErrors: {
    type: "boolean",
    origin: "engine",
    asked: "newSyntaxErrors",
    means: "The result has more syntax errors than before.",
  },
  newSyntaxErrorPlaces: {
    type: "list",
    origin: "engine",
    asked: "newSyntaxErrors",
    ...PLACES,
    means:
      "The new syntax errors: path, line and column in the result of the edits, and the code there.",
  },
  syntaxJudges: {
    type: "list",
    origin: "engine",
    asked: "newSyntaxErrors",
    means: "What has judged `newSyntaxErrors`: a parser, or the grammar of a language; sorted.",
    example: ["oxc-parser"],
  },
  commentsOnly: {
    type: "boolean",
    origin: "engine",
    asked: "commentsOnly",
    means: "Comments are different, and all code is as before.",
  },
  commentsLost: {
    type: "list",
    origin: "engine",
    ...LOSSES,
    means: "Comments that the result lacks, each with its place.",
  },
  tokensLost: {
    type: "list",
    origin: "engine",
    ...LOSSES,
    means: "Code that no pattern names and the result lacks, each with its place.",
  },
  regrouped: {
    type: "list",
    origin: "engine",
    asked: "regrouped",
    ...PLACES,
    means: "Replacements that are read in another way than they were written, each with its place.",
  },
  importsLeftOut: {
    type: "list",
    origin: "engine",
    asked: "importsLeftOut",
    of: "places",
    most: LISTED_LOSSES + 1,
    means: "Replacements with a name that means something else than what the step imports.",
  },
  leftovers: {
    type: "list",
    origin: "engine",
    asked: "leftovers",
    of: "places",
    most: LISTED_LOSSES + 1,
    means: "Places of the files that look like matches and could not be edited.",
  },
  stringsChanged: {
    type: "list",
    origin: "engine",
    ...LOSSES,
    means: "Literals whose content changes although no op names them, each with its place.",
  },
  unboundNames: {
    type: "list",
    origin: "engine",
    ...NAMES,
    means:
      "Names that nothing declares any more, or that the edits use although nothing does, each with its place.",
  },
  capturedNames: {
    type: "list",
    origin: "engine",
    ...NAMES,
    means: "Names that mean another declaration than they were meant to, each with its place.",
  },
  duplicateNames: {
    type: "list",
    origin: "engine",
    ...NAMES,
    means: "Names that the edits declare although something declares them, each with its place.",
  },
  unusedImports: {
    type: "list",
    origin: "engine",
    asked: "unusedImports",
    ...PLACES,
    means: "Imports that nothing uses any more, each with its place.",
  },
  unresolvedNames: {
    type: "list",
    origin: "engine",
    ...PLACES,
    means: "Places that ops with `names` leave, because it cannot be told what their names mean.",
  },
  whitespaceOnly: {
    type: "boolean",
    origin: "engine",
    asked: "whitespaceOnly",
    means: "Nothing but the white space between tokens is different.",
  },
  parseErrors: {
    type: "number",
    origin: "engine",
    known: "files",
    means: "The number of files of the call that were left out because of syntax errors.",
  },
  limitReached: {
    type: "boolean",
    origin: "engine",
    known: "files",
    means: "`maxFiles` or `maxReplacements` of the step left something out.",
  },
  dirtyFiles: {
    type: "list",
    origin: "git",
    joined: "all",
    known: "files",
    of: "paths",
    means: "Files that were not committed when the run started; absent outside of git.",
  },
  runFiles: {
    type: "list",
    origin: "run",
    joined: "all",
    known: "files",
    of: "paths",
    means: "Files that configure this run: its policy, recipes, rules, inputs and code.",
  },
  packageScripts: {
    type: "list",
    origin: "engine",
    known: "files",
    of: "paths",
    means: "Each `package.json` in which scripts or dependencies change, or may change.",
  },
  touchesChangedLines: {
    type: "boolean",
    origin: "git",
    joined: "any",
    asked: "touchesChangedLines",
    means: "An edit touches lines that changed since the reference of `--since`.",
  },
  lastCommit: {
    type: "string",
    origin: "tree",
    joined: "latest",
    asked: "history",
    isCostly: true,
    means:
      "When the files were last committed: the newest of their last commits, `2026-03-01T12:00:00Z`.",
  },
  lastCommitAge: {
    type: "number",
    origin: "tree",
    joined: "least",
    asked: "history",
    isCostly: true,
    means: "The seconds from that commit to the start of the run.",
  },
  owners: {
    type: "list",
    origin: "tree",
    joined: "all",
    asked: "owners",
    means: "The owners of the files, by CODEOWNERS; `none` stands for files without one.",
    example: ["none"],
  },
  packages: {
    type: "list",
    origin: "tree",
    joined: "all",
    asked: "packages",
    means: "The packages of the files, by the nearest manifest.",
    example: ["."],
  },
  exportsChanged: {
    type: "list",
    origin: "engine",
    asked: "exportsChanged",
    of: "places",
    means: "Names that a module exports only before or only afterwards, `src/a.ts:name`.",
  },
  addsSecrets: threat("addsSecrets", "Secrets that are added, by the rules that find them."),
  addsHidden: threat(
    "addsHidden",
    "Characters that are added and not seen: some turn the direction of text.",
  ),
  addsHosts: threat("addsHosts", "Hosts and addresses that a file names and did not name before."),
  addsEncoded: threat("addsEncoded", "Encoded or minified data that is added."),
  addsCode: threat(
    "addsCode",
    "Code that is added and runs text, starts programs or talks to others.",
  ),
  addsDependencies: threat(
    "addsDependencies",
    "Packages, actions, images and install scripts that are added, or change their version.",
  ),
  disablesTests: threat("disablesTests", "Tests that are removed, skipped or run alone."),
  suppresses: threat("suppresses", "Comments and attributes that are added and silence a checker."),
  widensPermissions: threat(
    "widensPermissions",
    "Permissions that are given, and bounds that are removed.",
  ),
  fromModel: {
    type: "boolean",
    origin: "run",
    joined: "any",
    means: "A model proposed the action, or its text is in it; absent if that is not known.",
  },
  untrusted: {
    type: "boolean",
    origin: "run",
    joined: "any",
    means: "Something untrusted had a part in the action; absent if that is not known.",
  },
  author: {
    type: "string",
    origin: "author",
    means: "Who made a patch, as it says itself: a claim, which anybody can write.",
    example: "A U Thor <author@example.com>",
  },
  source: {
    type: "string",
    origin: "author",
    means:
      "The subject of a mail, or the scanner that made fixes, as they say themselves: a claim.",
    example: "scanner",
  },
  class: {
    type: "string",
    origin: "author",
    means: "What the recipe says of its changes, `safe`, `review` or `unsafe`: a claim.",
    example: "review",
  },
  details: {
    type: "map",
    origin: "author",
    means: "Details that a custom tool gives of its action.",
  },
} as const satisfies Readonly<Record<string, FactRow>>;

/** The name of a fact. */
export type FactName = keyof typeof FACTS;

/** The rows, each with all columns. */
export const FACT_ROWS: Readonly<Record<string, FactRow>> = FACTS;

/** The types of values of facts. */
interface Values {
  readonly string: string;
  readonly list: readonly string[];
  readonly number: number;
  readonly boolean: boolean;
  readonly map: unknown;
}

/** The names of the rows with these columns. */
type NamesWith<Columns> = {
  [Name in FactName]: (typeof FACTS)[Name] extends Columns ? Name : never;
}[FactName];

type ValuesOf<Names extends FactName> = {
  readonly [Name in Names]: Values[(typeof FACTS)[Name]["type"]];
};

type AlwaysKnown = NamesWith<{ readonly known: "always" }>;

/** The facts of an action. A condition on a fact that is absent cannot be evaluated. */
export interface Facts
  extends ValuesOf<AlwaysKnown>,
    Partial<ValuesOf<Exclude<FactName, AlwaysKnown>>> {}

/** Origins of facts that a preview of files has by itself; the others come from the place of the call. */
type OfPreview = "edits" | "engine";

/** The facts that a preview of files itself has, of its results as far as something asked for them. */
export type FileFacts = Pick<Facts, "files" | "fileCount"> &
  ValuesOf<NamesWith<{ readonly known: "files"; readonly origin: OfPreview }>> &
  Partial<ValuesOf<NamesWith<{ readonly asked: string; readonly origin: OfPreview }>>> &
  Partial<Pick<Facts, "author" | "source">>;

/** A fact about threats in text that is added. */
export type ThreatName = NamesWith<{ readonly origin: "text" }>;

/** A group of facts that are found only if something asks for one of them. */
export type FactGroup = (typeof FACTS)[NamesWith<{ readonly asked: string }>]["asked"];

/** True if `name` is a fact. */
export function isFactName(name: string): name is FactName {
  return Object.hasOwn(FACTS, name);
}

/** Returns the names of the facts that come from there. */
export function namesFrom(origins: readonly FactOrigin[]): readonly string[] {
  const rows = Object.entries(FACT_ROWS);
  return rows.flatMap(([name, { origin }]) => (origins.includes(origin) ? [name] : []));
}

/** Returns the facts that come from there, and nothing else. */
export function factsFrom(origins: readonly FactOrigin[], facts: Facts): Partial<Facts> {
  const names = namesFrom(origins);
  return Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name)));
}
