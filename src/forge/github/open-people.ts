import { ForgeFault } from "../forge.ts";
import { findJson, getJson } from "../get-json.ts";
import type { DecidedPull, PeopleForge, Permission, ThreadComment } from "../people.ts";
import { readShape } from "../read-shape.ts";
import { checkAnswered, type GithubPort, type GithubRepository, pathOf } from "./github-port.ts";
import { accountOf, GHOST, isOwn } from "./is-own.ts";
import { stateOf } from "./own-pulls.ts";
import { membershipSchema, permissionSchema } from "./people-schema.ts";
import type { PullRequest } from "./pull-request.ts";
import { pullSchema } from "./pulls-schema.ts";
import { readComments } from "./read-comments.ts";
import { createComment, MAX_COMMENT, updateComment } from "./write-comment.ts";

/** Opens the people of a repository on GitHub. */
export function openGithubPeople(repository: GithubRepository, port: GithubPort): PeopleForge {
  return {
    name: "GitHub",
    limit: MAX_COMMENT,
    tellsEditors: true,
    readPull: (number) => readPull({ ...repository, number }, port),
    readThread: (number) => readThread({ ...repository, number }, port),
    permissionOf: (login) => permissionOf(login, repository, port),
    isMember: (team, login) => isMember(team, login, port),
    comment: (number, body) => createComment(port.send, { ...repository, number }, body),
    editComment: (_number, id, body) => updateComment(port.graphql, id, body),
  };
}

async function readPull(pull: PullRequest, port: GithubPort): Promise<DecidedPull> {
  const path = `${pathOf(pull)}/pulls/${pull.number}`;
  const raw = readShape(pullSchema(), await getJson(path, port.send), "GitHub");
  const { number, user, head, base } = raw;
  const name = base.repo?.full_name ?? "";
  checkAnswered(pull, { repository: name, number }, pull.number);
  return {
    number,
    author: user === null ? GHOST : { login: user.login, isBot: user.type !== "User" },
    state: stateOf(raw),
    head: head.sha,
    branch: head.repo?.full_name === name ? head.ref : undefined,
    base: base.ref,
  };
}

async function readThread(
  pull: PullRequest,
  { graphql }: GithubPort,
): Promise<readonly ThreadComment[]> {
  const { viewer, comments, isWhole } = await readComments(pull, graphql);
  if (!isWhole)
    throw new ForgeFault("failed", `The pull request has over ${comments.length} comments.`);
  return comments.map((node) => ({
    id: node.id,
    author: accountOf(node),
    body: node.body,
    createdAt: Date.parse(node.createdAt),
    isEdited: node.lastEditedAt !== null,
    isOwn: isOwn(node, viewer),
  }));
}

async function permissionOf(
  login: string,
  repository: GithubRepository,
  port: GithubPort,
): Promise<Permission> {
  const path = `${pathOf(repository)}/collaborators/${encodeURIComponent(login)}/permission`;
  const answer = await findJson(path, port.send);
  if (answer.kind === "missing") {
    // GitHub answers in the same way for an account that is gone, and for a repository that the token may not see.
    if (/ is not a user\b/.test(answer.fault.message)) return "none";
    throw answer.fault;
  }
  const { permission, user } = readShape(permissionSchema(), answer.value, "GitHub");
  if (user.login.toLowerCase() === login.toLowerCase()) return permission;
  throw new ForgeFault("failed", "GitHub answered about another account.");
}

async function isMember(
  team: string,
  login: string,
  port: GithubPort,
): Promise<boolean | undefined> {
  const [org = "", slug = "", ...rest] = team.split("/").map(encodeURIComponent);
  if (org === "" || slug === "" || rest.length > 0) return undefined;
  const path = `/orgs/${org}/teams/${slug}`;
  try {
    const membership = await findJson(
      `${path}/memberships/${encodeURIComponent(login)}`,
      port.send,
    );
    if (membership.kind === "found")
      // Who was invited is no member yet.
      return readShape(membershipSchema(), membership.value, "GitHub").state === "active";
    // Of a team that the token may see, this says that the person is no member.
    const found = await findJson(path, port.send);
    return found.kind === "found" ? false : undefined;
  } catch (error) {
    if (error instanceof ForgeFault && error.kind === "denied") return undefined;
    throw error;
  }
}
