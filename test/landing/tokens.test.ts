import { describe, expect, it, onTestFinished } from "vitest";
import { findPlace } from "../../src/landing/find-place.ts";
import { openPushTo } from "../../src/landing/open-push-to.ts";
import type { Environment } from "../../src/model/world.ts";
import { JOB } from "../support/push-target.ts";
import { tempRepository } from "../support/temp-tree.ts";

const GITHUB = { GITHUB_ACTIONS: "true", GITHUB_REPOSITORY: "octo/demo", GITHUB_TOKEN: "t0ken" };
const GITLAB = { GITLAB_CI: "true", CI_PROJECT_ID: "42", GITLAB_TOKEN: "t0ken" };
const GHES = { ...GITHUB, GITHUB_API_URL: "https://ghe.test/api/v3" };
const OWN_LAB = {
  ...GITLAB,
  CI_API_V4_URL: "https://lab.test:8443/gl/api/v4",
  CI_PROJECT_URL: "https://lab.test:8443/gl/octo/demo",
};

const place = (env: Environment, remote?: string) =>
  findPlace(
    { forge: undefined, remote },
    { env, after: () => new AbortController().signal, interrupted: new AbortController().signal },
  );

/** Returns the address that branches would be pushed to with the token, or why not. */
async function addressFor(env: Environment, remote?: string): Promise<string> {
  const found = await place(env, remote);
  if ("fault" in found) return found.fault.message;
  const signal = new AbortController().signal;
  const root = tempRepository({ "a.txt": "a\n" });
  const push = await openPushTo(found, { root, env: JOB, signal });
  if ("fault" in push) return `${push.fault.code}: ${push.fault.message}`;
  onTestFinished(push.close);
  return push.url;
}

describe("the token of a job", () => {
  const notTo = (host: string, own: string) =>
    `not-publishable: The token is for ${own}, and is not sent to ${host}.`;
  const byHttp = (host: string) =>
    `The API of ${host} is reached by http, by which everybody on the way can read the token.`;
  it.each<[what: string, env: Environment, remote: string | undefined, address: string]>([
    ["goes to GitHub", GITHUB, undefined, "https://github.com/octo/demo.git"],
    [
      "goes to another repository there",
      GITHUB,
      "https://github.com/a/b",
      "https://github.com/a/b",
    ],
    ["goes to no other server", GITHUB, "https://evil.test/a/b", notTo("evil.test", "github.com")],
    [
      "goes to no server of the same domain",
      GITHUB,
      "https://gist.github.com/a",
      notTo("gist.github.com", "github.com"),
    ],
    [
      "goes to no other port",
      GITHUB,
      "https://github.com:8443/a",
      notTo("github.com:8443", "github.com"),
    ],
    [
      "goes to no name that begins alike",
      GITHUB,
      "https://github.com.evil.test/a",
      notTo("github.com.evil.test", "github.com"),
    ],
    ["goes to this machine", GITHUB, "http://127.0.0.1:1/a", "http://127.0.0.1:1/a"],
    ["is of no use by ssh", GITHUB, "git@evil.test:a/b.git", "git@evil.test:a/b.git"],
    [
      "goes to a server of one's own, which the API names",
      GHES,
      undefined,
      "https://ghe.test/octo/demo.git",
    ],
    [
      "goes from there not to GitHub",
      GHES,
      "https://github.com/a/b",
      notTo("github.com", "ghe.test"),
    ],
    [
      "goes to the server that the job names",
      { ...GHES, GITHUB_SERVER_URL: "https://web.test" },
      "https://web.test/a/b",
      "https://web.test/a/b",
    ],
    [
      "goes nowhere if the job names no server",
      { ...GHES, GITHUB_SERVER_URL: "web" },
      "https://web.test/a",
      notTo("web.test", "another server"),
    ],
    ["goes to GitLab", GITLAB, "https://gitlab.com/a/b", "https://gitlab.com/a/b"],
    ["goes to one's own GitLab", OWN_LAB, undefined, "https://lab.test:8443/gl/octo/demo.git"],
    [
      "goes not where only the page of a project is said to be",
      { ...OWN_LAB, CI_SERVER_URL: "https://other.test" },
      undefined,
      notTo("lab.test:8443", "other.test"),
    ],
    [
      "goes to no API by http",
      { ...GITHUB, GITHUB_API_URL: "http://ghe.test/api/v3" },
      "/bare",
      byHttp("ghe.test"),
    ],
    [
      "goes to no GitLab by http",
      { ...GITLAB, CI_API_V4_URL: "http://lab.test/api/v4" },
      "/bare",
      byHttp("lab.test"),
    ],
    [
      "goes by http not even to its own server",
      { ...GITHUB, GITHUB_SERVER_URL: "http://github.com" },
      undefined,
      expect.stringMatching(/is reached by http/),
    ],
    [
      "goes to an API on this machine",
      { ...GITHUB, GITHUB_API_URL: "http://localhost:1" },
      "/bare",
      "/bare",
    ],
  ])("%s", async (_, env, remote, address) => {
    expect(await addressFor(env, remote)).toEqual(address);
  });

  it("is asked for, and is never one of a fork's job", async () => {
    const none = { fault: { code: "not-publishable", message: expect.stringMatching(/no token/) } };
    expect(await place({ ...GITHUB, GITHUB_TOKEN: "" })).toMatchObject(none);
    expect(await place({ ...GITLAB, GITLAB_TOKEN: undefined, CI_JOB_TOKEN: "x" })).toMatchObject(
      none,
    );
    const of = { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "7", CI_MERGE_REQUEST_PROJECT_ID: "42" };
    const fork = { fault: { message: expect.stringMatching(/one for a fork/) } };
    expect(await place({ ...OWN_LAB, ...of })).toMatchObject(fork);
  });
});
