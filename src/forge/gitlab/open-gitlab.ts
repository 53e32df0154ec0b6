import { z } from "zod";
import { once } from "../../shared/once.ts";
import type { Forge, OwnComment } from "../forge.ts";
import { type HttpPort, type HttpPortOptions, openHttpPort } from "../http-port.ts";
import { readShape } from "../read-shape.ts";

/** A merge request on GitLab. */
export interface MergeRequest {
  /** The number of the project, or its path. */
  readonly project: string;
  /** The number of the merge request in its project. */
  readonly number: number;
}

/** The server of GitLab and the token for it; `baseUrl` ends with `/api/v4`. */
export type GitlabOptions = Pick<HttpPortOptions, "baseUrl" | "token" | "after" | "limits">;

/** UTF-16 code units. GitLab takes a million, which is more than a person reads. */
const MAX_COMMENT = 65_536;
/** A hundred notes each. */
const MOST_PAGES = 50;

const userSchema = once(() => z.object({ id: z.number() }));
const notesSchema = once(() =>
  z.array(
    z.object({
      id: z.number(),
      body: z.string(),
      system: z.boolean().default(false),
      author: z.object({ id: z.number() }),
    }),
  ),
);

/** Opens a merge request on GitLab. */
export function openGitlab({ project, number }: MergeRequest, options: GitlabOptions): Forge {
  const send = openHttpPort({
    ...options,
    name: "GitLab",
    headers: { accept: "application/json", "private-token": options.token, "user-agent": "sluice" },
  });
  const notes = `/projects/${encodeURIComponent(project)}/merge_requests/${number}/notes`;
  const write = async ({ id }: OwnComment, body: string) => {
    await send({ method: "PUT", path: `${notes}/${id}`, body: { body }, isRepeatable: true });
  };
  return {
    name: "GitLab",
    limit: MAX_COMMENT,
    findOwn: (marker) => findOwn(marker, notes, send),
    async create(body) {
      await send({ method: "POST", path: notes, body: { body }, isRepeatable: false });
      return undefined;
    },
    update: write,
    // GitLab cannot hide a note: its text gives way, and the marker with it.
    retire: (comment) => write(comment, "Outdated: a newer note of Sluice is in its place."),
  };
}

async function findOwn(
  marker: string,
  notes: string,
  send: HttpPort,
): Promise<readonly OwnComment[]> {
  const user = await send({ method: "GET", path: "/user", isRepeatable: true });
  const viewer = readShape(userSchema(), user.value, "GitLab").id;
  const found: OwnComment[] = [];
  let page = "1";
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const path = `${notes}?per_page=100&sort=asc&order_by=created_at&page=${page}`;
    const { value, headers } = await send({ method: "GET", path, isRepeatable: true });
    for (const { id, body, system, author } of readShape(notesSchema(), value, "GitLab"))
      if (!system && author.id === viewer && body.startsWith(marker))
        found.push({ id: `${id}`, body, url: undefined });
    page = headers.get("x-next-page") ?? "";
    if (!/^\d+$/.test(page)) break;
  }
  return found;
}
