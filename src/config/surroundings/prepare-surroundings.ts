import type { AskedFacts } from "../../model/action/asked-facts.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { Policy } from "../../model/policy.ts";
import type { Environment } from "../../model/world.ts";
import type { RunRequest } from "../../request/request.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { askedByRequest } from "./asked-by-request.ts";
import { ciAskedBy } from "./ci-asked-by.ts";
import { PackageNames } from "./package-names.ts";
import { readOwners } from "./read-owners.ts";
import { resolveSince } from "./resolve-since.ts";
import { Surroundings } from "./surroundings.ts";

/** The world of a run, and the files that may configure it. */
interface RunSources {
  readonly reader: ConfigReader;
  readonly env: Environment;
}

/** Finds what surrounds the actions of a run, as far as the run asks for it. */
export async function surroundingsOfRun(
  request: RunRequest,
  policy: Policy | undefined,
  { reader, env }: RunSources,
): Promise<{
  readonly found: {
    readonly surroundings: Surroundings;
    readonly ci: CiFacts | undefined;
    /** The id of the commit since which lines count as changed. */
    readonly since: string | undefined;
  };
  readonly diagnostics: readonly Diagnostic[];
}> {
  const asked = askedByRequest(request, policy);
  const { surroundings, diagnostics } = await prepareSurroundings(reader, asked);
  const { root } = request;
  const ci = await ciAskedBy(policy, root, env);
  if (request.since === undefined)
    return { found: { surroundings, ci, since: undefined }, diagnostics };
  const since = await resolveSince(request.since, root, reader.loading.gitIn(root, env));
  return "fault" in since
    ? { found: { surroundings, ci, since: undefined }, diagnostics: [...diagnostics, since.fault] }
    : { found: { surroundings, ci, since: since.commit }, diagnostics };
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
