import { type ActionReport, whyOf } from "../../model/report/report.ts";
import { isDryRun } from "../../model/run-kind.ts";
import { netFiles } from "../../shared/diff/net-files.ts";
import { type FileDiff, type LineChange, parseDiff } from "../../shared/diff/parse-diff.ts";
import { shorten } from "../../shared/shorten.ts";
import { codeBlock, markdownText } from "../markdown-text.ts";
import { terminalText } from "../terminal-text.ts";
import type { CommentedReport } from "./commented-report.ts";
import { suggestionMarker } from "./marker.ts";

/** A change of a few lines that a review can suggest. */
export interface Suggestion {
  /** Relative to the root. */
  readonly path: string;
  /** In the file as it was before the run; from 0. At least one line is replaced. */
  readonly change: LineChange;
  /** The text of the review comment. */
  readonly body: string;
  /** The line of the body by which a later run knows it. */
  readonly marker: string;
}

/** The most lines of one suggestion, before or after. */
const MOST_LINES = 40;
/** The most UTF-16 code units of its new lines. */
const MOST_TEXT = 4000;
const REASON_LENGTH = 300;

/**
 * Returns the changes of a report that a person can accept on a pull request: what a dry run would apply or leaves
 * pending, and what is held. Lines that Markdown cannot carry unchanged are left out: without a line end, with CR, or
 * with hidden characters.
 */
export function suggestionsOf(report: CommentedReport, id: string): readonly Suggestion[] {
  const takenLines = new Map<string, Set<number>>();
  return candidatesOf(report).flatMap(({ path, change, why }): readonly Suggestion[] => {
    const lines = takenLines.get(path) ?? new Set();
    const own = change.removed.map((_line, offset) => change.start + offset);
    if (!isCarried(change) || own.some((line) => lines.has(line))) return [];
    for (const line of own) lines.add(line);
    takenLines.set(path, lines);
    const added = change.added.join("");
    const marker = suggestionMarker(id, [path, change.removed.join(""), added]);
    const block = added === "" ? "```suggestion\n```" : codeBlock(added, "suggestion");
    return [{ path, change, marker, body: `${marker}\n${why}\n\n${block}` }];
  });
}

interface Candidate {
  readonly path: string;
  readonly change: LineChange;
  readonly why: string;
}

function candidatesOf({ run, actions }: CommentedReport): readonly Candidate[] {
  const net = netFiles(actions, { withPending: true });
  const hashes = new Map(net.map(({ path, preHash }) => [path, preHash]));
  const accepted = isDryRun(run.command)
    ? net.flatMap(({ path, changes, preHash, postHash }) =>
        // A suggestion makes no file, and deletes none.
        changes === undefined || preHash === null || postHash === null
          ? []
          : anchored(path, changes, ACCEPTED),
      )
    : [];
  const held = actions
    .filter(({ state }) => state === "held")
    .flatMap((action) =>
      action.files.flatMap(({ path, preHash, diff }) => {
        // A diff that begins at another text than the file has does not say its lines.
        const isOfFile = preHash !== null && (hashes.get(path) ?? preHash) === preHash;
        const parsed = isOfFile ? parseDiff(diff) : undefined;
        return parsed === undefined || parsed.isDeleted
          ? []
          : anchored(path, parsed, heldBecause(action));
      }),
    );
  return [...accepted, ...held];
}

const ACCEPTED = "Sluice proposes this change.";

function heldBecause(action: ActionReport): string {
  return `Sluice holds this change: ${markdownText(shorten(whyOf(action) ?? "", REASON_LENGTH))}`;
}

/** Gives each change that only adds lines a line to stand on. */
function anchored(
  path: string,
  { changes, kept }: Pick<FileDiff, "changes" | "kept">,
  why: string,
): readonly Candidate[] {
  return changes.flatMap((change): readonly Candidate[] => {
    const { start, removed, added } = change;
    if (removed.length > 0) return [{ path, change, why }];
    const [before, behind] = [kept.get(start - 1), kept.get(start)];
    if (before !== undefined)
      return [
        { path, change: { start: start - 1, removed: [before], added: [before, ...added] }, why },
      ];
    if (behind === undefined) return [];
    return [{ path, change: { start, removed: [behind], added: [...added, behind] }, why }];
  });
}

function isCarried({ removed, added }: LineChange): boolean {
  const text = added.join("");
  return (
    Math.max(removed.length, added.length) <= MOST_LINES &&
    text.length <= MOST_TEXT &&
    [...removed, ...added].every((line) => line.endsWith("\n") && !line.includes("\r")) &&
    terminalText(text) === text
  );
}
