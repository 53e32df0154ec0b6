import { describe, expect, it } from "vitest";
import { startForge } from "../support/forge/forge-server.ts";
import { addRepository, shaOf } from "../support/forge/forge-state.ts";
import { githubFace } from "../support/forge/github.ts";

// The server of the tests refuses what GitHub refuses: otherwise they prove nothing.

const NOTE = {
  ...{ path: "a.ts", start_line: 1, end_line: 2, annotation_level: "notice" },
  ...{ title: "t", message: "m" },
};

async function checksForge() {
  const forge = await startForge(githubFace);
  addRepository(forge.state, "octo/demo");
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: "Bearer t", "user-agent": "test" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${forge.url}/repos/octo/demo${path}`, { method, headers, ...sent });
    // biome-ignore lint/suspicious/noExplicitAny: a test looks at any field of it
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const create = (over: object = {}) =>
    ask("POST", "/check-runs", { name: "Lint", head_sha: shaOf(0), ...over });
  return { forge, ask, create };
}

const output = (annotations: readonly object[], summary = "s") => ({
  output: { title: "t", summary, annotations },
});

describe("check runs of the test server", () => {
  it("add up to fifty annotations with each write, and are listed by pages", async () => {
    const { ask, create } = await checksForge();
    const fifty = Array.from({ length: 50 }, () => NOTE);
    const { status, body } = await create(output(fifty));
    expect(status).toBe(201);
    const path = `/check-runs/${body.id}`;
    await ask("PATCH", path, { ...output(fifty), conclusion: "neutral" });
    const refused = await ask("PATCH", path, output([...fifty, NOTE]));
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body.message).toMatch(/No more than 50 items are allowed; 51 were supplied\./);
    expect((await ask("GET", `${path}/annotations`)).body).toHaveLength(30);
    expect((await ask("GET", `${path}/annotations?per_page=100&page=1`)).body).toHaveLength(100);
    const listed = (await ask("GET", `/commits/${shaOf(0)}/check-runs`)).body.check_runs;
    expect(listed).toMatchObject([{ status: "completed", conclusion: "neutral" }]);
  });

  it.each([
    ["a commit that is not there", { head_sha: shaOf(7) }, /No commit found/],
    ["no name", { name: "" }, /name.* wasn't supplied/],
    ["too many bytes", output([], "漢".repeat(30_000)), /maximum bytesize of 65535/],
    ["an end before its start", output([{ ...NOTE, end_line: 0 }]), /not fit/],
    ["an empty message", output([{ ...NOTE, message: "" }]), /not fit/],
    ["an end without a conclusion", { status: "completed" }, /conclusion.* wasn't supplied/],
  ])("refuse %s", async (_, body, message) => {
    const { forge, create } = await checksForge();
    const answer = await create(body);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body.errors ?? answer.body.message)).toMatch(message);
    expect(forge.state.repositories.get("octo/demo")?.checks).toEqual([]);
  });

  it("are made by apps alone, and changed by the one that made them", async () => {
    const { forge, ask, create } = await checksForge();
    const { body } = await create();
    forge.state.viewer = "other[bot]";
    expect(await ask("PATCH", `/check-runs/${body.id}`, output([]))).toMatchObject({ status: 403 });
    forge.state.viewer = "ada";
    expect((await create()).body.message).toBe("You must authenticate via a GitHub App.");
    forge.state.viewer = "sluice-app[bot]";
    forge.state.may.writeChecks = false;
    expect(await create()).toMatchObject({ status: 403 });
  });

  it("list the newest of each name and app, or all", async () => {
    const { ask, create } = await checksForge();
    for (const name of ["Lint", "Lint", "Test"]) await create({ name });
    const count = async (query: string) =>
      (await ask("GET", `/commits/${shaOf(0)}/check-runs?${query}`)).body.total_count;
    expect(await count("")).toBe(2);
    expect(await count("filter=all")).toBe(3);
    expect(await count("filter=all&check_name=Lint")).toBe(2);
  });
});
