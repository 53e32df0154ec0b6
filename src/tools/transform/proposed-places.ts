import type { FileChange } from "../../model/action/preview.ts";
import { ToolError } from "../../model/tool-error.ts";
import { foldersAbove } from "../../shared/paths/folders-above.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";

/** A file as a transform names it, and the changes of it; none if it has the text already. */
export interface PlacedProposal {
  readonly path: string;
  readonly changes: readonly FileChange[];
}

/** The places that the answers of a call take: each for one answer, and none inside of another. */
export class ProposedPlaces {
  /** The file for which each place was proposed. */
  readonly #owners = new Map<string, string>();
  /** The folders above the places, with one of the files in them. */
  readonly #folders = new Map<string, string>();

  /** Throws a `ToolError`, in words that follow the path, if the changes of an answer cannot all be made. */
  take(owner: string, proposals: readonly PlacedProposal[]): void {
    const own = new Map<string, string>();
    for (const { path, changes } of proposals) {
      const place = changes[0] ? placeOf(changes[0]) : tidyPath(path);
      if (own.has(place)) throw new ToolError(`it proposes ${path} twice`);
      own.set(place, path);
    }
    const folders = new Map<string, string>();
    for (const [place, path] of own)
      for (const folder of foldersAbove([place])) folders.set(folder, path);
    for (const [place, path] of own) {
      const other = this.#owners.get(place);
      if (other !== undefined) throw new ToolError(`it proposes ${path}, as ${other} does`);
      const inside = this.#folders.get(place) ?? folders.get(place);
      if (inside !== undefined) throw inPlaceOf(path, inside);
      const around = [...foldersAbove([place])].find((folder) => this.#owners.has(folder));
      if (around !== undefined) throw inPlaceOf(around, path);
    }
    for (const place of own.keys()) this.#owners.set(place, owner);
    for (const [folder, path] of folders) this.#folders.set(folder, path);
  }
}

function inPlaceOf(file: string, inside: string): ToolError {
  return new ToolError(`it proposes ${inside}, and ${file} is proposed as a file`);
}

/** Returns what two changes of one file have in common; new ones may differ in case or in the form of accents. */
function placeOf({ path, preHash }: FileChange): string {
  return preHash === null ? path.normalize("NFC").toLowerCase() : path;
}
