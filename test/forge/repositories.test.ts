import { describe, expect, it } from "vitest";
import { FACES } from "../support/forge/faces.ts";
import { addRepository, type StoredRepository } from "../support/forge/forge-state.ts";

describe.each(FACES)("the repositories of an organization of %s", (name, startFace) => {
  async function start(repositories: Readonly<Record<string, Partial<StoredRepository>>> = {}) {
    const face = await startFace();
    for (const [path, over] of Object.entries(repositories))
      Object.assign(addRepository(face.forge.state, path), over);
    face.forge.calls.length = 0;
    const names = async (query: Parameters<typeof face.list>[0] = {}) =>
      (await face.list(query)).map((one) => one.name);
    return { ...face, names };
  }

  it("are sorted, with addresses of the server that was asked, whatever the forge says", async () => {
    const { list, forge } = await start({ "octo/b": {}, "octo/A.js": {}, "other/c": {} });
    forge.distort = (reply) => ({
      ...reply,
      body: (reply.body as object[]).map((one) => ({
        ...one,
        clone_url: "ext::sh -c touch% x",
        http_url_to_repo: "https://evil.test/octo/b.git",
      })),
    });
    expect(await list({})).toEqual([
      { name: "octo/A.js", url: "https://forge.test/octo/A.js.git" },
      { name: "octo/b", url: "https://forge.test/octo/b.git" },
      { name: "octo/demo", url: "https://forge.test/octo/demo.git" },
    ]);
  });

  it.each([
    ["a topic", { topic: "Billing" }, ["octo/bill", "octo/old"]],
    ["its main language", { language: "typescript" }, ["octo/bill"]],
    ["neither a name of `exclude`", { exclude: ["d*", "old"] }, ["octo/bill", "octo/none"]],
    ["nor a path of it", { exclude: ["octo/{demo,bill}", "*/n*"] }, ["octo/old"]],
    ["any of them", {}, ["octo/bill", "octo/demo", "octo/none", "octo/old"]],
  ])("are those that have %s", async (_, query, expected) => {
    const { names } = await start({
      "octo/bill": { topics: ["billing"], languages: { TypeScript: 60, Go: 40 } },
      "octo/none": { topics: ["billings"], languages: { Go: 51, TypeScript: 49 } },
      "octo/old": { topics: ["x", "billing"] },
    });
    expect(await names(query)).toEqual(expected);
  });

  it("are without archived ones, unless these are wanted", async () => {
    const { names, forge } = await start({ "octo/old": { isArchived: true } });
    expect(await names()).toEqual(["octo/demo"]);
    expect(await names({ archived: true })).toEqual(["octo/demo", "octo/old"]);
    // A server that does not know the filter lists all.
    forge.intercept = (call) =>
      void Object.assign(call, { path: call.path.replace("archived", "x") });
    expect(await names()).toEqual(["octo/demo"]);
  });

  it("are read page by page, also if pages are short, and once each", async () => {
    const { names, forge } = await start();
    for (let at = 0; at < 249; at += 1) addRepository(forge.state, `octo/r${at}`);
    for (let at = 0; at < 20; at += 1) forge.state.hidden.add(`octo/r${at}`);
    // One was deleted while the second page was asked for, and the last of the first page comes again.
    forge.intercept = (call) => {
      if (/\bpage=2$/.test(call.path)) addRepository(forge.state, "octo/new");
      return undefined;
    };
    const found = await names();
    expect(found).toHaveLength(250 - 20 + 1);
    expect(new Set(found).size).toBe(found.length);
    expect(forge.calls).toHaveLength(3);
  });

  it("are none if it has none, and a fault if the token sees no such organization", async () => {
    const { names, forge } = await start();
    forge.state.accounts.add("empty");
    expect(await names({ org: "empty" })).toEqual([]);
    await expect(names({ org: "nobody" })).rejects.toMatchObject({
      kind: "missing",
      message: `${name} shows no ${name === "GitHub" ? "organization" : "group"} nobody to this token.`,
    });
  });

  it("are a fault for a token that may not list them", async () => {
    const { names, forge } = await start();
    forge.state.may.listRepositories = false;
    await expect(names()).rejects.toMatchObject({ kind: "denied" });
    forge.intercept = () => ({ status: 401, body: { message: "Bad credentials" } });
    await expect(names()).rejects.toMatchObject({ kind: "denied" });
  });

  it.each([
    "octo/..",
    "octo/a b",
    "octo/-oProxyCommand=x",
    "octo/a\u202eb",
    "octo/a\nb",
    "evil/demo",
    "octo/a?x=1",
    "octo/%2e%2e",
    "octo",
    "octo//x",
    "/octo/x",
  ])("are a fault if the forge gives one a false name: %j", async (false_name) => {
    const { names, forge } = await start();
    forge.distort = (reply) => ({
      ...reply,
      body: [{ id: 1, full_name: false_name, path_with_namespace: false_name }],
    });
    await expect(names()).rejects.toMatchObject({
      kind: "failed",
      message: expect.stringMatching(/none of octo|expected form/),
    });
  });

  it("are waited for as long as the forge asks, if that is not too long", async () => {
    const { names, forge, waits } = await start();
    const limited = (seconds: number) => ({
      status: 429,
      body: { message: "Too many requests" },
      headers: { "retry-after": `${seconds}` },
    });
    const replies = [limited(30), limited(40)];
    forge.intercept = () => replies.shift();
    expect(await names()).toEqual(["octo/demo"]);
    expect(waits).toEqual([30_000, 40_000]);
    forge.intercept = () => limited(4000);
    await expect(names()).rejects.toMatchObject({ kind: "rate-limited" });
  });
});

describe("an organization of GitHub", () => {
  const [, startFace] = FACES[0];

  it("with single sign-on is a fault, and not the part that the token may see", async () => {
    const { list, forge } = await startFace();
    const headers = { "x-github-sso": "partial-results; organizations=21955855" };
    forge.distort = (reply) => ({ ...reply, headers });
    await expect(list({})).rejects.toMatchObject({ kind: "denied" });
  });

  it("has repositories that were disabled, which nobody can clone", async () => {
    const { list, forge } = await startFace();
    Object.assign(addRepository(forge.state, "octo/off"), { isDisabled: true });
    expect((await list({})).map(({ name }) => name)).toEqual(["octo/demo"]);
  });
});

describe("a group of GitLab", () => {
  it("has the projects of the groups in it, and not those that are shared with it", async () => {
    const { list, forge } = await FACES[1][1]();
    addRepository(forge.state, "octo/deep/er/x");
    const found = await list({ exclude: ["octo/demo"] });
    expect(found).toEqual([
      { name: "octo/deep/er/x", url: "https://forge.test/octo/deep/er/x.git" },
    ]);
    expect(forge.calls[0]?.path).toContain("with_shared=false");
    expect((await list({ org: "octo/deep" })).map(({ name }) => name)).toEqual(["octo/deep/er/x"]);
  });
});
