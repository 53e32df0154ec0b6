import { findRepository } from "../../git/find-repository.ts";
import type { AskedFacts } from "../../model/action/asked-facts.ts";
import { boundDiagnostics, type Diagnostic, MOST_DIAGNOSTICS } from "../../model/diagnostic.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { Policy } from "../../model/policy.ts";
import type { BaseWay } from "../../model/trust.ts";
import type { Environment } from "../../model/world.ts";
import type { RunRequest } from "../../request/request.ts";
import { placesOfRoot } from "../../tree/places-of-root.ts";
import type { ConfigReader, SourceText } from "../sources/config-reader.ts";
import { askedByRequest } from "./asked-by-request.ts";
import { ciAskedBy } from "./ci-asked-by.ts";
import { PackageNames } from "./package-names.ts";
import { Surroundings } from "./surroundings.ts";

/** The places of CODEOWNERS in a repository, the better one first. */
const PLACES = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"];

/** The world of a run, and the files that may configure it. */
interface RunSources {
  readonly reader: ConfigReader;
  readonly cwd: string;
  readonly env: Environment;
}

/** Finds what surrounds the actions of a run, as far as the run asks for it. */
export async function surroundingsOfRun(
  request: RunRequest,
  policy: Policy | undefined,
  { reader, cwd, env }: RunSources,
): Promise<{
  readonly found: {
    readonly surroundings: Surroundings;
    readonly ci: CiFacts | undefined;
    /** The id of the commit since which lines count as changed, and how the base of a pull request was found. */
    readonly since: string | undefined;
    readonly sinceFrom: BaseWay | undefined;
  };
  readonly diagnostics: readonly Diagnostic[];
}> {
  const asked = askedByRequest(request, policy);
  const { surroundings, diagnostics } = await prepareSurroundings(reader, asked);
  const { root, since } = request;
  const ci = await ciAskedBy(policy, root, env);
  const known = { surroundings, ci, since: undefined, sinceFrom: undefined };
  if (since === undefined) return { found: known, diagnostics };
  const { resolveSince } = await import("./resolve-since.ts");
  const lines = request.changedLines || asked.includes("touchesChangedLines");
  const git = reader.loading.gitIn(root, env);
  const resolved = await resolveSince(since, { root, cwd, env, git, lines });
  if ("fault" in resolved) return { found: known, diagnostics: [...diagnostics, resolved.fault] };
  const { commit, from, notice } = resolved;
  return {
    found: { ...known, since: commit, sinceFrom: from },
    diagnostics: notice === undefined ? diagnostics : [...diagnostics, notice],
  };
}

/** Reads what the facts about surroundings need, as far as they are asked for and the tree is trusted. */
export async function prepareSurroundings(
  reader: ConfigReader,
  asked: AskedFacts,
): Promise<{ readonly surroundings: Surroundings; readonly diagnostics: readonly Diagnostic[] }> {
  const { ownersOf, diagnostics } = asked.includes("owners")
    ? await readOwners(reader)
    : { ownersOf: undefined, diagnostics: [] };
  const isTrusted = asked.includes("packages") && reader.trust.mode !== "none";
  const packages = isTrusted ? new PackageNames(reader.tree) : undefined;
  return { surroundings: new Surroundings({ ownersOf, packages }), diagnostics };
}

/** The owners of files; undefined if they are not known. */
interface ReadOwners {
  /** The path is relative to the root. */
  readonly ownersOf: ((path: string) => readonly string[]) | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads CODEOWNERS as far as it is trusted: of the repository, also if the root is a folder in it. */
async function readOwners(reader: ConfigReader): Promise<ReadOwners> {
  const [place] = findRepository(reader.root) === undefined ? [] : placesOfRoot(reader.root);
  const up = place === undefined ? 0 : place.split("/").length;
  const found = up === 0 ? await findOwners(reader) : await reader.readAtTop(up, findOwners);
  if (found === undefined) return { ownersOf: undefined, diagnostics: [] };
  if (found === "none") return { ownersOf: () => [], diagnostics: [] };
  if ("diagnostic" in found) {
    const { hint: _hint, ...fault } = found.diagnostic;
    return { ownersOf: undefined, diagnostics: [{ ...fault, severity: "warning" }] };
  }
  const { parseCodeOwners } = await import("../../files/owners/parse-codeowners.ts");
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

/** Reads the first file that is there; `none` if there is none, undefined if nothing of the tree is trusted. */
async function findOwners(reader: ConfigReader): Promise<SourceText | "none" | undefined> {
  const { MAX_CODEOWNERS } = await import("../../files/owners/parse-codeowners.ts");
  for (const path of PLACES) {
    const read = await reader.readOptional(path, "owners", MAX_CODEOWNERS);
    if (read !== undefined) return read;
  }
  return reader.trust.mode === "none" ? undefined : "none";
}
