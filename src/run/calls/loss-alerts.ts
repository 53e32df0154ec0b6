import type { Preview } from "../../model/action/action-preview.ts";
import {
  type FileLosses,
  LOSS_KINDS,
  type LossKind,
  type LostPlace,
} from "../../model/action/file-losses.ts";
import type { Alert } from "../../model/alert.ts";
import { countOf } from "../../shared/count-of.ts";

/** The most files of a call that have an alert of their own, and the most places that it names. */
const FILES = 20;
const PLACES = 5;

/** Returns an alert for each of the first files of a call that lose code, and one for the others (L1). */
export function lossAlerts(previews: readonly Preview[]): readonly Alert[] {
  const byPath = new Map<string, FileLosses[]>();
  for (const preview of previews) {
    if (preview.kind !== "files") continue;
    for (const { path, losses } of preview.changes)
      if (losses !== undefined && countIn([losses]) > 0)
        byPath.set(path, [...(byPath.get(path) ?? []), losses]);
  }
  const files = [...byPath];
  const alerts = files
    .slice(0, FILES)
    .map(([path, losses]): Alert => ({ ...LOSS, message: `${path}: ${tellOf(losses)}.`, path }));
  const more = files.length - alerts.length;
  if (more === 0) return alerts;
  const message = `${countOf(more, "more file")} lose code that no op names; \`facts\` of the report has the places.`;
  return [...alerts, { ...LOSS, message }];
}

const LOSS = { level: "warn", code: "loss" } as const;

const WORDS: Readonly<Record<LossKind, (place: LostPlace) => string>> = {
  comments: ({ text, line }) => `the comment ${text} in line ${line} is lost`,
  tokens: ({ text, line }) => `${text} in line ${line} is lost, although no pattern names it`,
  strings: ({ text, line }) => `the content of ${text} in line ${line} changes`,
};

function tellOf(losses: readonly FileLosses[]): string {
  const told = LOSS_KINDS.flatMap((kind) =>
    losses.flatMap((each) => each[kind].first).map((place) => WORDS[kind](place)),
  ).slice(0, PLACES);
  const more = countIn(losses) - told.length;
  return [...told, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

function countIn(losses: readonly FileLosses[]): number {
  return losses.reduce(
    (sum, each) => sum + LOSS_KINDS.reduce((total, kind) => total + each[kind].count, 0),
    0,
  );
}
