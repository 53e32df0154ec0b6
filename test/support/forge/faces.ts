import { listGithub } from "../../../src/forge/github/list-repositories.ts";
import { openGithubPeople } from "../../../src/forge/github/open-people.ts";
import { openGithubPulls } from "../../../src/forge/github/open-pulls.ts";
import { openGitlabPort } from "../../../src/forge/gitlab/gitlab-port.ts";
import { listGitlab } from "../../../src/forge/gitlab/list-projects.ts";
import { openGitlabPeople } from "../../../src/forge/gitlab/open-people.ts";
import { openGitlabPulls } from "../../../src/forge/gitlab/open-pulls.ts";
import type { PeopleForge } from "../../../src/forge/people.ts";
import type { PullForge } from "../../../src/forge/pulls.ts";
import type { ListedRepository, RepositoryQuery } from "../../../src/forge/repositories.ts";
import { type ForgeServer, startForge } from "./forge-server.ts";
import { addRepository, type StoredRepository } from "./forge-state.ts";
import { gitlabFace } from "./gitlab.ts";
import { hastyOptions, startGithub } from "./hasty-port.ts";

/** A forge with the repository octo/demo, and the ways to it. */
interface StartedFace {
  readonly forge: ForgeServer;
  readonly demo: StoredRepository;
  readonly pulls: PullForge;
  readonly people: PeopleForge;
  /** Lists repositories of an organization, whose addresses begin with `https://forge.test`. */
  readonly list: (query: Partial<RepositoryQuery>) => Promise<readonly ListedRepository[]>;
  /** The account of the token, which is a bot. */
  readonly viewer: string;
  /** Milliseconds; of both ways. */
  readonly waits: readonly number[];
}

const HOUR = 3_600_000;
const SERVER = "https://forge.test";
const ALL: RepositoryQuery = { org: "octo", exclude: [], archived: false };

async function startGithubFace(): Promise<StartedFace> {
  const { forge, demo, port, waits } = await startGithub();
  const name = { owner: "octo", repository: "demo" };
  const [pulls, people] = [openGithubPulls(name, port), openGithubPeople(name, port)];
  const list: StartedFace["list"] = (query) => listGithub({ ...ALL, ...query }, SERVER, port.send);
  return { forge, demo, pulls, people, list, waits, viewer: forge.state.viewer };
}

export async function startGitlabFace(): Promise<StartedFace> {
  const forge = await startForge(gitlabFace);
  forge.state.viewer = "project_42_bot_0123456789abcdef";
  const demo = addRepository(forge.state, "octo/demo");
  const { waits, ...hasty } = hastyOptions(forge);
  const options = { ...hasty, baseUrl: `${forge.url}/api/v4`, longestWait: HOUR };
  const name = { project: "octo/demo" };
  const [pulls, people] = [openGitlabPulls(name, options), openGitlabPeople(name, options)];
  const send = openGitlabPort(options);
  const list: StartedFace["list"] = (query) => listGitlab({ ...ALL, ...query }, SERVER, send);
  return { forge, demo, pulls, people, list, waits, viewer: forge.state.viewer };
}

/** Each forge by its name: what is the same for users is tested on both. */
export const FACES = [
  ["GitHub", startGithubFace],
  ["GitLab", startGitlabFace],
] as const;
