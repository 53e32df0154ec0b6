import { MAX_CODEOWNERS, parseCodeOwners } from "../../files/owners/parse-codeowners.ts";
import { findRepository } from "../../git/find-repository.ts";
import { boundDiagnostics, type Diagnostic, MOST_DIAGNOSTICS } from "../../model/diagnostic.ts";
import { placesOfRoot } from "../../tree/places-of-root.ts";
import type { ConfigReader, SourceText } from "../sources/config-reader.ts";

/** The places of CODEOWNERS in a repository, the better one first. */
const PLACES = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"];

/** The owners of files; undefined if they are not known. */
interface ReadOwners {
  /** The path is relative to the root. */
  readonly ownersOf: ((path: string) => readonly string[]) | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads CODEOWNERS of the repository, if it is trusted; also if the root is a folder in the repository. */
export async function readOwners(reader: ConfigReader): Promise<ReadOwners> {
  const [place] = findRepository(reader.root) === undefined ? [] : placesOfRoot(reader.root);
  const up = place === undefined ? 0 : place.split("/").length;
  const found = up === 0 ? await findOwners(reader) : await reader.readAtTop(up, findOwners);
  if (found === undefined) return { ownersOf: undefined, diagnostics: [] };
  if (found === "none") return { ownersOf: () => [], diagnostics: [] };
  if ("diagnostic" in found) {
    const { hint: _hint, ...fault } = found.diagnostic;
    return { ownersOf: undefined, diagnostics: [{ ...fault, severity: "warning" }] };
  }
  const { ownersOf, faults } = parseCodeOwners(found.text, found.path);
  const path = "../".repeat(up) + found.path;
  const diagnostics = faults.map(({ line, message }): Diagnostic => {
    return { code: "invalid-owners", severity: "warning", message, path, line };
  });
  return {
    ownersOf: (file) => ownersOf(place === undefined ? file : `${place}/${file}`),
    diagnostics: boundDiagnostics(diagnostics, MOST_DIAGNOSTICS.listed),
  };
}

/** Reads the first file that is there; `none` if all are missing, undefined if nothing of the tree is trusted. */
async function findOwners(reader: ConfigReader): Promise<SourceText | "none" | undefined> {
  for (const path of PLACES) {
    const read = await reader.readOptional(path, "owners", MAX_CODEOWNERS);
    if (read !== undefined) return read;
  }
  return reader.trust.mode === "none" ? undefined : "none";
}
