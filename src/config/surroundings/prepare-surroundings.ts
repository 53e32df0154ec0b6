import type { AskedFacts } from "../../model/action/asked-facts.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { Policy } from "../../model/policy.ts";
import { callsOf, comparesWithBase, type Recipe } from "../../model/recipe/recipe.ts";
import type { BaseWay } from "../../model/trust.ts";
import type { Environment } from "../../model/world.ts";
import type { RunRequest } from "../../request/request.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { askedByRequest } from "./asked-by-request.ts";
import { ciAskedBy } from "./ci-asked-by.ts";
import { Surroundings } from "./surroundings.ts";

/** The world of a run, and the files that may configure it. */
interface RunSources {
  readonly reader: ConfigReader;
  readonly cwd: string;
  readonly env: Environment;
  /** The clock, which tells when the run starts. */
  readonly now: () => number;
}

/** What surrounds the actions of a run. */
interface FoundAround {
  readonly found: {
    readonly surroundings: Surroundings;
    readonly ci: CiFacts | undefined;
    /** The id of the commit since which lines count as changed, and how the base of a pull request was found. */
    readonly since: string | undefined;
    readonly sinceFrom: BaseWay | undefined;
    /** The id of the commit that steps compare their findings with. */
    readonly base?: string | undefined;
  };
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds what surrounds the actions of a run, as far as the run asks for it. */
export async function surroundingsOfRun(
  request: RunRequest,
  policy: Policy | undefined,
  { recipes, ...sources }: RunSources & { readonly recipes: readonly Recipe[] },
): Promise<FoundAround> {
  const { found, diagnostics } = await findAround(request, policy, sources);
  const step = recipes.flatMap(callsOf).find(comparesWithBase);
  if (step === undefined) return { found, diagnostics };
  const { findComparedBase } = await import("./find-compared-base.ts"); // Few steps compare.
  const compared = await findComparedBase(step, request, { ...sources, since: found.since });
  return {
    found: { ...found, base: compared.base },
    diagnostics: [...diagnostics, ...compared.diagnostics],
  };
}

async function findAround(
  request: RunRequest,
  policy: Policy | undefined,
  { reader, cwd, env, now }: RunSources,
): Promise<FoundAround> {
  const asked = askedByRequest(request, policy);
  const { surroundings, diagnostics } = await prepareSurroundings(reader, asked, { env, now });
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
  { env, now }: Pick<RunSources, "env" | "now">,
): Promise<{ readonly surroundings: Surroundings; readonly diagnostics: readonly Diagnostic[] }> {
  const { ownersOf, diagnostics } = asked.includes("owners")
    ? await (await import("./read-owners.ts")).readOwners(reader)
    : { ownersOf: undefined, diagnostics: [] };
  const isTrusted = asked.includes("packages") && reader.trust.mode !== "none";
  const packages = isTrusted
    ? new (await import("./package-names.ts")).PackageNames(reader.tree)
    : undefined;
  const history = asked.includes("history") ? await openHistory(reader, env, now()) : undefined;
  return { surroundings: new Surroundings({ ownersOf, packages, history }), diagnostics };
}

async function openHistory({ loading, root }: ConfigReader, env: Environment, startedAt: number) {
  const { History, HISTORY_LIMITS } = await import("./history.ts"); // Few policies ask.
  return new History(loading.gitIn(root, env, HISTORY_LIMITS), startedAt);
}
