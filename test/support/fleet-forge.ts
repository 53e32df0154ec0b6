import { join } from "node:path";
import type { CliWorld } from "../../src/cli/cli-world.ts";
import { hasty } from "./campaign.ts";
import { fleetOf } from "./fleet.ts";
import { bindToBare } from "./forge/bind-to-bare.ts";
import { startForge } from "./forge/forge-server.ts";
import { addRepository } from "./forge/forge-state.ts";
import { githubFace } from "./forge/github.ts";
import { gitlabFace } from "./forge/gitlab.ts";
import { TOKEN } from "./forge/hasty-port.ts";
import { git, makeRepository, type Tree, tempTree, writeTree } from "./temp-tree.ts";

/** A fleet of repositories of octo on a forge, which git reaches by http on the same server. */
export async function fleetOnForge(
  repositories: Readonly<Record<string, Tree>>,
  {
    on = "github",
    ...options
  }: Parameters<typeof fleetOf>[1] & { readonly on?: "github" | "gitlab" } = {},
) {
  const forge = await startForge(on === "github" ? githubFace : gitlabFace);
  const bare = tempTree({});
  forge.bare = bare;
  const stored = Object.entries(repositories).map(([name, files]) => {
    const source = join(bare, "sources", name);
    writeTree(source, files);
    makeRepository(source, files);
    const folder = join(bare, "octo", `${name}.git`);
    git(bare, "clone", "--quiet", "--bare", source, folder);
    git(folder, "config", "http.receivepack", "true");
    const added = addRepository(forge.state, `octo/${name}`);
    added.defaultBranch = git(source, "branch", "--show-current").trim();
    bindToBare(added, folder);
    return added;
  });
  const web = `${forge.url}/git`;
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    ...(on === "github"
      ? { GITHUB_API_URL: forge.url, GITHUB_SERVER_URL: web, GITHUB_TOKEN: TOKEN }
      : { CI_API_V4_URL: `${forge.url}/api/v4`, CI_SERVER_URL: web, GITLAB_TOKEN: TOKEN }),
  };
  const urls = Object.keys(repositories).map((name) => `${web}/octo/${name}.git`);
  const fleet = fleetOf({}, { entries: urls, ...options });
  const run = (argv: readonly string[] = [], world: Partial<CliWorld> = {}) =>
    fleet.run(["--publish-rate", "3600", ...argv], {
      env,
      now: () => forge.state.now,
      after: hasty,
      ...world,
    });
  const pulls = () =>
    stored.flatMap(({ name, pulls: own }) =>
      own.map(({ branch, state }) => `${name} ${branch} ${state}`),
    );
  return { ...fleet, forge, stored, env, run, pulls };
}
