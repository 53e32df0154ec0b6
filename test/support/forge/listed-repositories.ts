import type { ForgeReply } from "./forge-server.ts";
import { Refusal, type StoredRepository } from "./forge-state.ts";
import { named } from "./gitlab-people.ts";
import { page as gitlabPage, projectView } from "./gitlab-views.ts";
import { form, ok, page, type RestRequest, type Route, repositoryOf } from "./rest-routes.ts";

/** The repositories of an organization, as GitHub lists them. */
export const ORGANIZATION_ROUTES: readonly Route[] = [
  [
    form("GET /orgs/([^/]+)/repos"),
    (at) => seen(viewed(page(ownedBy(at, false), at), repositoryView), at, "full_name"),
  ],
];

/** The projects of a group, as GitLab lists them, and the languages of one. */
export const GROUP_ROUTES: readonly Route[] = [
  [
    form("GET /groups/([^/]+)/projects"),
    (at) => {
      const isDeep = at.query.get("include_subgroups") === "true";
      const isWanted = at.query.get("archived") !== "false";
      const owned = ownedBy(at, isDeep).filter(({ isArchived }) => isWanted || !isArchived);
      const reply = viewed(gitlabPage(owned, at), (one) => projectView(one, at.viewer));
      return seen(reply, at, "path_with_namespace");
    },
  ],
  [form("GET /projects/([^/]+)/languages"), (at) => ok(repositoryOf(named(at)).languages)],
];

/** Those that an organization owns, in the order in which they were made. */
function ownedBy({ state, words }: RestRequest, isDeep: boolean): readonly StoredRepository[] {
  const org = (words[0] ?? "").toLowerCase();
  if (!state.may.listRepositories) throw new Refusal("denied", "Resource not accessible");
  const owned = [...state.repositories.values()].filter(({ name }) => {
    const folders = name.slice(0, name.lastIndexOf("/")).toLowerCase();
    return folders === org || (isDeep && `${folders}/`.startsWith(`${org}/`));
  });
  if (owned.length === 0 && !state.accounts.has(words[0] ?? ""))
    throw new Refusal("missing", "Not Found");
  return owned;
}

/** Shows those that are on a page. */
function viewed(reply: ForgeReply, view: (one: StoredRepository) => object): ForgeReply {
  return { ...reply, body: (reply.body as readonly StoredRepository[]).map(view) };
}

/** Takes out what the token may not see, after the page was cut. */
function seen(reply: ForgeReply, { state }: RestRequest, key: string): ForgeReply {
  const body = reply.body as readonly Record<string, string>[];
  return { ...reply, body: body.filter((view) => !state.hidden.has(view[key] ?? "")) };
}

function repositoryView(repository: StoredRepository): object {
  const { name, defaultBranch, isArchived, isDisabled, topics, languages } = repository;
  return {
    id: 1,
    full_name: name,
    clone_url: `https://github.test/${name}.git`,
    default_branch: defaultBranch,
    archived: isArchived,
    disabled: isDisabled,
    language: Object.keys(languages)[0] ?? null,
    topics,
  };
}
