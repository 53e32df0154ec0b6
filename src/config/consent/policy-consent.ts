import { readTrust } from "../../cache/trust-file.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { PolicyCheck } from "../../model/policy/checks.ts";
import type { Policy } from "../../model/policy.ts";
import type { World } from "../../model/world.ts";
import type { Consent } from "../../request/request.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import type { PullRequestJob } from "../../shared/ci/find-ci-job.ts";
import { sha256 } from "../../shared/sha256.ts";
import { shown } from "../../shared/shown.ts";
import { userStateOf } from "../../tree/user-state-of.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { findPullRequest } from "../sources/resolve-trust.ts";
import { placesOfTrust } from "./places-of-trust.ts";
import { isTrustedCheckout } from "./trusted-checkout.ts";
import { wordsFor } from "./words-for.ts";

/** A policy of the tree that is not trusted: its checks may not run, its `allow` does not count, it does not push. */
export interface Distrusted {
  /** The file. */
  readonly path: string;
  /** What follows "is not trusted". */
  readonly why: string;
  /** The words that name it on the command line. */
  readonly words: string;
}

/** The request and the world in which consent is looked for. */
export interface ConsentPlace extends Pick<World, "cwd" | "env" | "user"> {
  readonly reader: ConfigReader;
  readonly allowCode: Consent["allowCode"];
  /** See {@link isTrustedCheckout}. */
  readonly head?: string | undefined;
}

/**
 * Returns why the consent of a policy does not count: one of the work tree, which a stranger may have written, counts
 * only if the caller has trusted it. One of the base, of Sluice, and one that the caller brings from elsewhere, count
 * as ever, and one that gives no consent needs none.
 */
export async function findDistrusted(
  policy: Policy | undefined,
  place: ConsentPlace,
): Promise<Distrusted | undefined> {
  if (place.allowCode || !givesConsent(policy)) return undefined;
  return distrustedIn(policy, place);
}

/** True if a policy has something that a run may only do with consent. */
function givesConsent(policy: Policy | undefined): policy is Policy {
  const { checks, allow, commits } = policy ?? {};
  return checks !== undefined || allow !== undefined || commits?.sign !== undefined;
}

/**
 * Returns why a policy may not push and open pull requests (`publish`), nor say who approves (`approvals`); undefined
 * if it may. Never one of the work tree of a job that may have checked out a pull request, whatever was accepted; and
 * `--allow-code` says nothing about it.
 */
export async function findDistrustedOnForge(
  policy: Policy,
  place: Omit<ConsentPlace, "allowCode">,
): Promise<Distrusted | undefined> {
  return distrustedIn(policy, place, await findPullRequest(place));
}

async function distrustedIn(
  policy: Policy,
  place: Omit<ConsentPlace, "allowCode">,
  job?: PullRequestJob,
): Promise<Distrusted | undefined> {
  const files = policyFilesOf(place.reader);
  const own = files.find(({ path }) => path === policy.source) ?? files[0];
  if (own === undefined) return undefined;
  const why = job === undefined ? await whyDistrusted(files, place) : whyOfJob(job);
  if (why === undefined) return undefined;
  return { path: own.path, why, words: wordsFor(own.path, place.reader.root, place.cwd) };
}

function whyOfJob({ system, isUnclear }: PullRequestJob): string {
  const has = isUnclear ? "may have checked out a pull request" : "checks out a pull request";
  return `: the job of ${system} ${has}`;
}

/** A file of the work tree that a policy was read from. */
export interface PolicyFile {
  /** As in the sources of the run. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Returns the files of the work tree that the policy of a run was read from. */
export function policyFilesOf({ sources, policyBytes }: ConfigReader): readonly PolicyFile[] {
  return sources.flatMap(({ path, role, origin }) => {
    const bytes = policyBytes.get(path);
    return role === "policy" && origin === "tree" && bytes !== undefined ? [{ path, bytes }] : [];
  });
}

/**
 * Returns what follows "is not trusted"; undefined if the policy is trusted: CI builds it of the default branch, or the
 * user has accepted it as it is, or all of its repository.
 */
async function whyDistrusted(
  files: readonly PolicyFile[],
  { reader, head, ...world }: Omit<ConsentPlace, "allowCode">,
): Promise<string | undefined> {
  const { root } = reader;
  const { env } = world;
  const git = reader.loading.gitIn(root, env);
  const { place, repository, id } = placesOfTrust(root);
  if (await isTrustedCheckout(env, { git, files, root: place, repository, head })) return undefined;
  const read = readTrust(userStateOf(root, world));
  if ("fault" in read) return ` (${read.fault.replace(/\.$/, "")})`;
  const { accepted } = read;
  const pin = accepted.files.filter((one) => one.root === place);
  const names = files.map(({ path }) => path);
  const digest = digestOf(files);
  if (pin.some((one) => one.digest === digest)) return undefined;
  const here = accepted.repositories.filter((one) => one.root === repository);
  if (here.some((one) => id !== "" && one.id === id)) return undefined;
  if (here.length > 0) return ": another repository was there when you accepted all of it";
  const hasChanged = pin.some(({ file }) => names.includes(file));
  return hasChanged ? ": it has changed since you accepted it" : "";
}

/** Returns the digest of files by which they are known again: of their paths and bytes. */
export function digestOf(files: readonly PolicyFile[]): string {
  return sha256(canonicalJson(files.map(({ path, bytes }) => [path, sha256(bytes)])));
}

/** Returns the checks that a rule of a policy names: those that a run may start. */
export function namedChecks({ guards, rules, checks = [] }: Policy): readonly PolicyCheck[] {
  const named = new Set([...guards, ...rules].flatMap((rule) => rule.checks ?? []));
  return checks.filter(({ name }) => named.has(name));
}

/** Returns the fault of a run that would start these checks of a policy that is not trusted with commands. */
export function refuseChecks(
  started: readonly PolicyCheck[],
  distrusted: Distrusted | undefined,
): readonly Diagnostic[] {
  if (distrusted === undefined) return [];
  const run = started.map(({ name }) => name);
  if (run.length === 0) return [];
  const [path, checks] = [distrusted.path, run.map((name) => `\`${shown(name)}\``).join(", ")];
  const what = run.length === 1 ? `The check ${checks}` : `The checks ${checks}`;
  const are = run.length === 1 ? "is a command" : "are commands";
  return [
    {
      code: "not-trusted",
      severity: "error",
      message: `${what} of ${shown(path)} ${are}, and this file of the tree is not trusted with any${distrusted.why}.`,
      hint: waysToTrust(distrusted),
      path,
    },
  ];
}

/** Returns the fault of a run that would sign its commits, or not, by a policy that is not trusted. */
export function refuseSigning(
  policy: Policy | undefined,
  distrusted: Distrusted | undefined,
): readonly Diagnostic[] {
  if (distrusted === undefined || policy?.commits?.sign === undefined) return [];
  const path = distrusted.path;
  const message = `\`commits.sign\` of ${shown(path)} does not count: this file of the tree is not trusted${distrusted.why}.`;
  const hint = `Remove it: then commits are signed as git is set. ${waysToTrust(distrusted)}`;
  return [{ code: "not-trusted", severity: "error", message, hint, path }];
}

/** Returns the fault of a command that would push, or let people approve, by a policy that is not trusted. */
export function refuseOnForge(
  part: "publish" | "approvals",
  { path, why, words }: Distrusted,
): Diagnostic {
  const message = `\`${part}\` of ${shown(path)} does not count: this file of the tree is not trusted${why}.`;
  const hint =
    "Take the policy from a commit that you trust, `--trust base --base REF`; or run in a job for a push to the " +
    `default branch, or a schedule. Outside of CI, \`sluice trust accept ${words}\` accepts it as it is.`;
  return { code: "not-trusted", severity: "error", message, hint, path };
}

/** Returns the ways to trust a policy of the tree, for a hint. */
export function waysToTrust({ words }: Distrusted): string {
  return (
    `If you trust it as it is, run \`sluice trust accept ${words}\` once; for this run alone, add --allow-code; ` +
    "or take the policy from a commit that you trust: `--trust base --base REF`, such as `--base HEAD` if that " +
    "is yours."
  );
}
