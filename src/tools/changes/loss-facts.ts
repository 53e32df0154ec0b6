import type { LossFacts } from "../../model/action/facts.ts";
import { type FileLosses, LISTED_LOSSES, type LossKind } from "../../model/action/file-losses.ts";
import type { FileChange } from "../../model/action/preview.ts";

/** A change with its losses. */
type KnownChange = Pick<FileChange, "path"> & { readonly losses: FileLosses };

/** Sums up the losses of an action; of a file without a grammar they are not known, and so of all. */
export function lossFacts(
  changes: readonly FileChange[],
): Partial<Omit<LossFacts, "whitespaceOnly">> {
  const known = changes.flatMap(({ path, losses }) => (losses ? [{ path, losses }] : []));
  if (known.length < changes.length) return {};
  return {
    commentsLost: placesOf(known, "comments"),
    tokensLost: placesOf(known, "tokens"),
    stringsChanged: placesOf(known, "strings"),
  };
}

/** Returns the first places, and the number of the others. */
function placesOf(changes: readonly KnownChange[], kind: LossKind): readonly string[] {
  const count = changes.reduce((sum, { losses }) => sum + losses[kind].count, 0);
  if (count === 0) return [];
  const places = changes.flatMap(({ path, losses }) =>
    losses[kind].first.map(({ line, text }) => `${path}:${line} ${text}`),
  );
  const listed = places.slice(0, LISTED_LOSSES);
  return count > listed.length ? [...listed, `${count - listed.length} more`] : listed;
}
