import { ForgeFault } from "../forge.ts";
import { findJson } from "../get-json.ts";
import type { HttpPort } from "../http-port.ts";
import type { DecidedPull, PeopleForge, Permission, ThreadComment } from "../people.ts";
import { readShape } from "../read-shape.ts";
import { openAccounts } from "./accounts.ts";
import { findUser } from "./find-user.ts";
import {
  type GitlabOptions,
  type GitlabProject,
  MAX_BODY,
  openGitlabPort,
  pathOf,
} from "./gitlab-port.ts";
import { groupSchema, memberSchema } from "./gitlab-schema.ts";
import { type OwnPulls, readPull, stateOf } from "./own-pulls.ts";
import { withQuickActions } from "./quick-actions.ts";
import { readNotes } from "./read-notes.ts";
import { DEVELOPER, openProject } from "./read-project.ts";
import { createNote, updateNote } from "./write-note.ts";

/** The levels of a guest and of an owner. */
const GUEST = 10;
const OWNER = 50;

/** Opens the people of a project on GitLab. */
export function openGitlabPeople(project: GitlabProject, options: GitlabOptions): PeopleForge {
  const send = openGitlabPort(options);
  const read = openProject(project, send);
  const accountOf = openAccounts(send);
  return {
    name: "GitLab",
    limit: MAX_BODY,
    tellsEditors: false,
    readPull: async (number) =>
      await readDecided({ project: await read(), send }, number, accountOf),
    readThread: async (number) =>
      await readThread({ project: await read(), send }, number, accountOf),
    permissionOf: async (login) => await permissionOf(login, { project: await read(), send }),
    isMember: (team, login) => isMember(team, login, send),
    async comment(number, body) {
      const id = await createNote(send, pathOf(project, number), body);
      if (id === undefined) return undefined;
      return `${(await read()).url}/-/merge_requests/${number}#note_${id}`;
    },
    editComment: (number, id, body) => updateNote(send, pathOf(project, number), id, body),
  };
}

type Accounts = ReturnType<typeof openAccounts>;

async function readDecided(
  pulls: OwnPulls,
  number: number,
  accountOf: Accounts,
): Promise<DecidedPull> {
  const raw = await readPull(pulls, number);
  return {
    number,
    author: await accountOf(raw.author),
    state: stateOf(raw),
    head: raw.sha ?? "",
    branch: raw.source_project_id === pulls.project.id ? raw.source_branch : undefined,
    base: raw.target_branch,
  };
}

async function readThread(
  { project, send }: OwnPulls,
  number: number,
  accountOf: Accounts,
): Promise<readonly ThreadComment[]> {
  const { notes, isWhole } = await readNotes(pathOf(project, number), send);
  if (!isWhole) throw new ForgeFault("failed", `The merge request has over ${notes.length} notes.`);
  if (notes.some(({ noteable_iid: of }) => of !== number))
    throw new ForgeFault("failed", "GitLab answered about another merge request.");
  const thread: ThreadComment[] = [];
  for (const note of notes) {
    // A note on a line is of a review, as on GitHub.
    if (note.type === "DiffNote") continue;
    const isOwn = note.author.id === project.viewer.id;
    thread.push({
      id: `${note.id}`,
      author: await accountOf(note.author),
      body: isOwn ? withQuickActions(note.body) : note.body,
      createdAt: Date.parse(note.created_at),
      // Nothing else tells it, nor by whom. The first answer to a note changes this too.
      isEdited: note.updated_at !== note.created_at || note.imported,
      isOwn,
    });
  }
  return thread;
}

async function permissionOf(login: string, { project, send }: OwnPulls): Promise<Permission> {
  const user = await findUser(login, send);
  if (user === undefined) return "none";
  const level = await levelOf(user.id, `${pathOf(project)}/members/all`, send);
  // The token sees the project: who is missing there is no member.
  if (level === undefined || level < GUEST) return "none";
  return level >= OWNER ? "admin" : level >= DEVELOPER ? "write" : "read";
}

/** Direct members only: all of a company are members of each group in it, by way of the one of the company. */
async function isMember(team: string, login: string, send: HttpPort): Promise<boolean | undefined> {
  if (team.split("/").includes("")) return undefined;
  const path = `/groups/${encodeURIComponent(team)}`;
  try {
    const user = await findUser(login, send);
    const level = user && (await levelOf(user.id, `${path}/members`, send));
    if (level !== undefined) return level >= GUEST;
    // Of a group that the token may see, this says that the person is no member.
    const group = await findJson(path, send);
    if (group.kind === "missing") return undefined;
    const { full_path: name } = readShape(groupSchema(), group.value, "GitLab");
    return name.toLowerCase() === team.toLowerCase() ? false : undefined;
  } catch (error) {
    if (error instanceof ForgeFault && error.kind === "denied") return undefined;
    throw error;
  }
}

/** Returns the level of an active member; 0 for one that is blocked or not let in yet, undefined for no member. */
async function levelOf(user: number, members: string, send: HttpPort): Promise<number | undefined> {
  const found = await findJson(`${members}/${user}`, send);
  if (found.kind === "missing") return undefined;
  const member = readShape(memberSchema(), found.value, "GitLab");
  if (member.id !== user) throw new ForgeFault("failed", "GitLab answered about another account.");
  const isActive = member.state === "active" && member.membership_state === "active";
  return isActive ? member.access_level : 0;
}
