import { describe, expect, it } from "vitest";
import { findRepositoryAt } from "../../src/forge/find-repository-at.ts";
import { findPlaceOf } from "../../src/landing/find-place.ts";
import { listRepositories } from "../../src/landing/list-repositories.ts";
import type { ForgeEntry } from "../../src/model/fleet/fleet.ts";
import { startForge } from "../support/forge/forge-server.ts";
import { addRepository } from "../support/forge/forge-state.ts";
import { githubFace } from "../support/forge/github.ts";
import { gitlabFace } from "../support/forge/gitlab.ts";

const OWN = {
  GITHUB_SERVER_URL: "https://git.acme.test",
  GITHUB_API_URL: "https://git.acme.test/api/v3",
  CI_SERVER_URL: "https://acme.test/gitlab/",
  CI_API_V4_URL: "https://acme.test/gitlab/api/v4",
};

const GITHUB = "https://api.github.com";
const GITLAB = "https://gitlab.com/api/v4";

describe("the repository at an address", () => {
  it.each([
    ["https://github.com/octo/demo.git", {}, "github", GITHUB, "octo/demo"],
    ["https://github.com/octo/demo/", {}, "github", GITHUB, "octo/demo"],
    ["git@GitHub.com:octo/demo.git", {}, "github", GITHUB, "octo/demo"],
    ["ssh://git@github.com:22/octo/demo.git", {}, "github", GITHUB, "octo/demo"],
    ["https://gitlab.com/a/b/c.js.git", {}, "gitlab", GITLAB, "a/b/c.js"],
    ["https://git.acme.test/octo/demo.git", OWN, "github", OWN.GITHUB_API_URL, "octo/demo"],
    ["https://acme.test/gitlab/a/b.git", OWN, "gitlab", OWN.CI_API_V4_URL, "a/b"],
    ["git@acme.test:a/b.git", OWN, "gitlab", OWN.CI_API_V4_URL, "a/b"],
    [
      "https://acme.test/a/b.git",
      { CI_API_V4_URL: "https://acme.test/api/v4" },
      "gitlab",
      "https://acme.test/api/v4",
      "a/b",
    ],
  ])("%s is on its forge", (address, env, kind, baseUrl, name) => {
    const found = findRepositoryAt(address, env);
    expect(found).toMatchObject({ kind, baseUrl });
    const [owner, repository] = name.split("/");
    expect(found).toMatchObject(kind === "github" ? { owner, repository } : { project: name });
  });

  it.each([
    ["https://github.com/octo/demo.git", OWN, "no forge"],
    ["https://github.com.evil.test/octo/demo.git", {}, "no forge"],
    ["https://github.com:444/octo/demo.git", {}, "no forge"],
    ["https://evil.test/github.com/octo/demo.git", {}, "no forge"],
    ["https://evil.test?github.com/octo/demo", {}, "names no server"],
    ["https://github.com/octo", {}, "does not end in the name"],
    ["https://github.com/octo/demo/more", {}, "does not end in the name"],
    ["https://github.com/octo/..", {}, "does not end in the name"],
    ["https://github.com/octo/a%2fb", {}, "does not end in the name"],
    ["https://acme.test/a/b.git", OWN, "does not end in the name"],
    ["file:///srv/octo/demo.git", {}, "names no server"],
    ["/srv/octo/demo.git", {}, "names no server"],
    ["ext::sh -c x", {}, "no forge"],
  ])("%s is on none", (address, env, why) => {
    expect(findRepositoryAt(address, env)).toMatchObject({
      kind: "none",
      why: expect.stringContaining(why),
    });
  });
});

const never = new AbortController().signal;
const worldOf = (env: Readonly<Record<string, string>>) => ({
  ...{ env, after: () => never, interrupted: never },
});

describe("the place of a repository by its address", () => {
  it("has the token of its forge alone, and no bound for the whole time", async () => {
    const world = worldOf({ GITHUB_TOKEN: "of-github", GITLAB_TOKEN: "of-gitlab" });
    const address = "https://gitlab.com/a/b.git";
    expect(await findPlaceOf(address, world)).toMatchObject({
      ...{ address, token: "of-gitlab", user: "oauth2", server: "https://gitlab.com" },
      options: { token: "of-gitlab", limits: [never] },
    });
  });

  it.each([
    ["without a token", {}, /no token in GITLAB_TOKEN/],
    ["by http", { GITLAB_TOKEN: "x", CI_API_V4_URL: "http://gitlab.com/api/v4" }, /by http/],
  ])("is a fault %s", async (_, env, message) => {
    const found = await findPlaceOf("https://gitlab.com/a/b.git", worldOf(env));
    expect(found).toMatchObject({ fault: { message: expect.stringMatching(message) } });
  });
});

describe("the repositories of an entry", () => {
  const entryOf = (forge: ForgeEntry["forge"], org = "octo"): ForgeEntry => ({
    ...{ kind: "forge", forge, org, exclude: [], archived: false, entry: 0, inputs: {} },
  });

  it.each([
    ["github", githubFace],
    ["gitlab", gitlabFace],
  ] as const)("are listed by %s, on the server that the variables name", async (on, face) => {
    const forge = await startForge(face);
    addRepository(forge.state, "octo/demo");
    const env = {
      ...(on === "github"
        ? { GITHUB_API_URL: forge.url, GITHUB_TOKEN: "ghs_0123456789" }
        : { CI_API_V4_URL: `${forge.url}/api/v4`, GITLAB_TOKEN: "glpat-0123456789" }),
    };
    expect(await listRepositories(entryOf(on), worldOf(env))).toEqual([
      { name: "octo/demo", url: `${forge.url}/octo/demo.git` },
    ]);
    expect(await listRepositories(entryOf(on, "nobody"), worldOf(env))).toMatchObject({
      fault: {
        code: "not-listed",
        message: expect.stringMatching(/^The repositories of `nobody` cannot be listed: Git/),
      },
    });
    const { fault } = (await listRepositories(entryOf(on), worldOf({}))) as { fault: object };
    expect(fault).toMatchObject({ message: expect.stringContaining("no token in ") });
  });
});
