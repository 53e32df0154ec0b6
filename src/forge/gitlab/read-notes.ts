import type { HttpPort } from "../http-port.ts";
import { notesSchema, type RawNote } from "./gitlab-schema.ts";
import { readPages } from "./read-pages.ts";

/** 5,000 notes. */
const MOST_PAGES = 50;

/** Reads the notes of people on the merge request of a path, the oldest first; `isWhole` is false if there are more. */
export async function readNotes(
  path: string,
  send: HttpPort,
): Promise<{ readonly notes: readonly RawNote[]; readonly isWhole: boolean }> {
  const sorted = `${path}/notes?sort=asc&order_by=created_at`;
  const pages = { path: sorted, size: 100, most: MOST_PAGES };
  const { items, isWhole } = await readPages(pages, notesSchema(), send);
  // One that moves to the next page meanwhile is there twice.
  const notes = new Map(items.map((note) => [note.id, note]));
  return { notes: [...notes.values()].filter(({ system }) => !system), isWhole };
}
