import type { TextRegion } from "../../model/place.ts";
import { type ActionReport, isWarned, whyOf } from "../../model/report/report.ts";
import type { NetChanges } from "../../shared/diff/net-changes.ts";
import { netFile, writtenPart } from "../../shared/diff/net-files.ts";
import { parseDiff } from "../../shared/diff/parse-diff.ts";
import { createFingerprints } from "../../shared/lists/fingerprints.ts";
import { shorten } from "../../shared/shorten.ts";
import { wellFormed } from "../../shared/shown.ts";
import { terminalLine } from "../terminal-text.ts";
import { byteColumns, diffLines, excerptOf, type KnownLines } from "./diff-lines.ts";
import { type Finding, type FindingPlace, levelOfAction } from "./finding.ts";
import { originalRegion, type WriteRegions } from "./original-regions.ts";
import { isReported, shareFixes } from "./share-fixes.ts";
import { regionsOf, writeHistory } from "./write-history.ts";

/** In characters. */
const REASON = 500;

type Part = ActionReport["files"][number];

/** The change of one file by one action; without `part` only its name is known. */
export interface ActionFile {
  readonly action: ActionReport;
  readonly part?: Part | undefined;
}

/** Returns the findings about one file, in the order of its actions; without changes that later ones take back. */
export function fileFindings(path: string, files: readonly ActionFile[]): readonly Finding[] {
  const writtenParts = files.flatMap(({ action, part }) =>
    part !== undefined && isWritten(action) ? [writtenPart(action, part)] : [],
  );
  writtenParts.sort((a, b) => Number(a.isLater ?? false) - Number(b.isLater ?? false));
  const [net] = netFile(writtenParts);
  const isRestored = writtenParts.length > 1 && net === undefined;
  const history = writeHistory(writtenParts);
  const fingerprintOf = createFingerprints();
  const original = diffLines(net?.changes ?? NO_CHANGES).before;
  const findings = files.flatMap(({ action, part }) => {
    const isIn = isWritten(action);
    if (levelOfAction(action) === undefined || (isRestored && isIn)) return [];
    const changes =
      part === undefined ? [WHOLE] : changesOf(part, { writes: history.before(part), original });
    const findingOf = findingMaker(path, { action, part }, fingerprintOf);
    return changes.map((change) => ({ isIn, finding: findingOf(change) }));
  });
  const isFixed = net?.changes !== undefined && net.preHash !== null && net.postHash !== null;
  return withFixes(findings, isFixed ? net.changes : NO_CHANGES);
}

const NO_CHANGES: NetChanges = { changes: [], kept: new Map() };

function isWritten({ state, isWritten: isThere }: ActionReport): boolean {
  return ["applied", "would-apply", "pending"].includes(state) || isThere === true;
}

/** One replacement. */
interface Change {
  readonly op: string;
  readonly place?: FindingPlace | undefined;
  readonly old?: string | undefined;
  readonly fresh?: string | undefined;
  /** The lines around it that are a part of the fingerprint. */
  readonly lines: string;
}

/** A change of which no place is known. */
const WHOLE: Change = { op: "", lines: "" };

/** The writes before a change, and the known lines of the file before the run. */
interface Past {
  readonly writes: readonly WriteRegions[] | undefined;
  readonly original: KnownLines;
}

function changesOf(part: Part, past: Past): readonly Change[] {
  const { before, after } = diffLines(parseDiff(part.diff) ?? NO_CHANGES);
  const changes = regionsOf(part).map(
    (region): Change => ({
      op: region.op,
      place: part.preHash === null ? undefined : placeOf(region.before, before, past),
      old: excerptOf(before, region.before),
      fresh: excerptOf(after, region.after),
      lines: trimmedLines(before, region.before),
    }),
  );
  return changes.length === 0 ? [WHOLE] : changes;
}

/** The lines of the text that a change begins with are the original ones only if nothing was written before. */
function placeOf(
  region: TextRegion,
  lines: KnownLines,
  { writes, original }: Past,
): FindingPlace | undefined {
  if (writes === undefined) return undefined;
  if (writes.length === 0) return { ...region, ...bytesOf(lines, region) };
  const before = originalRegion(writes, region);
  return { ...before, ...bytesOf(original, before) };
}

function bytesOf(lines: KnownLines, region: TextRegion): Pick<FindingPlace, "bytes"> {
  const bytes = byteColumns(lines, region);
  return bytes === undefined ? {} : { bytes };
}

/** Code units of the lines of a replacement that its fingerprint has. */
const FINGERPRINTED = 2000;

function trimmedLines(lines: KnownLines, { startLine, endLine }: TextRegion): string {
  let text = "";
  for (let line = startLine; line <= endLine && text.length < FINGERPRINTED; line += 1)
    text += `${(lines.get(line - 1) ?? "").slice(0, FINGERPRINTED).trim()}\n`;
  return text;
}

/** Returns a function that makes the findings of an action in a file, of which most is the same. */
function findingMaker(
  path: string,
  { action, part }: ActionFile,
  fingerprintOf: (parts: readonly string[]) => string,
): (change: Change) => Finding {
  const { id, state, verdict, ruleId } = action;
  const [recipe, step] = [named(action.recipe), named(action.step)];
  const policyRule = ruleId === undefined ? {} : { ruleId: named(ruleId) };
  const words = changeWords(action);
  const ends = part && { isNew: part.preHash === null, isDeleted: part.postHash === null };
  const shared = {
    kind: "change",
    level: levelOfAction(action) ?? "note",
    title: `${recipe} › ${step}`,
    path: wellFormed(path),
    action: { id, state, recipe, step, ...(verdict && { verdict }), ...policyRule },
  } as const;
  return ({ op, place, old, fresh, lines }) => {
    const rule = [recipe, step, ...(op === "" ? [] : [named(op)])].join("/");
    return {
      ...shared,
      ruleId: rule,
      ...(place === undefined ? {} : { place }),
      message: words(ends && { ...ends, old, fresh }),
      fingerprint: fingerprintOf([path, rule, lines, fresh ?? ""]),
    };
  };
}

function named(name: string): string {
  return terminalLine(wellFormed(name));
}

interface Found {
  readonly finding: Finding;
  /** True if the net change has it. */
  readonly isIn: boolean;
}

function withFixes(found: readonly Found[], net: NetChanges): readonly Finding[] {
  const written = found.flatMap(({ finding: { place }, isIn }, index) =>
    isIn && place !== undefined ? [{ index, place }] : [],
  );
  const shares = shareFixes(net, written);
  return found.map(({ finding }, index): Finding => {
    const changes = shares.get(index);
    if (changes === undefined) return finding;
    if (!isReported(changes))
      return {
        ...finding,
        message: `${finding.message} (its fix is too long to be told here, or no text)`,
      };
    return { ...finding, fix: { changes } };
  });
}

/** The texts of a replacement, if they are known; absent for a whole file that is created or deleted. */
interface ReplacedTexts {
  readonly isNew: boolean;
  readonly isDeleted: boolean;
  readonly old?: string | undefined;
  readonly fresh?: string | undefined;
}

/** Returns a function that describes replacements of an action: state, texts, reason and rule. */
function changeWords(action: ActionReport): (texts: ReplacedTexts | undefined) => string {
  const { state, ruleId, isStale } = action;
  const label = terminalLine(action.label);
  const why = terminalLine(shorten(whyOf(action) ?? "", REASON));
  const rule = ruleId === undefined ? "" : ` [rule ${terminalLine(ruleId)}]`;
  const warned = isWarned(action) ? " with a warning" : "";
  const before = `${isStale === true ? "stale" : state.replace("-", " ")}${warned}: `;
  const behind = `${why === "" ? "" : ` — ${why}`}${rule}`;
  return (texts) =>
    wellFormed(before + (texts === undefined ? label : textWords(texts, label)) + behind);
}

function textWords({ isNew, isDeleted, old, fresh }: ReplacedTexts, label: string): string {
  if (isNew) return "the file is new";
  if (isDeleted) return "the file is deleted";
  if (old === undefined || fresh === undefined) return label;
  if (fresh === "") return `\`${old}\` is removed`;
  return old === "" ? `\`${fresh}\` is added` : `\`${old}\` → \`${fresh}\``;
}
