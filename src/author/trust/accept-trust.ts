import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type AcceptedTrust, changeTrust, readTrust } from "../../cache/trust-file.ts";
import { digestOf, placesOfTrust, policyFilesOf } from "../../config/consent/policy-consent.ts";
import { preparePolicy } from "../../config/prepare/prepare-policy.ts";
import { LoadingStopped } from "../../config/sources/loading-stop.ts";
import { openSources } from "../../config/sources/open-sources.ts";
import { realPath } from "../../git/tree-of.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import type { PolicyCheck } from "../../model/policy/checks.ts";
import type { World } from "../../model/world.ts";
import { DEFAULT_POLICY_FILE } from "../../request/options/file-names.ts";
import { pathInside, toPosix } from "../../shared/paths/posix-path.ts";
import { shown } from "../../shared/shown.ts";
import { userStateOf } from "../../tree/user-state-of.ts";

/** The tree, and what of it is meant: a policy, or all policies of the repository. */
export interface TrustedPart {
  /** Absolute. */
  readonly root: string;
  /** Relative to the working directory. Default: the policy of the root. */
  readonly file: string | undefined;
  readonly repository: boolean;
  /** Folders in which packages that the policy extends are looked for; relative to the working directory. */
  readonly packages?: readonly string[] | undefined;
}

/** What a user has consented to, or why nothing changed. */
export type Acceptance =
  | {
      readonly kind: "file";
      /** The policy, and the others in the tree that it extends, relative to the root; its own first. */
      readonly files: readonly string[];
      readonly checks: readonly Omit<PolicyCheck, "after">[];
      readonly env: readonly string[];
      readonly hosts: readonly string[];
      /** The file that remembers it. */
      readonly keptIn: string;
    }
  | { readonly kind: "repository"; readonly repository: string; readonly keptIn: string }
  /** A policy that runs no command, and allows nothing: it needs no consent. */
  | { readonly kind: "needless"; readonly files: readonly string[] }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] };

/** Accepts a policy of the tree as it is now, or all of a repository until it is forgotten. */
export async function acceptTrust(
  { root, file, repository, packages = [] }: TrustedPart,
  world: World,
  signal: AbortSignal,
): Promise<Acceptance> {
  const places = placesOfTrust(root);
  if (repository) {
    const change = (accepted: AcceptedTrust) => ({
      ...accepted,
      repositories: [
        ...accepted.repositories.filter((one) => one.root !== places.repository),
        { root: places.repository },
      ],
    });
    const kept = await changeTrust({ ...userStateOf(root, world), signal, wait }, change);
    if ("fault" in kept) return refuse(kept.fault);
    return { kind: "repository", repository: places.repository, keptIn: kept.path };
  }
  try {
    const read = await readPolicyOf({ root, file, packages }, world, signal);
    if (read.kind !== "read") return read;
    const { files, digest, checks, env, hosts } = read;
    const [own = ""] = files;
    if (checks.length + env.length + hosts.length === 0) return { kind: "needless", files };
    const change = ({ files: known, ...accepted }: AcceptedTrust) => ({
      ...accepted,
      files: withFile(known, { root: places.place, file: own, digest }),
    });
    const kept = await changeTrust({ ...userStateOf(root, world), signal, wait }, change);
    if ("fault" in kept) return refuse(kept.fault);
    return { kind: "file", files, checks, env, hosts, keptIn: kept.path };
  } catch (error) {
    if (error instanceof LoadingStopped) return refuse("Ended before the policy was read.");
    throw error;
  }
}

async function readPolicyOf(
  { root, file, packages = [] }: Omit<TrustedPart, "repository">,
  world: World,
  signal: AbortSignal,
) {
  const opened = await openSources(
    { root, trust: "all", base: undefined, packages },
    world,
    signal,
  );
  if (opened.kind === "refused") return refused([opened.fault]);
  const { reader } = opened;
  const { policy, diagnostics } = await preparePolicy(file, reader);
  if (policy === undefined && diagnostics.length === 0)
    return refuse(`There is no ${DEFAULT_POLICY_FILE} in the root. Name the policy to accept.`);
  if (policy === undefined || hasErrors(diagnostics))
    return refused(reader.withoutForeignText(diagnostics));
  const sources = policyFilesOf(reader);
  if (sources.length === 0) {
    const name = shown(file ?? DEFAULT_POLICY_FILE);
    return refuse(`${name} is no file of the tree: what you bring yourself needs no acceptance.`);
  }
  const paths = sources.map(({ path }) => path);
  const own = paths.includes(policy.source) ? [policy.source] : [];
  const { env = [], hosts = [] } = policy.allow ?? {};
  return {
    kind: "read" as const,
    files: [...own, ...paths.filter((path) => path !== own[0])],
    digest: digestOf(sources),
    checks: (policy.checks ?? []).map(({ after: _after, ...check }) => check),
    env,
    hosts,
  };
}

type AcceptedFile = AcceptedTrust["files"][number];

/** The most contents of one file that stay accepted: those of branches, between which a user changes. */
const MOST_CONTENTS = 20;

function withFile(known: readonly AcceptedFile[], added: AcceptedFile): AcceptedFile[] {
  const isSame = ({ root, file }: AcceptedFile) => root === added.root && file === added.file;
  const others = known.filter((one) => !isSame(one));
  const contents = known.filter((one) => isSame(one) && one.digest !== added.digest);
  return [...others, ...contents.slice(1 - MOST_CONTENTS), added];
}

/** Holds the process, as the timer of a time limit does not. */
async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined); // The caller asks the signal.
}

function refuse(message: string): Extract<Acceptance, { kind: "refused" }> {
  return refused([{ code: "not-trusted", severity: "error", message }]);
}

function refused(diagnostics: readonly Diagnostic[]): Extract<Acceptance, { kind: "refused" }> {
  return { kind: "refused", diagnostics };
}

/** What a user no longer trusts; or why nothing changed. */
export type Forgetting =
  | { readonly kind: "forgotten"; readonly forgotten: Omit<AcceptedTrust, "version"> }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] };

/** Forgets a policy, or the repository of the root. */
export async function forgetTrust(
  { root, file, repository }: TrustedPart,
  world: World,
  signal: AbortSignal,
): Promise<Forgetting> {
  const { place, repository: top } = placesOfTrust(root);
  const names = namesOf(resolve(world.cwd, file ?? join(root, DEFAULT_POLICY_FILE)), root, place);
  const isFile = (one: AcceptedFile) =>
    !repository && one.root === place && names.includes(one.file);
  const isRepository = (one: AcceptedTrust["repositories"][number]) =>
    repository && one.root === top;
  const forgotten = { files: [], repositories: [] } as Omit<AcceptedTrust, "version">;
  const kept = await changeTrust(
    { ...userStateOf(root, world), signal, wait },
    ({ files, repositories, ...accepted }) => {
      forgotten.files.push(...files.filter(isFile));
      forgotten.repositories.push(...repositories.filter(isRepository));
      return {
        ...accepted,
        files: files.filter((one) => !isFile(one)),
        repositories: repositories.filter((one) => !isRepository(one)),
      };
    },
  );
  return "fault" in kept ? refuse(kept.fault) : { kind: "forgotten", forgotten };
}

/** Returns the names by which a policy may have been accepted: as it is named, and after all links. */
function namesOf(policy: string, root: string, place: string): readonly string[] {
  const real = realPath(policy);
  const pairs = [[root, policy] as const, ...(real === undefined ? [] : [[place, real] as const])];
  return pairs.flatMap(([folder, path]) => [pathInside(folder, path) ?? [], toPosix(path)].flat());
}

/** Returns what the user has accepted, in all trees; or why it is not believed. */
export function listTrust(root: string, world: World): ReturnType<typeof readTrust> {
  return readTrust(userStateOf(root, world));
}
