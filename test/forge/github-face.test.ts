import { describe, expect, it } from "vitest";
import { addComment, addPull } from "../support/forge/forge-rules.ts";
import { type ForgeServer, startForge } from "../support/forge/forge-server.ts";
import { addRepository } from "../support/forge/forge-state.ts";
import { githubFace } from "../support/forge/github.ts";

// The server of the tests refuses what GitHub refuses: otherwise they prove nothing.

const HEADERS = { authorization: "Bearer ghs_secret0123456789", "user-agent": "test" };

async function ask(forge: ForgeServer, query: string, variables: object = {}) {
  const body = JSON.stringify({ query, variables });
  const answer = await fetch(`${forge.url}/graphql`, { method: "POST", headers: HEADERS, body });
  return (await answer.json()) as { data?: object; errors?: { type?: string; message: string }[] };
}

async function demoForge() {
  const forge = await startForge(githubFace);
  const demo = addRepository(forge.state, "octo/demo");
  const pull = addPull(forge.state, demo, { branch: "main" });
  for (const body of ["1", "2", "3"]) addComment(forge.state, pull, "ada", body);
  return { forge, pull };
}

const onPull = (fields: string) =>
  `query { repository(owner: "octo", name: "demo") { pullRequest(number: 1) { ${fields} } } }`;

describe("GraphQL of the test server", () => {
  it.each([
    ["an unknown field", onPull("nummer"), /Field 'nummer' doesn't exist on type 'PullRequest'/],
    ["an object without fields", onPull("comments(first: 1)"), /wrong selections/],
    ["fields of a value", onPull("number { x }"), /wrong selections/],
    ["a list without a bound", onPull("comments { nodes { id } }"), /`first` or `last`/],
    ["a page that is too long", onPull("comments(first: 101) { nodes { id } }"), /101 records/],
    ["a variable that is not used", "query($x: Int) { viewer { login } }", /not used/],
    ["a variable without a value", "query($x: Int!) { nodes(ids: $x) { id } }", /invalid value/],
    ["half a query", "query { viewer { login }", /Parse error/],
    ["another operation", "subscription { viewer { login } }", /Parse error/],
  ])("refuses %s", async (_, query, message) => {
    const { forge } = await demoForge();
    const { errors } = await ask(forge, query);
    expect(errors?.[0]?.message).toMatch(message);
  });

  it("answers with the fields that are asked for, and null for what fails", async () => {
    const { forge } = await demoForge();
    forge.state.may.readChecks = false;
    const commits = "commits(last: 1) { nodes { commit { oid statusCheckRollup { state } } } }";
    const { data, errors } = await ask(forge, onPull(`n: number ${commits}`));
    expect(data).toMatchObject({
      repository: {
        pullRequest: { n: 1, commits: { nodes: [{ commit: { statusCheckRollup: null } }] } },
      },
    });
    expect(errors).toMatchObject([{ type: "FORBIDDEN" }]);
  });

  it("pages from both ends", async () => {
    const { forge } = await demoForge();
    const fields = "nodes { body } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";
    const bodies = async (args: string) =>
      JSON.stringify(await ask(forge, onPull(`comments(${args}) { ${fields} }`)));
    expect(await bodies("first: 2")).toContain('[{"body":"1"},{"body":"2"}]');
    expect(await bodies('first: 2, after: "2"')).toContain('[{"body":"3"}]');
    expect(await bodies("last: 2")).toContain('[{"body":"2"},{"body":"3"}]');
    expect(await bodies('last: 2, before: "1"')).toContain('[{"body":"1"}]');
  });
});

it("answers a tag that the caller has with 304, no token with 401, and names the next page", async () => {
  const { forge, pull } = await demoForge();
  const url = `${forge.url}/repos/octo/demo/pulls?per_page=1`;
  const first = await fetch(url, { headers: HEADERS });
  const etag = first.headers.get("etag") ?? "";
  const again = async () =>
    (await fetch(url, { headers: { ...HEADERS, "if-none-match": etag } })).status;
  expect(await again()).toBe(304);
  pull.title = "Other";
  expect(await again()).toBe(200);
  expect((await fetch(url)).status).toBe(401);
  addPull(forge.state, forge.state.repositories.get("octo/demo") ?? expect.fail(), {
    branch: "main",
  });
  expect((await fetch(url, { headers: HEADERS })).headers.get("link")).toContain('rel="next"');
});
