import { isName, isNumber, isWholeId, readEvent } from "../files/event-file.ts";
import { readGithubEvent } from "../files/github-event.ts";
import type { Environment } from "../model/world.ts";
import { isRecord } from "../shared/is-record.ts";
import { valueBelow } from "../shared/json/value-below.ts";

/** The thing that a job is about: a comment, or a pull request of which a plan was made. */
export type DecideEvent = CommentEvent | PlanEvent;

/** What both have. */
interface PullEvent {
  /** The number of the pull request. */
  readonly number: number;
  /** The branch whose policy counts. */
  readonly defaultBranch: string;
}

/** A plan was made of a pull request. */
export interface PlanEvent extends PullEvent {
  readonly kind: "plan";
  /** The commit that it was made of. */
  readonly head: string;
  /** The number of the run that keeps the plan; undefined: this one. */
  readonly run?: string | undefined;
}

/** An event about a comment on a pull request. */
export interface CommentEvent extends PullEvent {
  readonly kind: "comment";
  /** The id of the comment, in the words of the forge. */
  readonly id: string;
  /** Of an edit whose author the forge attests: somebody has perhaps ticked a box. */
  readonly edit?: CommentEdit;
  /** True if it was not written just now. */
  readonly isEdited: boolean;
}

/** Who has edited a comment, and how. */
interface CommentEdit {
  readonly by: { readonly login: string; readonly isBot: boolean };
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly before: string;
  readonly after: string;
}

/** Finds what a job of GitHub is about; undefined if it is neither a comment nor a plan of a pull request. */
export async function findGithubEvent(env: Environment): Promise<DecideEvent | undefined> {
  const file = env.GITHUB_EVENT_PATH;
  const event = file ? await readEvent(file) : undefined;
  if (event === undefined) return undefined;
  if (isRecord(valueBelow(event, "issue", "pull_request"))) return githubComment(event);
  const {
    run,
    runHead,
    runPull,
    number = runPull,
    head = runHead,
    defaultBranch,
  } = (await readGithubEvent(file)) ?? {};
  if (number === undefined || head === undefined || defaultBranch === undefined) return undefined;
  return { kind: "plan", number, head, defaultBranch, run };
}

function githubComment(event: Readonly<Record<string, unknown>>): CommentEvent | undefined {
  const [action, number] = [valueBelow(event, "action"), valueBelow(event, "issue", "number")];
  const [id, main] = [
    valueBelow(event, "comment", "node_id"),
    valueBelow(event, "repository", "default_branch"),
  ];
  if (action !== "created" && action !== "edited") return undefined;
  if (!isNumber(number) || !isName(id) || !isName(main)) return undefined;
  const isEdited = action === "edited";
  const about = { kind: "comment", number, id, defaultBranch: main, isEdited } as const;
  const edit = isEdited ? githubEdit(event) : undefined;
  return edit === undefined ? about : { ...about, edit };
}

function githubEdit(event: Readonly<Record<string, unknown>>): CommentEdit | undefined {
  const [login, type] = [valueBelow(event, "sender", "login"), valueBelow(event, "sender", "type")];
  const [before, after] = [
    valueBelow(event, "changes", "body", "from"),
    valueBelow(event, "comment", "body"),
  ];
  const time = valueBelow(event, "comment", "updated_at");
  const moment = typeof time === "string" ? Date.parse(time) : Number.NaN;
  if (!isName(login) || Number.isNaN(moment)) return undefined;
  if (typeof before !== "string" || typeof after !== "string") return undefined;
  return { by: { login, isBot: type !== "User" }, at: moment, before, after };
}

/**
 * Finds what a job of GitLab is about, by the payload of the webhook that started it: a comment, or a merge request.
 * Who sends that is a stranger: everything but the numbers is asked of the project again.
 */
export async function findGitlabEvent(env: Environment): Promise<DecideEvent | undefined> {
  const { CI_DEFAULT_BRANCH: main, TRIGGER_PAYLOAD: file } = env;
  const event = file ? await readEvent(file) : undefined;
  const [kind, about] = [valueBelow(event, "object_kind"), valueBelow(event, "object_attributes")];
  if (!main || (kind !== "note" && kind !== "merge_request")) return undefined;
  const number = valueBelow(kind === "note" ? valueBelow(event, "merge_request") : about, "iid");
  const [id, head] = [valueBelow(about, "id"), valueBelow(about, "last_commit", "id")];
  if (!isNumber(number) || !isNumber(id)) return undefined;
  if (kind === "merge_request")
    return isWholeId(head) ? { kind: "plan", number, head, defaultBranch: main } : undefined;
  const isEdited = valueBelow(about, "action") === "update";
  return { kind: "comment", number, id: `${id}`, defaultBranch: main, isEdited };
}
