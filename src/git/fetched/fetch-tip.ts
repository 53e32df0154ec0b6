import { existsSync } from "node:fs";
import { isLoopback } from "../../shared/http/is-loopback.ts";
import { messageOf } from "../../shared/message-of.ts";
import { endMarked, MARK_VARIABLE, nextMark } from "../../shared/process/end-marked.ts";
import { redactor } from "../../shared/redact.ts";
import { type Environment, gitIn, type RunGit } from "../run-git.ts";
import { FETCH_SETTINGS, type GitProtocol } from "./fetch-settings.ts";
import { serverFault } from "./server-fault.ts";
import { TipFault } from "./tip-fault.ts";

/** A branch, a tag or a commit of another repository. */
export interface RemoteTip {
  /** An address without credentials, or an absolute path: never an option of git. */
  readonly url: string;
  readonly protocol: GitProtocol;
  /** Absent: the branch that its HEAD names. */
  readonly ref?: string | undefined;
}

/** The bounds of a fetch. */
export interface TipFetching {
  /** The variables of the user, with the secrets that helpers of credentials need. */
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly time: number;
  /** Of the whole mirror. */
  readonly bytes: number;
  /** Returns the size of the mirror as it is. */
  readonly sizeNow: () => number;
}

/** The name of the tip in a mirror. */
export const TIP = "refs/sluice/tip";

/** The time between two looks at the size; milliseconds. */
const WATCH = 200;

/**
 * Faults that commits of many projects have, which `git clone` takes: of names, addresses and dates, and modes with a
 * zero in front. Those by which a tree could write elsewhere than its names say stay errors.
 */
const HARMLESS = [
  ...["badDate", "badDateOverflow", "badEmail", "badName", "badTimezone", "missingEmail"],
  ...["missingNameBeforeEmail", "missingSpaceBeforeDate", "missingSpaceBeforeEmail"],
  ...["multipleAuthors", "nulInCommit", "zeroPaddedDate", "zeroPaddedFilemode"],
];

const SETTINGS: readonly string[] = [
  ...FETCH_SETTINGS,
  ...HARMLESS.map((id) => `fetch.fsck.${id}=ignore`),
];

/**
 * Fetches the last commit of a branch, without its history, into a mirror that Sluice has made, and returns its id.
 * Git asks nobody for a password: the user's own configuration gives it, or nothing does. Throws a {@link TipFault}.
 */
export async function fetchTip(
  folder: string,
  tip: RemoteTip,
  bounds: TipFetching,
): Promise<string> {
  const full = new AbortController();
  const isFull = () => bounds.sizeNow() > bounds.bytes;
  const signal = AbortSignal.any([bounds.signal, full.signal]);
  const mark = nextMark();
  const git = gitFor(folder, tip, { ...bounds, signal, mark });
  const timer = setInterval(() => isFull() && full.abort(), WATCH);
  try {
    if (!(bounds.sizeNow() > 0 && (await isUpToDate(git, tip)))) await fetchFirst(git, tip);
    if (isFull()) throw tooLarge(bounds.bytes);
    return (await git(["rev-parse", "--verify", "--quiet", `${TIP}^{commit}`])).trim();
  } catch (error) {
    endMarked(mark); // What git has started may outlive it, and take what a server sends.
    if (error instanceof TipFault) throw error;
    bounds.signal.throwIfAborted();
    if (full.signal.aborted) throw tooLarge(bounds.bytes);
    if (tip.protocol === "file" && !existsSync(tip.url))
      throw new TipFault("cannot-clone", `there is no folder \`${tip.url}\``);
    throw faultOf(error, bounds.env);
  } finally {
    clearInterval(timer);
  }
}

/** True if the mirror has what the server has: with `--depth`, git would fetch it again. */
async function isUpToDate(git: RunGit, { url, ref }: RemoteTip): Promise<boolean> {
  const [name = "HEAD"] = refsFor(ref);
  const here = await git(["rev-parse", "--verify", "--quiet", TIP]).catch(() => "");
  if (here.trim() === "" || name === here.trim()) return here !== "";
  // A fault of the server is told by the fetch.
  const there = await git(["ls-remote", "--quiet", "--end-of-options", url, name]).catch(() => "");
  return there.split("\n").some((line) => line === `${here.trim()}\t${name}`);
}

/** Fetches the first of the refs that the name may mean. */
async function fetchFirst(git: RunGit, { url, ref }: RemoteTip): Promise<void> {
  for (const name of refsFor(ref)) {
    try {
      await git([...FETCH, url, `+${name}:${TIP}`]);
      return;
    } catch (error) {
      if (!NO_REF.test(messageOf(error))) throw error;
    }
  }
  const refs = await git(["ls-remote", "--quiet", "--end-of-options", url]);
  if (refs.trim() === "") throw new TipFault("empty", "it has no commit yet");
  const missing =
    ref === undefined
      ? "it does not have the branch that its HEAD names"
      : `it has no branch, no tag and no commit \`${ref}\``;
  throw new TipFault("no-ref", missing);
}

const FETCH: readonly string[] = [
  ...["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"],
  ...["--no-auto-maintenance", "--depth=1", "--end-of-options"],
];

const NO_REF = /couldn't find remote ref|not our ref|unadvertised object/;

/** A branch comes before a tag of its name, as for `git clone --branch`. */
function refsFor(ref: string | undefined): readonly string[] {
  if (ref === undefined) return ["HEAD"];
  if (ref.startsWith("refs/") || /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(ref)) return [ref];
  return [`refs/heads/${ref}`, `refs/tags/${ref}`];
}

function gitFor(
  folder: string,
  { protocol, url }: RemoteTip,
  {
    env,
    signal,
    time,
    mark,
  }: Pick<TipFetching, "env" | "signal" | "time"> & { readonly mark: string },
): RunGit {
  return gitIn(folder, withoutTraces(env), {
    ...{ signal, time, settings: SETTINGS, usesHelpers: true },
    variables: {
      [MARK_VARIABLE]: mark,
      ...secretsOf(env),
      GIT_ALLOW_PROTOCOL: allowed(protocol, url),
      ...NO_QUESTIONS,
    },
  });
}

/** No program opens a window. */
const NO_QUESTIONS = { SSH_ASKPASS: "", SSH_ASKPASS_REQUIRE: "never", GCM_INTERACTIVE: "never" };

/** Variables by which git writes down what it sends: credentials are among it. */
const TRACES = /^GIT_(TRACE|CURL_VERBOSE)/i;

const untraced = new WeakMap<Environment, Environment>();

/** Returns the variables of git in a mirror: the same for the same, so that git is asked for its settings once. */
export function withoutTraces(env: Environment): Environment {
  const known = untraced.get(env);
  if (known !== undefined) return known;
  const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !TRACES.test(name)));
  untraced.set(env, rest);
  return rest;
}

/** The user's configuration may send an address of https by ssh, or the other way round. */
function allowed(protocol: GitProtocol, url: string): string {
  if (protocol === "file") return "file";
  const isHere = protocol === "http" && isLoopback(new URL(url).hostname);
  return isHere ? "http:https:ssh" : "https:ssh";
}

const SECRET = /TOKEN|SECRET|PASSW|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY/i;

/** Returns the variables that no other call of git gets: a helper of the user may read its token there. */
function secretsOf(env: Environment): Readonly<Record<string, string>> {
  const entries = Object.entries(env).filter(([name]) => SECRET.test(name));
  return Object.fromEntries(entries.map(([name, value = ""]) => [name, value]));
}

function tooLarge(bytes: number): TipFault {
  return new TipFault("too-large", `it takes more than ${bytes} bytes`);
}

function faultOf(error: unknown, env: Environment): TipFault {
  if ((error as NodeJS.ErrnoException).code === "ENOENT")
    return new TipFault("cannot-clone", "git is not installed");
  const text = messageOf(error);
  if (/mismatched algorithms/.test(text)) return new TipFault("other-format", "its ids are others");
  if (/took longer than/.test(text)) return new TipFault("timeout", serverFault(text));
  const redact = redactor(Object.values(secretsOf(env)));
  const plain = redact(serverFault(text)).replaceAll(/:\/\/[^/@\s]*@/g, "://…@");
  return new TipFault("cannot-clone", plain);
}
