import { type Stats, statSync } from "node:fs";
import { join } from "node:path";
import type { FileFinding } from "../../../model/policy/explanation.ts";
import type { ActionReport } from "../../../model/report/report.ts";
import { groupsOf } from "../../../policy/protected-groups.ts";
import type { GitListing } from "../../../request/git-listing.ts";
import { countOf } from "../../../shared/count-of.ts";
import { foldedPath } from "../../../shared/paths/folded-path.ts";
import type { DecisionRecord } from "./decision-record.ts";
import { findInRecipes, type RecipeSearch } from "./find-in-recipes.ts";
import { findInTree } from "./find-in-tree.ts";
import { originalLines } from "./original-lines.ts";

/** The file, or the line of one, that no action touches. */
export interface UntouchedFile {
  readonly path: string;
  readonly line: number | undefined;
  /** The actions that touch other lines of it. */
  readonly others: readonly ActionReport[];
}

/** The place where it is found out again what a record does not tell. */
export interface FileSearch extends RecipeSearch {
  readonly listing: GitListing;
}

/**
 * Returns why no action touches a file: the recorded reason, otherwise the reason by the recipes and the tree of now.
 * If neither has such a file: `folder` or `nothing`, by what is at the path.
 */
export async function explainFile(
  { path, line, others }: UntouchedFile,
  record: DecisionRecord,
  search: FileSearch,
): Promise<readonly FileFinding[] | "nothing" | "folder"> {
  const stats = statsOf(join(search.root, path));
  const ofFile = [...ofLines(path, line, others), ...skipsOf(path, record)];
  if (ofFile.length === 0 && stats === undefined) return "nothing";
  if (ofFile.length === 0 && stats?.isDirectory()) return "folder";
  const recorded = [...ofFile, ...skippedSteps(record)];
  const tree = await findInTree({ path, stats, actions: others }, record, search);
  if (record.selected?.includes(path) === false) return [...recorded, ...tree, NOT_SELECTED];
  const ofRecipes = stats?.isFile() === true ? await findInRecipes(path, record, search) : [];
  const isOther = stats === undefined || tree.length > 0; // The step may not have searched this text.
  const isNew = ({ step, code }: FileFinding) =>
    recorded.every((one) => one.code !== code && (one.step === undefined || one.step !== step));
  const isRefuted = ({ recipe, step, code }: FileFinding) =>
    code === "no-match" &&
    (isOther || others.some((one) => one.recipe === recipe && one.step === step));
  const rest = ofRecipes.filter((one) => isNew(one) && !isRefuted(one));
  return [...recorded, ...tree, ...rest, ...protectedBy(path)];
}

const NOT_SELECTED: FileFinding = {
  code: "not-selected",
  message: "The plan was limited to other files (`--paths`, `--files`, `--since` or the like).",
  from: "record",
};

/** Returns undefined if nothing can have that path, or nothing can be said about it. */
function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined; // Missing, below a file, too long a name, in a folder that may not be read.
  }
}

function ofLines(
  path: string,
  line: number | undefined,
  others: readonly ActionReport[],
): readonly FileFinding[] {
  if (others.length === 0) return [];
  const lines = [...originalLines(others, path).values()]
    .flat()
    .sort((one, other) => one.from - other.from);
  const lineNames = [
    ...new Set(lines.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))),
  ];
  const listed = `${lineNames.slice(0, 20).join(", ")}${lineNames.length > 20 ? ", …" : ""}`;
  const where =
    lineNames.length === 0 ? "" : ` They change the lines ${listed} of the text before the run.`;
  const isCut = others.some(({ facts }) => facts.limitReached);
  const why = isCut ? " `maxFiles` or `maxReplacements` of the step left something out." : "";
  const count = countOf(others.length, "action");
  const message = `${count} in this file, and none touches line ${line}.${where}${why}`;
  return [{ code: "other-lines", message, from: "record" }];
}

/** Returns why steps left the file alone, or a folder that it is in. */
function skipsOf(path: string, { skipped }: DecisionRecord): readonly FileFinding[] {
  const files = skipped.filter(
    (file) => file.path === path || (file.path.endsWith("/") && path.startsWith(file.path)),
  );
  return files.map(({ step, why, detail, issues }): FileFinding => {
    const [first] = issues ?? [];
    const at = first === undefined ? "" : ` (line ${first.line}, column ${first.column})`;
    const more = detail === undefined ? "" : `: ${detail}`;
    const message = `${SKIPS[why] ?? `It was skipped (${why})`}${more}${at}.`;
    return { code: why, step, message, from: "record" };
  });
}

function skippedSteps({ steps }: DecisionRecord): readonly FileFinding[] {
  const skipped = steps.filter(({ outcome }) => outcome === "skipped");
  return skipped.map(({ recipe, step, when = "" }): FileFinding => {
    const message = `The step was skipped: \`when\` does not hold: ${when}`;
    return { code: "step-skipped", recipe, step, message, from: "record" };
  });
}

/** The meaning of each reason of a skip, for people. */
const SKIPS: Readonly<Record<string, string>> = {
  ignored: "Git ignores it, or it is a dependency",
  excluded: "The scope of the recipe excludes it",
  readonly: "The recipe may only read it",
  "syntax-errors": "It has matches, and syntax errors, so that it was left alone",
  "too-large": "It is larger than any file that is edited",
  "held-before":
    "It was left alone, because an earlier action on it was held or discarded (onHeld)",
  "over-limit": "It was left out, because `maxFiles` or `maxReplacements` of the step was reached",
  generated: "It says of itself that a program wrote it",
  "unknown-language": "Its language is not known, or has no grammar",
  "no-op-for-language": "No op of the step is for its language",
};

function protectedBy(path: string): readonly FileFinding[] {
  return groupsOf(foldedPath(path)).map((id) => {
    const message = `The built-in guard \`${id}\` discards each action on it, unless the policy lifts the guard.`;
    return { code: "protected", message, from: "now" };
  });
}
