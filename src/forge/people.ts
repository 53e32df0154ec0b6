import type { Account } from "./pulls.ts";

/** A comment on a pull request, as the forge attests it. */
export interface ThreadComment {
  /** In the words of the forge. */
  readonly id: string;
  readonly author: Account;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** True if its text is perhaps no longer the one that its author wrote first. */
  readonly isEdited: boolean;
  /** The account of the token wrote it. */
  readonly isOwn: boolean;
}

/** A pull request on which people decide. */
export interface DecidedPull {
  readonly number: number;
  readonly author: Account;
  readonly state: "open" | "closed" | "merged";
  /** The commit that it ends in now. */
  readonly head: string;
  /** The branch that it is of; undefined if that is in another repository, such as a fork. */
  readonly branch: string | undefined;
  readonly base: string;
}

/** The right of an account in a repository. */
export type Permission = "none" | "read" | "write" | "admin";

/** The people of a repository, and what they say on a pull request. Every call may throw a `ForgeFault`. */
export interface PeopleForge {
  /** For people: `GitHub`. */
  readonly name: string;
  /** The most UTF-16 code units of a comment. */
  readonly limit: number;
  /** True if its events tell who has edited a comment. */
  readonly tellsEditors: boolean;
  readPull(number: number): Promise<DecidedPull>;
  /** Reads all comments, the oldest first. */
  readThread(number: number): Promise<readonly ThreadComment[]>;
  permissionOf(login: string): Promise<Permission>;
  /** True for a member of a team, `org/team`, at this moment; undefined if the token may not see it. */
  isMember(team: string, login: string): Promise<boolean | undefined>;
  /** Returns the address of the new comment; undefined if the forge does not say. */
  comment(number: number, body: string): Promise<string | undefined>;
  /** Replaces the text of a comment of this token. */
  editComment(number: number, id: string, body: string): Promise<void>;
}
