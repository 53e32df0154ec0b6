import { describe, expect, it } from "vitest";
import { openPace } from "../../../src/fleet/publish/open-pace.ts";
import { publishedState } from "../../../src/fleet/publish/published-state.ts";
import { watchForge } from "../../../src/fleet/publish/watch-forge.ts";
import { ForgeFault } from "../../../src/forge/forge.ts";
import type { PullForge } from "../../../src/forge/pulls.ts";
import type { PullReport, Report } from "../../../src/model/report/report.ts";
import { fullReport } from "../../support/full-report.ts";

const pull = (state: PullReport["state"], over: Partial<PullReport> = {}): PullReport => ({
  ...{ group: "all", branch: "b", base: "main", state, actions: ["a"], ...over },
});

const reportOf = (over: Partial<Report>): Report =>
  fullReport({ outcome: "ok", diagnostics: [], alerts: [], pulls: [], ...over });

const error = (code: string) => ({ code, severity: "error", message: "No." }) as never;
const alert = (code: string) => ({ code, level: "error", message: "No." }) as never;

describe("the state of a repository after its plan was published", () => {
  it.each<[string, Partial<Report>, string]>([
    ["is kept", { pulls: [pull("opened"), pull("kept"), pull("left")] }, "published"],
    ["is nothing but empty", { pulls: [pull("empty")] }, "published"],
    ["waits for its limits", { pulls: [pull("opened"), pull("postponed")] }, "planned postponed"],
    ["is of a dry run", { pulls: [pull("opened", { isPlanned: true })] }, "planned dry-run"],
    ["is held as a whole", {}, "planned all-held"],
    ["fails in one", { pulls: [pull("opened"), pull("failed")] }, "failed not-published"],
    ["cannot be published", { diagnostics: [error("not-publishable")] }, "failed not-publishable"],
    ["does not fit any longer", { outcome: "stale", alerts: [alert("stale")] }, "failed stale"],
    ["was stopped", { outcome: "interrupted" }, "undefined"],
  ])("if it %s", (_, report, expected) => {
    const { state, reason } = publishedState(reportOf(report), undefined) ?? {};
    expect([state ?? "undefined", ...(reason ? [reason.code] : [])].join(" ")).toBe(expected);
  });

  it("stays planned if its forge was not reached, and as it was if it was stopped", () => {
    const report = reportOf({ pulls: [pull("opened"), pull("failed")] });
    const limited = new ForgeFault("rate-limited", "GitHub limits the rate.");
    expect(publishedState(report, limited)).toMatchObject({
      ...{ state: "planned", reason: { code: "not-reached", message: limited.message } },
      pulls: [{ state: "opened", actions: [] }, { state: "failed" }],
    });
    expect(publishedState(report, new ForgeFault("stopped", "Over."))).toBeUndefined();
  });
});

const forgeOf = (over: Partial<PullForge>): PullForge =>
  ({ name: "GitHub", bodyLimit: 1, ...over }) as PullForge;
const never = new AbortController().signal;

describe("the rate of new pull requests", () => {
  it("is one for all forges, evenly over the hour, and the first one waits for nothing", async () => {
    const waits: number[] = [];
    const opened: string[] = [];
    const after = (milliseconds: number) => {
      waits.push(milliseconds);
      return AbortSignal.abort();
    };
    const pace = openPace(240, { after, interrupted: never });
    const [a, b] = ["a", "b"].map((name) =>
      pace(forgeOf({ open: async () => opened.push(name) as never })),
    );
    for (const forge of [a, b, a]) await forge?.open({} as never);
    expect(opened).toEqual(["a", "b", "a"]);
    expect(waits).toEqual([15_000, 15_000, 15_000]);
  });

  it("is waited for, until somebody stops it", async () => {
    const stop = new AbortController();
    const opened: number[] = [];
    const pace = openPace(1, { after: () => never, interrupted: stop.signal });
    const forge = pace(forgeOf({ open: async () => opened.push(1) as never }));
    await forge.open({} as never);
    const second = forge.open({} as never);
    await Promise.resolve();
    expect(opened).toEqual([1]);
    stop.abort();
    await second; // The way to the forge is stopped, too, and refuses it.
    expect(opened).toEqual([1, 1]);
  });
});

describe("a forge that is watched", () => {
  it.each([
    ["rate-limited", true],
    ["unreachable", true],
    ["stopped", true],
    ["denied", false],
    ["missing", false],
    ["refused", false],
    ["failed", false],
  ] as const)("tells of a fault %s: %s", async (kind, isTold) => {
    const told: string[] = [];
    const fault = new ForgeFault(kind, "No.");
    const fail = async () => {
      throw fault;
    };
    const calls = [
      ...["readRepository", "findOpen", "findOfBranch", "countSince", "readCommit", "open"],
      ...["update", "setDraft", "addLabels", "askReviewers", "mergeWhenGreen", "comment"],
    ] as const;
    const failing = forgeOf(Object.fromEntries(calls.map((call) => [call, fail])));
    const forge = watchForge(failing, (one) => told.push(one.kind)) as unknown as Record<
      string,
      () => Promise<unknown>
    >;
    for (const call of calls) await expect(forge[call]?.()).rejects.toBe(fault);
    expect(told).toEqual(isTold ? calls.map(() => kind) : []);
  });
});
