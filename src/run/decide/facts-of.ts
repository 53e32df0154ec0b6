import type { ChangedLines } from "../../config/surroundings/changed-lines.ts";
import type { Surroundings } from "../../config/surroundings/surroundings.ts";
import type { TextThreats } from "../../config/surroundings/text-threats.ts";
import { type AskedFacts, asksThreats, onlyAsked } from "../../model/action/asked-facts.ts";
import type { Facts } from "../../model/action/facts.ts";
import type { Replay } from "../../request/shard-records.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { isPackageManifest } from "../../shared/package-manifest.ts";
import type { DirtyFiles } from "../../tree/dirty-files.ts";
import type { RunFiles } from "../../tree/run-files.ts";
import type { ActionRecord } from "../state/action-book.ts";

/** The files that facts are about. */
interface KnownFiles {
  readonly surroundings: Surroundings;
  /** Undefined without a reference of `--since`. */
  readonly changedLines: ChangedLines | undefined;
  readonly dirty: DirtyFiles;
  readonly runFiles: RunFiles;
  readonly threats: () => Promise<TextThreats>;
  readonly replay?: Replay | undefined;
}

/** The facts of an action: those of its preview as far as they are asked for, and those of its origin. */
export async function factsOf(
  action: ActionRecord,
  known: KnownFiles,
  asked: AskedFacts,
): Promise<Facts> {
  const { origin, pending, conflicts } = action;
  const { recipe, step, tool, fromModel, untrusted } = origin;
  const previewed = previewFacts(action);
  const { id, label } = pending;
  const elsewhere = known.replay?.factsOf({ recipe, step, id, files: previewed.files });
  const facts: Facts = {
    recipe,
    step,
    tool,
    label,
    fromModel,
    untrusted,
    ...definedOnly({ class: origin.class }),
    ...previewed,
    conflicts,
    ...(elsewhere ?? (await surroundingFacts(action, known, asked))),
  };
  return onlyAsked(facts, asked);
}

/** Returns the facts that git, the tree, the run and the texts tell. */
async function surroundingFacts(
  action: ActionRecord,
  { dirty, runFiles, surroundings, changedLines, threats }: KnownFiles,
  asked: AskedFacts,
): Promise<Partial<Facts>> {
  const previewed = previewFacts(action);
  const dirtyFiles = await dirty.among(previewed);
  const isNamed = action.preview.kind === "files" || previewed.files.length > 0;
  const ofRun = isNamed ? await runFiles.among(previewed.files) : undefined;
  const touchesChangedLines = asked.includes("touchesChangedLines")
    ? await changedLines?.areTouchedBy(action.preview)
    : undefined;
  return {
    ...definedOnly({ dirtyFiles, runFiles: ofRun, touchesChangedLines }),
    ...(await surroundings.of(previewed.files, asked)),
    ...(action.preview.kind === "files" && asksThreats(asked)
      ? await (await threats()).of(action.preview.changes, asked)
      : {}),
  };
}

/**
 * The facts that a preview has by itself. Of a custom tool only its files and details are known, so that each
 * `package.json` among them may change in any way. If it names no files, they are not known.
 */
export function previewFacts({
  preview,
}: Pick<ActionRecord, "preview">): Pick<Facts, "files" | "fileCount"> & Partial<Facts> {
  if (preview.kind === "files") return preview.facts;
  const { files, details } = preview;
  const packageScripts = files.length > 0 ? files.filter(isPackageManifest) : undefined;
  return { files, fileCount: files.length, ...definedOnly({ details, packageScripts }) };
}
