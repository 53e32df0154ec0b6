import { isAbsolute, relative, resolve } from "node:path";
import type { ActionReport } from "../../../model/report/report.ts";
import { findByIds } from "../../../past/record/choose-actions.ts";
import { rootFault, tidyPath, toPosix } from "../../../shared/paths/posix-path.ts";
import { shown } from "../../../shared/shown.ts";
import type { DecisionRecord } from "./decision-record.ts";
import { originalLines } from "./original-lines.ts";

/** The part of a record that is explained. */
export type ChosenPart =
  | { readonly kind: "actions"; readonly actions: readonly ActionReport[] }
  /** A file, or a line of it, that no action touches. `others`: those that touch other lines. */
  | {
      readonly kind: "file";
      readonly path: string;
      readonly line: number | undefined;
      readonly others: readonly ActionReport[];
    }
  | { readonly kind: "none"; readonly problems: readonly string[]; readonly hint?: string };

/** Finds the actions that a word means: an id, the beginning of one, or `path[:line]`. */
export function chooseAbout(
  word: string,
  record: DecisionRecord,
  places: { readonly root: string; readonly cwd: string },
): ChosenPart {
  const { actions, about } = record;
  const isId = /^[\da-f]+$/.test(word);
  const near = isId ? actions.filter(({ id }) => id.startsWith(word)) : [];
  if (near.length > 0) {
    const found = findByIds([word], near, `in the ${about.kind} ${about.name}`);
    if (found.kind === "chosen") return { kind: "actions", actions: found.actions };
    return found;
  }
  const place = placeOf(word, record, places);
  if (place === undefined) return noPath(word);
  const { path, line } = place;
  const touching = actions.filter((action) => pathsOf(action).includes(path));
  const chosen = line === undefined ? touching : touchingLine(touching, path, line);
  if (chosen.length > 0) return { kind: "actions", actions: chosen };
  return { kind: "file", path, line, others: touching };
}

function pathsOf({ files, facts }: ActionReport): readonly string[] {
  return files.length === 0 ? facts.files : files.map(({ path }) => path);
}

function touchingLine(
  actions: readonly ActionReport[],
  path: string,
  line: number,
): readonly ActionReport[] {
  const lines = originalLines(actions, path);
  return actions.filter((action) =>
    lines.get(action)?.some(({ from, to }) => from <= line && line <= to),
  );
}

function noPath(word: string): ChosenPart {
  const problems = [`\`${shown(word)}\` is neither the id of an action nor a path below the root.`];
  return { kind: "none", problems, hint: "Without it, all actions are listed with their ids." };
}

/** A path with a line, which is not taken for a part of the name if the record has a file with that whole name. */
function placeOf(
  word: string,
  { actions, skipped }: DecisionRecord,
  { root, cwd }: { readonly root: string; readonly cwd: string },
): { readonly path: string; readonly line: number | undefined } | undefined {
  const isKnown = (path: string) =>
    actions.some((action) => pathsOf(action).includes(path)) ||
    skipped.some((file) => file.path === path);
  const inRoot = (path: string): string | undefined => {
    if (isKnown(path)) return path;
    const below = toPosix(relative(root, resolve(isAbsolute(path) ? root : cwd, path)));
    const tidy = tidyPath(below);
    return rootFault(tidy) === undefined && tidy !== "" ? tidy : undefined;
  };
  const meanings = readMeanings(word).flatMap(({ name, line }) => {
    const path = inRoot(name);
    return path === undefined ? [] : [{ path, line }];
  });
  return meanings.find(({ path }) => isKnown(path)) ?? meanings.at(-1);
}

/** Returns what a word can mean: the name of a file, one with a line, one with a line and a column. */
function readMeanings(
  word: string,
): readonly { readonly name: string; readonly line: number | undefined }[] {
  const meanings = [/^(.+):(\d{1,9})$/s, /^(.+):(\d{1,9}):\d{1,9}$/s].flatMap((form) => {
    const [, name, digits] = form.exec(word) ?? [];
    return name === undefined || Number(digits) === 0 ? [] : [{ name, line: Number(digits) }];
  });
  return [{ name: word, line: undefined }, ...meanings];
}
