import { type Forge, ForgeFault, type ForgeFaultKind, type OwnComment } from "../../forge/forge.ts";
import type { ForgeName } from "../../model/forge/forge-name.ts";
import type { World } from "../../model/world.ts";
import type { CommentedReport } from "../../report/comment/commented-report.ts";
import { type CommentUse, commentOf } from "./comment-of.ts";
import { type FoundPull, findPull } from "./find-pull.ts";
import { makeSuggestions } from "./make-suggestions.ts";
import { ancestryIn, type RunMark } from "./run-mark.ts";
import { writeComment } from "./write-comment.ts";

const ADVICE: Readonly<Record<ForgeName, string>> = {
  github:
    "Give the job `permissions: pull-requests: write`. For a pull request from a fork the " +
    "token only reads, and the summary has the results.",
  gitlab:
    "Set GITLAB_TOKEN to a project access token with the scope `api` and the role Developer; " +
    "CI_JOB_TOKEN cannot write notes.",
};

/** The wishes for a comment. */
export interface CommentOptions extends CommentUse {
  /** The tokens that may comment; a missing one is empty. Only the token of the forge is used. */
  readonly tokens: Readonly<Record<ForgeName, string>>;
  /** Default: the forge of the CI system. */
  readonly forge?: ForgeName | undefined;
  /** The number of the pull request. Default: the job's. */
  readonly number?: number | undefined;
  /** auto: a first comment only if there is something to say. */
  readonly when: "auto" | "always";
  /** The most suggestions on lines of one pull request, of all runs together; 0 for none. */
  readonly suggestions: number;
}

/** The outcome of a comment. Each note is one or two sentences for the log; none of them makes a job fail. */
export type CommentOutcome =
  | {
      readonly kind: "created" | "updated";
      readonly url: string | undefined;
      readonly suggestions: number;
      readonly notes: readonly string[];
    }
  /** The comment is about a newer run, and stays. */
  | { readonly kind: "older"; readonly notes: readonly [string] }
  /** There is nothing to say, and no comment of an earlier run; or the job is not one of a pull request. */
  | { readonly kind: "quiet" | "no-pull"; readonly notes: readonly [] }
  | { readonly kind: "none"; readonly notes: readonly [string] };

/** The parts of a world that a comment needs. */
export type CommentWorld = Pick<World, "cwd" | "env" | "after" | "interrupted">;

/** Milliseconds for everything: a job does not stay for a comment. */
export const WHOLE_TIME = 120_000;

/**
 * Puts a report on the pull request of a job: one comment, which later runs update, and suggestions on its lines. Never
 * throws because of a server or a token: the notes say why there is no comment.
 */
export async function commentOn(
  report: CommentedReport,
  world: CommentWorld,
  options: CommentOptions,
): Promise<CommentOutcome> {
  const pull = await findPull(world.env, options);
  if (pull.kind === "none") return none(pull.why);
  if (pull.kind === "no-pull") return { kind: "no-pull", notes: [] };
  const token = options.tokens[pull.kind];
  if (token === "") return none(adviceOn(pull.kind, "denied", "There is no token."));
  const forge = await openForge(pull, world, token);
  const comment = await commentOf(report, world, options);
  const notes: string[] = [];
  const note = (kind: ForgeFault["kind"], message: string) =>
    notes.push(adviceOn(pull.kind, kind, message));
  try {
    const written = await writeComment(forge, comment, {
      ...world,
      isWorthIt: options.when === "always" || hasNews(report),
      isAncestor: ancestryIn(options.root, world.env),
      note: (sentence) => {
        if (!notes.includes(sentence)) notes.push(sentence);
      },
    });
    if (written.kind === "quiet") return { kind: "quiet", notes: [] };
    if (written.kind === "older") return older(written.theirs);
    const { kind, url, old } = written;
    await attempt(() => retireAll(forge, old), inContext("An older comment is not hidden.", note));
    const head = pull.kind === "github" ? pull.head : undefined;
    const made = await attempt(
      () => makeSuggestions(report, forge, { ...options, world, head }),
      inContext("There are no suggestions.", note),
    );
    return { kind, url, suggestions: made ?? 0, notes };
  } catch (error) {
    if (!(error instanceof ForgeFault)) throw error;
    const place = pull.kind === "gitlab" ? "merge request" : "pull request";
    const message = `There is no comment on the ${place}. ${error.message}`;
    return none(adviceOn(pull.kind, error.kind, message));
  }
}

function older({ commit }: RunMark): CommentOutcome {
  const about = commit === undefined ? "" : `, about commit ${commit.slice(0, 10)}`;
  return { kind: "older", notes: [`The comment is of a newer run${about}, and stays as it is.`] };
}

function none(note: string): CommentOutcome {
  return { kind: "none", notes: [note] };
}

/** True if a person who did not ask wants to read it. */
function hasNews({ actions, exitCode }: CommentedReport): boolean {
  return actions.length > 0 || exitCode !== 0;
}

/** Loads the client of a forge only now that it is needed. */
async function openForge(
  pull: Exclude<FoundPull, { kind: "none" | "no-pull" }>,
  { after, interrupted }: CommentWorld,
  token: string,
): Promise<Forge> {
  const limits = [interrupted, after(WHOLE_TIME)];
  const options = { baseUrl: pull.baseUrl, token, after, limits };
  if (pull.kind === "gitlab") {
    const { openGitlab } = await import("../../forge/gitlab/open-gitlab.ts");
    return openGitlab(pull, options);
  }
  const { openGithub } = await import("../../forge/github/open-github.ts");
  return openGithub(pull, options);
}

type Note = (kind: ForgeFault["kind"], message: string) => void;

function inContext(what: string, note: Note): Note {
  return (kind, message) => note(kind, `${what} ${message}`);
}

/** Hides what is older. The first fault ends it, so that one note says it. */
async function retireAll(forge: Forge, old: readonly OwnComment[]): Promise<void> {
  for (const comment of old) await forge.retire(comment);
}

/** Does what is not worth the comment itself; a fault is noted. */
async function attempt<T>(act: () => Promise<T>, note: Note): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ForgeFault)) throw error;
    note(error.kind, error.message);
    return undefined;
  }
}

/** Returns why something was not done, with what there is to do about it. */
function adviceOn(forge: ForgeName, kind: ForgeFaultKind, message: string): string {
  if (kind !== "denied" && kind !== "missing") return message;
  return `${message} ${ADVICE[forge]}`;
}
