import { z } from "zod";
import { once } from "../../shared/once.ts";
import { sha256 } from "../../shared/sha256.ts";
import { readKept } from "./kept-file.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

/** The most UTF-16 code units of texts that a run keeps for its held actions. Others are found by their hashes only. */
const MOST_TEXT = 64 * 1024 * 1024;

const textsSchema = once(() => z.record(z.string(), z.string()));

/** The texts that held actions rest on, by their sha256. */
export type HeldTexts = ReadonlyMap<string, string>;

/** Collects the texts that actions rest on, up to a bound. `textOf` returns undefined for one that is lost. */
export function collectHeldTexts(
  files: Iterable<{ readonly path: string; readonly preHash: string | null }>,
  textOf: (path: string, hash: string) => string | undefined,
): HeldTexts {
  const texts = new Map<string, string>();
  let size = 0;
  for (const { path, preHash } of files) {
    if (preHash === null || texts.has(preHash)) continue;
    const text = textOf(path, preHash);
    if (text === undefined || size + text.length > MOST_TEXT) continue;
    size += text.length;
    texts.set(preHash, text);
  }
  return texts;
}

/** Returns texts as JSON. */
export function heldTextsJson(texts: HeldTexts): string {
  return `${JSON.stringify(Object.fromEntries([...texts].sort(([a], [b]) => (a < b ? -1 : 1))))}\n`;
}

/** Reads the texts that the held actions of a run rest on; those that are missing or damaged are not among them. */
export function readHeldTexts(folder: RunFolder): HeldTexts {
  try {
    return checkedTexts(textsSchema().parse(readKept(folder, RUN_FILES.heldTexts)));
  } catch {
    return new Map(); // Without them, files must be exactly as they were.
  }
}

/** Returns the texts that have the hashes which they are kept under. */
function checkedTexts(texts: Readonly<Record<string, string>>): HeldTexts {
  return new Map(Object.entries(texts).filter(([hash, text]) => sha256(text) === hash));
}
