import type { Preview } from "../../model/action/action-preview.ts";
import {
  LOSS_KINDS,
  type LossKind,
  type LostCode,
  type LostPlace,
} from "../../model/action/file-losses.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { Alert } from "../../model/alert.ts";
import { countOf } from "../../shared/count-of.ts";

/** The most files of a call that have an alert of their own, and the most places that it names. */
const FILES = 20;
const PLACES = 5;

/** The faults of names that break code. */
const NAMED_FAULTS = ["unbound", "captured", "duplicate"] as const;
type NamedFault = (typeof NAMED_FAULTS)[number];

/** Losses of one kind, in one file. */
interface KindOfLoss {
  readonly kind: LossKind | "regrouped" | NamedFault;
  readonly lost: LostCode;
}

/**
 * Returns an alert for each of the first files of a call of `tool` that lose code, or in which a replacement is read in
 * another way than it is written, and one for the others (L1). Only `ast_edit` has ops that name code.
 */
export function lossAlerts(previews: readonly Preview[], tool: string): readonly Alert[] {
  const namesCode = tool === "ast_edit";
  const byPath = new Map<string, KindOfLoss[]>();
  for (const preview of previews) {
    if (preview.kind !== "files") continue;
    for (const change of preview.changes) {
      const lost = lossesIn(change);
      if (lost.length > 0) byPath.set(change.path, [...(byPath.get(change.path) ?? []), ...lost]);
    }
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

function lossesIn({ losses, regrouped, names }: FileChange): readonly KindOfLoss[] {
  const all = [
    ...LOSS_KINDS.map((kind) => ({ kind, lost: losses?.[kind] })),
    { kind: "regrouped" as const, lost: regrouped },
    ...NAMED_FAULTS.map((kind) => ({ kind, lost: names?.[kind] })),
  ];
  return all.flatMap(({ kind, lost }) => (lost && lost.count > 0 ? [{ kind, lost }] : []));
}

const LOSS = { level: "warn", code: "loss" } as const;

type LossWords = Readonly<Record<KindOfLoss["kind"], (place: LostPlace) => string>>;

const WORDS: LossWords = {
  comments: ({ text, line }) => `the comment ${text} in line ${line} is lost`,
  tokens: (place) => `${lostToken(place)}, although no pattern names it`,
  strings: ({ text, line }) => `the content of ${text} in line ${line} changes`,
  regrouped: ({ text, line }) =>
    `${text} in line ${line} is read in another way than it is written`,
  unbound: ({ text, line }) => `nothing declares or imports ${text} in line ${line}`,
  captured: ({ text, line }) => `${text} in line ${line} means another declaration`,
  duplicate: ({ text, line }) => `${text} in line ${line} is declared twice`,
};

function lostToken({ text, line }: LostPlace): string {
  return `${text} in line ${line} is lost`;
}

const KINDS = [...LOSS_KINDS, "regrouped", ...NAMED_FAULTS] as const;

function tellOf(losses: readonly KindOfLoss[], words: LossWords): string {
  const told = KINDS.flatMap((kind) =>
    losses.flatMap((each) => (each.kind === kind ? each.lost.first.map(words[kind]) : [])),
  ).slice(0, PLACES);
  const count = losses.reduce((sum, { lost }) => sum + lost.count, 0);
  return [...told, ...(count > told.length ? [`${count - told.length} more`] : [])].join("; ");
}
