import { type AcceptedTrust, changeTrust } from "../../cache/trust-file.ts";
import { placesOfTrust } from "../../config/consent/places-of-trust.ts";
import { digestOf, policyFilesOf } from "../../config/consent/policy-consent.ts";
import { preparePolicy } from "../../config/prepare/prepare-policy.ts";
import { LoadingStopped } from "../../config/sources/loading-stop.ts";
import { openSources } from "../../config/sources/open-sources.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import type { PolicyApprovals } from "../../model/policy/approvals.ts";
import type { PolicyCheck } from "../../model/policy/checks.ts";
import type { PolicyPublish } from "../../model/policy/publish.ts";
import type { Policy } from "../../model/policy.ts";
import type { World } from "../../model/world.ts";
import { DEFAULT_POLICY_FILE } from "../../request/options/file-names.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { shown } from "../../shared/shown.ts";
import { userStateOf } from "../../tree/user-state-of.ts";
import { policyOfPart, type TrustedPart } from "./bare-policy.ts";
import { type RefusedChange, refuse, refused, wait } from "./change-of-user.ts";

/** What a user has consented to, or why nothing changed. */
export type Acceptance =
  | {
      readonly kind: "file";
      /** The root in which it counts; absolute. */
      readonly root: string;
      /** The policy, and the others in the tree that it extends, relative to the root; its own first. */
      readonly files: readonly string[];
      readonly checks: readonly Omit<PolicyCheck, "after">[];
      readonly env: readonly string[];
      readonly hosts: readonly string[];
      /** What it does with commits and on a forge. */
      readonly landing: AcceptedLanding;
      /** The file that remembers it. */
      readonly keptIn: string;
    }
  | { readonly kind: "repository"; readonly repository: string; readonly keptIn: string }
  /** A policy that runs no command, allows nothing and does nothing on a forge: it needs no consent. */
  | { readonly kind: "needless"; readonly root: string; readonly files: readonly string[] }
  | RefusedChange;

/** Accepts a policy of the tree as it is now, or all of a repository until it is forgotten. */
export async function acceptTrust(
  part: TrustedPart,
  world: World,
  signal: AbortSignal,
): Promise<Acceptance> {
  if (part.repository) {
    const { root } = part;
    const places = placesOfTrust(root);
    const change = (accepted: AcceptedTrust) => ({
      ...accepted,
      repositories: [
        ...accepted.repositories.filter((one) => one.root !== places.repository),
        { root: places.repository, id: places.id },
      ],
    });
    const kept = await changeTrust({ ...userStateOf(root, world), signal, wait }, change);
    if ("fault" in kept) return refuse(kept.fault);
    return { kind: "repository", repository: places.repository, keptIn: kept.path };
  }
  try {
    const named = await policyOfPart(part, world, signal);
    if ("diagnostics" in named) return refused(named.diagnostics);
    const { root } = named;
    const read = await readPolicyOf({ ...named, packages: part.packages }, world, signal);
    if (read.kind !== "read") return read;
    const { files, digest, checks, env, hosts, landing } = read;
    const [own = ""] = files;
    const more = Object.keys(landing).length;
    if (checks.length + env.length + hosts.length + more === 0)
      return { kind: "needless", root, files };
    const change = ({ files: known, ...accepted }: AcceptedTrust) => ({
      ...accepted,
      files: withFile(known, { root: placesOfTrust(root).place, file: own, digest }),
    });
    const kept = await changeTrust({ ...userStateOf(root, world), signal, wait }, change);
    if ("fault" in kept) return refuse(kept.fault);
    return { kind: "file", root, files, checks, env, hosts, landing, keptIn: kept.path };
  } catch (error) {
    if (error instanceof LoadingStopped) return refuse("Ended before the policy was read.");
    throw error;
  }
}

async function readPolicyOf(
  { root, file, packages = [] }: Pick<TrustedPart, "root" | "file" | "packages">,
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
    landing: landingOf(policy),
  };
}

/** The parts of a policy that count only with consent, and run no command; absent without them. */
interface AcceptedLanding {
  readonly sign?: boolean;
  readonly publish?: PolicyPublish;
  /** Of the policy, and of its guards and rules. */
  readonly approvals?: readonly PolicyApprovals[];
}

function landingOf({ commits, publish, approvals, guards, rules }: Policy): AcceptedLanding {
  const all = [approvals, ...[...guards, ...rules].map((rule) => rule.approvals)];
  const named = all.filter((one) => one !== undefined);
  return definedOnly({
    sign: commits?.sign,
    publish,
    approvals: named.length === 0 ? undefined : named,
  });
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
