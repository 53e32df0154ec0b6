import { type HttpPort, type HttpPortOptions, openHttpPort } from "../http-port.ts";

/** The server of GitLab and the token for it; `baseUrl` ends with `/api/v4`. */
export type GitlabOptions = Pick<
  HttpPortOptions,
  "baseUrl" | "token" | "after" | "limits" | "longestWait"
>;

/** A project on GitLab. */
export interface GitlabProject {
  /** Its number, or its path. */
  readonly project: string;
}

/** UTF-16 code units. GitLab takes a million, which is more than a person reads. */
export const MAX_BODY = 65_536;

/** Milliseconds between writes: an account may write sixty notes in a minute. */
const WRITE_PAUSE = 1000;

/**
 * Opens the way to GitLab. The token is a personal, project or group access token with the scope `api`; the one that
 * each job gets, `CI_JOB_TOKEN`, may write none of this.
 */
export function openGitlabPort(options: GitlabOptions): HttpPort {
  return openHttpPort({
    ...options,
    name: "GitLab",
    writePause: WRITE_PAUSE,
    headers: { accept: "application/json", "private-token": options.token, "user-agent": "sluice" },
  });
}

/** Returns the path of a project, or of a merge request in it. */
export function pathOf({ project }: GitlabProject, number?: number): string {
  const path = `/projects/${encodeURIComponent(project)}`;
  return number === undefined ? path : `${path}/merge_requests/${number}`;
}
