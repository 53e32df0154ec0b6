import { at, isName, isNumber, readEvent } from "../files/event-file.ts";
import { isRecord } from "../shared/is-record.ts";

/** An event of GitHub about a comment on a pull request. */
export interface CommentEvent {
  /** `edited` also if somebody ticks a box. */
  readonly action: "created" | "edited";
  /** The number of the pull request. */
  readonly number: number;
  /** The id of the comment in GraphQL. */
  readonly id: string;
  /** Who wrote or edited it. */
  readonly sender: { readonly login: string; readonly isBot: boolean };
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The text before the edit; undefined if it did not change. */
  readonly before: string | undefined;
  readonly after: string;
  readonly defaultBranch: string | undefined;
}

/** Reads the file of an event about a comment on a pull request. Undefined if it is none, or cannot be read as one. */
export async function readCommentEvent(
  file: string | undefined,
): Promise<CommentEvent | undefined> {
  const event = file ? await readEvent(file) : undefined;
  if (event === undefined || !isRecord(at(event, "issue", "pull_request"))) return undefined;
  const [action, number] = [at(event, "action"), at(event, "issue", "number")];
  const [id, after] = [at(event, "comment", "node_id"), at(event, "comment", "body")];
  const [login, type] = [at(event, "sender", "login"), at(event, "sender", "type")];
  const time = at(event, "comment", "updated_at");
  const moment = typeof time === "string" ? Date.parse(time) : Number.NaN;
  const [before, main] = [
    at(event, "changes", "body", "from"),
    at(event, "repository", "default_branch"),
  ];
  if (action !== "created" && action !== "edited") return undefined;
  if (!isNumber(number) || !isName(id) || !isName(login) || Number.isNaN(moment)) return undefined;
  if (typeof after !== "string") return undefined;
  return {
    ...{ action, number, id, after },
    sender: { login, isBot: type !== "User" },
    at: moment,
    before: typeof before === "string" ? before : undefined,
    defaultBranch: isName(main) ? main : undefined,
  };
}
