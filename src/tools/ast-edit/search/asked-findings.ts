import { ALL_FACTS, type AskedFacts, ofResult } from "../../../model/action/asked-facts.ts";
import type { FileChange } from "../../../model/action/preview.ts";
import type { KnownFindings } from "../../../model/search/search-memory.ts";
import type { FileFindings } from "./search-shapes.ts";

/** Findings as they are kept, with the facts that they have. */
interface KeptFindings {
  readonly asked: AskedFacts;
  readonly findings: FileFindings;
}

/**
 * Returns the findings that have the facts which a run asks for. Others count as unknown; facts that were not asked for
 * are left out, so that a run finds the same with and without a memory.
 */
export function findingsWith(all: AskedFacts, known: KnownFindings): KnownFindings {
  const asked = ofResult(all);
  return {
    needsBytes: known.needsBytes,
    get(fileKey) {
      const kept = known.get(fileKey) as KeptFindings | undefined; // Kept by this code, under a key with its version.
      const isEnough = kept !== undefined && asked.every((group) => kept.asked.includes(group));
      return isEnough ? onlyAsked(kept.findings, asked) : undefined;
    },
    set(fileKey, findings) {
      const found = findings as FileFindings; // The only user of this memory sets them.
      // Only changes have facts.
      const has = found.kind === "planned" ? asked : ALL_FACTS;
      known.set(fileKey, { asked: has, findings: found } satisfies KeptFindings);
    },
  };
}

function onlyAsked(findings: FileFindings, asked: AskedFacts): FileFindings {
  if (findings.kind !== "planned") return findings;
  return { ...findings, changes: findings.changes.map((change) => withFacts(change, asked)) };
}

function withFacts(change: FileChange, asked: AskedFacts): FileChange {
  const kept: { -readonly [Key in keyof FileChange]: FileChange[Key] } = { ...change };
  if (!asked.includes("idempotent")) kept.isIdempotent = undefined;
  if (!asked.includes("newSyntaxErrors")) kept.addsSyntaxErrors = undefined;
  if (!asked.includes("commentsOnly")) kept.isCommentsOnly = undefined;
  if (!asked.includes("losses")) kept.losses = undefined;
  if (!asked.includes("whitespaceOnly")) kept.isWhitespaceOnly = undefined;
  if (!asked.includes("exportsChanged")) kept.exportsChanged = undefined;
  return kept;
}
