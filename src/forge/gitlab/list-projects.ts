import { z } from "zod";
import { once } from "../../shared/once.ts";
import { ForgeFault } from "../forge.ts";
import { getJson } from "../get-json.ts";
import type { HttpPort } from "../http-port.ts";
import { readShape } from "../read-shape.ts";
import {
  isOneOf,
  LIST_PAGE,
  type ListedRepository,
  listedOf,
  MOST_LIST_PAGES,
  orMissing,
  type RepositoryQuery,
  wantedOf,
} from "../repositories.ts";
import { pathOf } from "./gitlab-port.ts";
import { readPages } from "./read-pages.ts";

const projectsSchema = once(() =>
  z.array(
    z
      .object({
        id: z.int().positive(),
        path_with_namespace: z.string(),
        archived: z.boolean().default(false),
        topics: z.array(z.string()).default([]),
      })
      .transform(({ id, path_with_namespace: name, archived: isArchived, topics }) => ({
        ...{ id, name, isArchived, topics },
      })),
  ),
);

/** The parts of a project in per cent, by language. */
const languagesSchema = once(() => z.record(z.string(), z.number()));

/** Lists the projects of a group on GitLab and of the groups in it. Throws a `ForgeFault`. */
export async function listGitlab(
  query: RepositoryQuery,
  server: string,
  send: HttpPort,
): Promise<readonly ListedRepository[]> {
  const { org, language, archived } = query;
  // A project that others share with the group is theirs. By number: a new one moves no other.
  const of = "include_subgroups=true&with_shared=false&order_by=id&sort=asc";
  const path = `/groups/${encodeURIComponent(org)}/projects?${of}${archived ? "" : "&archived=false"}`;
  const pages = { path, size: LIST_PAGE, most: MOST_LIST_PAGES };
  const { items, isWhole } = await orMissing(`group ${org}`, "GitLab", () =>
    readPages(pages, projectsSchema(), send),
  );
  if (!isWhole)
    throw new ForgeFault("failed", `GitLab lists projects of ${org} on over ${pages.most} pages.`);
  const wanted = wantedOf(items, query, "GitLab");
  if (language === undefined) return listedOf(wanted, server);
  const written: (typeof wanted)[number][] = [];
  // No list of a group tells languages.
  for (const one of wanted)
    if (isOneOf(language, await mainLanguages(one.id, send))) written.push(one);
  return listedOf(written, server);
}

/** Returns the language that most of a project is written in; none for an empty one. */
async function mainLanguages(id: number, send: HttpPort): Promise<readonly string[]> {
  const value = await getJson(`${pathOf({ project: `${id}` })}/languages`, send);
  const parts = Object.entries(readShape(languagesSchema(), value, "GitLab"));
  const most = Math.max(...parts.map(([, part]) => part));
  return parts.flatMap(([name, part]) => (part === most ? [name] : []));
}
