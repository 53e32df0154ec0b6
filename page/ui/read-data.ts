import type { ComparisonPage } from "../../src/model/page/comparison-page.ts";
import type { FleetPage } from "../../src/model/page/fleet-page.ts";
import type { PageActionDetail } from "../../src/model/page/page-action.ts";
import type { PageData, PageTranscriptDetail, PartEntry } from "../../src/model/page/page-data.ts";
import type { ComparedFileDetail, PageFileDetail } from "../../src/model/page/page-file.ts";
import type { PartPlace } from "../../src/model/page/page-part.ts";

/** Reads the data of the page. Only its own reporter wrote it, so that its shape is not checked. */
export function readData(): PageData | ComparisonPage | FleetPage {
  return JSON.parse(textOf("data")) as PageData | ComparisonPage | FleetPage;
}

/** So many parts stay read: the others are read again when they are needed. */
const KEPT = 6;

const parts = new Map<number, readonly PartEntry[]>();

/** Reads the details of an action. */
export const readAction = (place: PartPlace) => read(place) as PageActionDetail;

/** Reads the details of a file. */
export const readFile = (place: PartPlace) => read(place) as PageFileDetail;

/** Reads the items of a conversation. */
export const readTranscript = (place: PartPlace) => read(place) as PageTranscriptDetail;

/** Reads the diffs of a file of two reports that were compared. */
export const readComparedFile = (place: PartPlace) => read(place) as ComparedFileDetail;

function read({ part, at }: PartPlace): PartEntry | undefined {
  const known = parts.get(part);
  const entries = known ?? (JSON.parse(textOf(`part-${part}`)) as readonly PartEntry[]);
  parts.delete(part);
  parts.set(part, entries);
  for (const oldest of [...parts.keys()].slice(0, -KEPT)) parts.delete(oldest);
  return entries[at];
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? "";
}
