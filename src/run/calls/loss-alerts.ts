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

/**
 * Returns an alert for each of the first files of a call of `tool` that lose code, and one for the others (L1). Only
 * `ast_edit` has ops that name code.
 */
export function lossAlerts(previews: readonly Preview[], tool: string): readonly Alert[] {
  const namesCode = tool === "ast_edit";
  const byPath = new Map<string, FileLosses[]>();
  for (const preview of previews) {
    if (preview.kind !== "files") continue;
    for (const { path, losses } of preview.changes)
      if (losses !== undefined && countIn([losses]) > 0)
        byPath.set(path, [...(byPath.get(path) ?? []), losses]);
  }
  const files = [...byPath];
  const words = namesCode ? WORDS : { ...WORDS, tokens: lostToken };
  const alerts = files
    .slice(0, FILES)
    .map(
      ([path, losses]): Alert => ({ ...LOSS, message: `${path}: ${tellOf(losses, words)}.`, path }),
    );
  const more = files.length - alerts.length;
  if (more === 0) return alerts;
  const lost = namesCode ? "code that no op names" : "code";
  const message = `${countOf(more, "more file")} ${more === 1 ? "loses" : "lose"} ${lost}; \`facts\` of the report has the places.`;
  return [...alerts, { ...LOSS, message }];
}

const LOSS = { level: "warn", code: "loss" } as const;

type LossWords = Readonly<Record<LossKind, (place: LostPlace) => string>>;

const WORDS: LossWords = {
  comments: ({ text, line }) => `the comment ${text} in line ${line} is lost`,
  tokens: (place) => `${lostToken(place)}, although no pattern names it`,
  strings: ({ text, line }) => `the content of ${text} in line ${line} changes`,
};

function lostToken({ text, line }: LostPlace): string {
  return `${text} in line ${line} is lost`;
}

function tellOf(losses: readonly FileLosses[], words: LossWords): string {
  const told = LOSS_KINDS.flatMap((kind) =>
    losses.flatMap((each) => each[kind].first).map((place) => words[kind](place)),
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
