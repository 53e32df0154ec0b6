import { shown } from "../../shared/shown.ts";
import { ForgeFault } from "../forge.ts";
import { getJson } from "../get-json.ts";
import type { HttpPort } from "../http-port.ts";
import type { ForgeRepository } from "../pulls.ts";
import { readShape } from "../read-shape.ts";
import { accountOf } from "./accounts.ts";
import { type GitlabProject, pathOf } from "./gitlab-port.ts";
import { projectSchema, type RawPull, type RawUser, userSchema } from "./gitlab-schema.ts";

/** The level of a developer, who may push. */
export const DEVELOPER = 30;

/** A project as the token sees it. */
export interface KnownProject extends GitlabProject {
  readonly id: number;
  readonly url: string;
  readonly viewer: RawUser;
  /** Undefined if the project has no branch. */
  readonly defaultBranch: string | undefined;
  readonly mayPush: boolean | undefined;
}

/** Returns a function that asks for the account of the token and the project, once. */
export function openProject(project: GitlabProject, send: HttpPort): () => Promise<KnownProject> {
  let known: KnownProject | undefined;
  return async () => {
    known ??= await readProject(project, send);
    return known;
  };
}

async function readProject(project: GitlabProject, send: HttpPort): Promise<KnownProject> {
  const viewer = readShape(userSchema(), await getJson("/user", send), "GitLab");
  const raw = readShape(projectSchema(), await getJson(pathOf(project), send), "GitLab");
  const { id, path_with_namespace: path, web_url: url, permissions } = raw;
  const isAsked = /^\d+$/.test(project.project)
    ? `${id}` === project.project
    : path.toLowerCase() === project.project.toLowerCase();
  if (!isAsked) {
    // GitLab redirects from the old name of a project that was renamed.
    const message = `GitLab answered about ${shown(path)}, and not about ${project.project}.`;
    throw new ForgeFault("failed", message);
  }
  const levels = [permissions?.project_access, permissions?.group_access];
  const level = Math.max(...levels.map((access) => access?.access_level ?? 0));
  return {
    ...project,
    id,
    url,
    viewer,
    defaultBranch: raw.default_branch ?? undefined,
    // A level that came by way of a shared group is not in it.
    mayPush: level === 0 ? undefined : level >= DEVELOPER,
  };
}

/** Returns a project as a repository of any forge. Throws a `ForgeFault` if it has no branch. */
export function repositoryOf({ viewer, defaultBranch, mayPush }: KnownProject): ForgeRepository {
  if (defaultBranch === undefined)
    throw new ForgeFault("missing", "The project on GitLab has no branch.");
  return { viewer: accountOf(viewer), defaultBranch, mayPush, isJobToken: false };
}

/** Throws if an answer is about another project or merge request than the one that was asked for. */
export function checkAnswered(
  { id }: KnownProject,
  { iid, target_project_id: target }: Pick<RawPull, "iid" | "target_project_id">,
  number: number,
): void {
  if (target === id && iid === number) return;
  const message = `GitLab answered about !${iid} of project ${target}, and not about !${number} of ${id}.`;
  throw new ForgeFault("failed", message, { isUncertain: true });
}
