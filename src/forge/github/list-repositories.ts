import { z } from "zod";
import { once } from "../../shared/once.ts";
import { ForgeFault } from "../forge.ts";
import type { HttpPort } from "../http-port.ts";
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
import { readPages } from "./read-pages.ts";

const repositoriesSchema = once(() =>
  z.array(
    z
      .object({
        full_name: z.string().regex(/^[^/]+\/[^/]+$/),
        archived: z.boolean().default(false),
        /** By GitHub: nobody can clone it. */
        disabled: z.boolean().default(false),
        language: z.string().nullable().default(null),
        topics: z.array(z.string()).default([]),
      })
      .transform(({ full_name: name, archived: isArchived, disabled, language, topics }) => ({
        ...{ name, isArchived, topics, isDisabled: disabled },
        languages: language === null ? [] : [language],
      })),
  ),
);

type RawRepository = z.infer<ReturnType<typeof repositoriesSchema>>[number];

/** Lists the repositories of an organization on GitHub. Throws a `ForgeFault`. */
export async function listGithub(
  query: RepositoryQuery,
  server: string,
  send: HttpPort,
): Promise<readonly ListedRepository[]> {
  const { org, language } = query;
  // By age: a new one comes last, and moves no other. A search would end at a thousand.
  const path = `/orgs/${encodeURIComponent(org)}/repos?type=all&sort=created&direction=asc`;
  const pages = { path, size: LIST_PAGE, most: MOST_LIST_PAGES };
  const listed: RawRepository[] = [];
  await orMissing(`organization ${org}`, "GitHub", async () => {
    for await (const page of readPages(pages, repositoriesSchema(), wholeOnly(send)))
      listed.push(...page);
  });
  const wanted = wantedOf(listed, query, "GitHub").filter(
    ({ isDisabled, languages }) =>
      !isDisabled && (language === undefined || isOneOf(language, languages)),
  );
  return listedOf(wanted, server);
}

/** Fails for a list from which GitHub leaves out what an organization with single sign-on keeps from the token. */
function wholeOnly(send: HttpPort): HttpPort {
  return async (request) => {
    const answer = await send(request);
    if (!/^\s*partial-results\b/.test(answer.headers.get("x-github-sso") ?? "")) return answer;
    const message =
      "GitHub leaves repositories out: the token is not authorized for the single sign-on";
    throw new ForgeFault("denied", `${message} of the organization.`);
  };
}
