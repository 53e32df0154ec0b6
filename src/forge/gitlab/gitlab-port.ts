import type { z } from "zod";
import { ForgeFault } from "../forge.ts";
import { type HttpPort, type HttpPortOptions, openHttpPort } from "../http-port.ts";
import { readShape } from "../read-shape.ts";

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

/** The pages of a list. */
interface Pages {
  /** Below the base; it may have a query. */
  readonly path: string;
  readonly size: number;
  /** The most pages that are read. */
  readonly most: number;
}

/** Reads a list page by page; `isWhole` is false if there is more. */
export async function readPages<T>(
  { path, size, most }: Pages,
  schema: z.ZodType<readonly T[]>,
  send: HttpPort,
): Promise<{ readonly items: readonly T[]; readonly isWhole: boolean }> {
  const items: T[] = [];
  const joint = path.includes("?") ? "&" : "?";
  for (let page = 1; page <= most; page += 1) {
    const url = `${path}${joint}per_page=${size}&page=${page}`;
    const { value, headers } = await send({ method: "GET", path: url, isRepeatable: true });
    items.push(...readShape(schema, value, "GitLab"));
    // A page may be short although there is more: GitLab takes out what the token may not see.
    const next = headers.get("x-next-page");
    if (next === "") return { items, isWhole: true };
    if (next !== `${page + 1}`)
      throw new ForgeFault("failed", "GitLab does not say where a list goes on.");
  }
  return { items, isWhole: false };
}
