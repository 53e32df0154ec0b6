import { describe, expect, it } from "vitest";
import { changeOf, reportWith } from "../report/comment/report-with.ts";
import {
  actionsOf,
  checksOn,
  FAILED,
  HEAD,
  HELD,
  QUIET,
  RUNS,
  shown,
  TOKEN,
} from "../support/check-jobs.ts";
import { answering, deedOf, type ForgeReply, isWrite } from "../support/forge/forge-server.ts";
import { shaOf } from "../support/forge/forge-state.ts";

describe("a check run", () => {
  it("is made on the head with the report and annotations, and updated by the same run alone", async () => {
    const checks = await checksOn();
    expect(await checks.run({})).toEqual([
      {
        ...{ kind: "created", conclusion: "neutral", notes: [] },
        url: expect.stringMatching(/^https:\/\/github\.test\/octo\/demo\/runs\/\d+$/),
      },
    ]);
    const [check] = checks.demo.checks;
    expect(check).toMatchObject({
      ...{ head: HEAD, name: "Sluice: CI / sluice", app: "github-actions", status: "completed" },
      ...{ conclusion: "neutral", title: "Sluice preview: ok" },
      annotations: [
        {
          ...{ path: "src/0.ts", start_line: 1, end_line: 1, annotation_level: "warning" },
          ...{ title: "public-api", message: expect.stringContaining("a person must look") },
        },
      ],
    });
    expect(check?.summary).toContain("| src/0.ts | held |");
    expect(await checks.run({})).toMatchObject([{ kind: "updated", notes: [] }]);
    expect(checks.demo.checks).toHaveLength(1);
    expect(check?.annotations).toHaveLength(1);
    expect(await checks.run({ run: 6, report: QUIET })).toMatchObject([{ kind: "created" }]);
    expect(await checks.run({ run: 5 })).toMatchObject([{ kind: "older" }]);
    expect(shown(checks).map(([, conclusion]) => conclusion)).toEqual(["neutral", "success"]);
  });

  it.each([
    [QUIET, "success"],
    [reportWith(actionsOf(1, "would-apply")), "success"],
    [HELD, "neutral"],
    [FAILED, "failure"],
    [reportWith([], { outcome: "fault", exitCode: 70 }), "failure"],
  ])("ends as its job does (%#)", async (report, conclusion) => {
    const checks = await checksOn();
    expect(await checks.run({ report })).toMatchObject([{ conclusion }]);
    expect(checks.demo.checks[0]?.conclusion).toBe(conclusion);
  });

  it("adds its annotations fifty a write", async () => {
    const checks = await checksOn();
    await checks.run({ report: reportWith(actionsOf(120)) });
    expect(checks.demo.checks[0]?.annotations).toHaveLength(120);
    const writes = checks.forge.calls.filter(isWrite).map(({ method }) => method);
    expect(writes).toEqual(["POST", "PATCH", "PATCH"]);
  });

  it("is on the commit of a push or a merge group, and of a named pull request only on its head", async () => {
    const checks = await checksOn();
    checks.demo.branches.set("main", shaOf(3));
    const push = { GITHUB_EVENT_NAME: "push", GITHUB_SHA: shaOf(3) };
    expect(await checks.run({ event: {}, env: push })).toMatchObject([{ kind: "created" }]);
    expect(checks.demo.checks[0]?.head).toBe(shaOf(3));
    const schedule = { ...push, GITHUB_EVENT_NAME: "schedule" };
    expect(await checks.run({ event: {}, env: schedule })).toEqual([
      { kind: "no-commit", notes: [] },
    ]);
    const merge = { GITHUB_SHA: shaOf(9) };
    const named = { event: {}, env: merge, over: { number: 1 } };
    expect(await checks.run(named)).toEqual([
      { kind: "none", notes: ["The run is not about the head of the pull request."] },
    ]);
    const atHead = { ...named, env: { GITHUB_SHA: HEAD } };
    expect(await checks.run(atHead)).toMatchObject([{ kind: "created" }]);
    expect(checks.demo.checks).toHaveLength(2);
  });

  it("leaves those of another app alone, whatever name and key they have", async () => {
    const checks = await checksOn();
    await checks.run({});
    const [own] = checks.demo.checks;
    if (own === undefined) throw new Error("no check run");
    const other = { ...own, id: own.id + 1, app: "evil", annotations: [] };
    checks.demo.checks.splice(0, 1, other);
    expect(await checks.run({})).toMatchObject([{ kind: "created", notes: [] }]);
    expect(checks.demo.checks[0]).toBe(other);
    expect(checks.demo.checks[1]).toMatchObject({ app: "github-actions", annotations: [{}] });
  });

  it("shows hostile texts and does nothing by them", async () => {
    const checks = await checksOn();
    const evil = "@octo </details> <!-- x --> ![i](http://e.test) \u202e |\n### Title #1";
    const over = { state: "held", reason: evil, ruleId: evil, recipe: evil } as const;
    const id = "a\nb\u202e";
    await checks.run({
      report: reportWith([changeOf("src/a.ts", "a;\n", "b;\n", over)]),
      over: { id },
    });
    const [check] = checks.demo.checks;
    expect(check?.name).toBe("Sluice: a\\nb\\u202e");
    const outside = check?.summary.replace(/^(`{3,})\w+\n[\s\S]*?\n\1$/gm, "");
    expect(outside).not.toMatch(/@(?!&#8203;)|\u202e|!\[|<!-- x/);
    expect(JSON.stringify(check?.annotations)).not.toMatch(/\u202e/);
  });
});

describe("a check run that GitHub does not take", () => {
  const json = (status: number, message: string): ForgeReply => ({ status, body: { message } });
  it.each([
    [
      json(403, `Resource not accessible by integration ${TOKEN}`),
      /may not do this .*checks: write/,
    ],
    [json(422, "Validation Failed"), /422: Validation Failed/],
    [json(500, "Oops"), /GitHub failed \(500: Oops\)/],
    [{ status: 201, body: '{"id": 1, "url": ' }, /./],
    [{ status: 201, body: { id: 1 } }, /expected form/],
    [{ status: 0, breaks: true }, /cannot be reached/],
  ] as const)("is a note and no failure (%#)", async (reply, note) => {
    const checks = await checksOn();
    checks.forge.intercept = (call) => (deedOf(call) === `POST ${RUNS}` ? reply : undefined);
    const [outcome] = await checks.run({});
    expect(outcome).toMatchObject({ kind: "none", notes: [expect.stringMatching(note)] });
    expect(JSON.stringify(outcome)).not.toContain(TOKEN);
    expect(checks.demo.checks).toEqual([]);
  });

  it("is told before anything is written for a token that is of no app, or only reads", async () => {
    const checks = await checksOn();
    checks.forge.state.viewer = "ada";
    const told = /^There is no check run.*Only apps make check runs.*checks: write/;
    expect((await checks.run({}))[0]?.notes).toEqual([expect.stringMatching(told)]);
    expect(checks.forge.calls.filter(isWrite)).toEqual([]);
    checks.forge.state.viewer = "github-actions[bot]";
    checks.forge.state.may.writeChecks = false;
    expect((await checks.run({}))[0]?.notes).toEqual([expect.stringMatching(/only reads\.$/)]);
  });

  it.each([
    [
      { url: "https://api.github.test/repos/octo/other/check-runs/1" },
      /another check run of octo\/other\./,
    ],
    [{ head_sha: shaOf(2) }, /another check run of commit/],
    [{ app: { slug: "evil" } }, /another check run\./],
    [{ external_id: "x" }, /another check run\./],
    [{ id: 1 }, /another check run\./],
  ])("is a fault if the answer is about something else (%#)", async (change, note) => {
    const checks = await checksOn();
    await checks.run({});
    checks.forge.distort = answering(/^PATCH /, change);
    const [outcome] = await checks.run({ report: QUIET });
    expect(outcome?.notes).toEqual([expect.stringMatching(note)]);
  });

  it("has its text without annotations if those are refused", async () => {
    const checks = await checksOn();
    const refused = json(422, "Validation Failed");
    checks.forge.intercept = ({ body }) =>
      body?.output?.annotations === undefined ? undefined : refused;
    expect(await checks.run({})).toMatchObject([
      {
        kind: "created",
        notes: [expect.stringMatching(/^There are no further annotations\..*422/)],
      },
    ]);
    expect(checks.demo.checks).toMatchObject([{ conclusion: "neutral", annotations: [] }]);
  });

  it("is not written twice if an answer is lost", async () => {
    const checks = await checksOn();
    const lost = new Set([`POST ${RUNS}`, "PATCH"]);
    checks.forge.distort = (reply, call) => {
      const deed = call.method === "PATCH" ? "PATCH" : deedOf(call);
      return lost.delete(deed) ? { status: 502, body: "Bad gateway" } : reply;
    };
    const report = reportWith(actionsOf(120));
    expect(await checks.run({ report })).toMatchObject([{ notes: [] }]);
    expect(checks.demo.checks.map(({ annotations }) => annotations.length)).toEqual([120]);
  });

  it("is told on GitLab with what there is instead", async () => {
    const checks = await checksOn();
    const env = { GITHUB_ACTIONS: "", GITLAB_CI: "true", CI_PROJECT_ID: "42" };
    expect((await checks.run({ env }))[0]).toMatchObject({
      kind: "none",
      notes: [expect.stringMatching(/^GitLab has no check runs\. .*code quality/)],
    });
  });
});
