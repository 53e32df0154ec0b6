import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { fleetOf } from "../support/fleet.ts";
import { cli } from "../support/run-cli.ts";

const REPOSITORIES = {
  match: { "a.ts": "console.log(1);\n" },
  none: { "a.ts": "other(1);\n" },
  more: { "a.ts": "console.log(2);\nconsole.log(3);\n" },
};

/** The report of a command without its times. */
function reportOf(text: string) {
  return JSON.parse(text, (key, value) =>
    /^(at|startedAt|round|took)$/.test(key) ? undefined : value,
  );
}

/** A fleet of which each repository was done by a job of its own. */
async function doneAlone() {
  const fleet = fleetOf(REPOSITORIES);
  for (const name of Object.keys(REPOSITORIES))
    await fleet.run(["--only", name, "--state", `states/${name}`]);
  const merge = (...argv: string[]) => cli(fleet.folder, ["fleet", "merge", "fleet.yaml", ...argv]);
  return { ...fleet, merge };
}

it("jobs that ran alone are merged into the round of one machine, with its plans (H2)", async () => {
  const fleet = await doneAlone();
  const { exitCode, stdout } = await fleet.merge("states", "--format", "json");
  const [states, plan] = [await fleet.states(), fleet.planOf("more")];
  const whole = await fleet.run(["--format", "json"]);
  expect([exitCode, reportOf(stdout)]).toEqual([0, reportOf(whole.stdout)]);
  expect([states, plan]).toEqual([await fleet.states(), fleet.planOf("more")]);
});

it("results of workers are merged, too; a repository without one makes the exit code 1", async () => {
  const fleet = fleetOf(REPOSITORIES);
  const env = (repository: string) => ({
    env: { PATH: process.env.PATH, SLUICE_FLEET_JOB: JSON.stringify({ version: 1, repository }) },
    standardInput: () => Readable.from([]),
  });
  const argv = ["fleet", "worker", "fleet.yaml", "--once", "--mirrors", "mirrors"];
  for (const name of ["match", "none"]) {
    const { stdout } = await cli(fleet.folder, argv, env(name));
    appendFileSync(join(fleet.folder, "results.jsonl"), stdout);
  }
  const merged = await cli(fleet.folder, ["fleet", "merge", "fleet.yaml", "results.jsonl"]);
  expect(merged.exitCode).toBe(1);
  expect(merged.stderr).toContain("1 repositories have no outcome");
  expect(await fleet.states()).toEqual({
    match: "planned",
    none: "skipped: no-text",
    more: "queued",
  });
  const other = await cli(fleet.folder, argv, env("../match"));
  expect([other.exitCode, JSON.parse(other.stdout).reason.code]).toEqual([1, "unknown-repository"]);
});

it("states that do not fit are refused, each with its reason, and nothing is written", async () => {
  const fleet = await doneAlone();
  const at = (...path: string[]) => join(fleet.folder, "states", ...path);
  const refused = async (why: string, ...argv: string[]) => {
    const { exitCode, stderr } = await fleet.merge(...argv);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(await fleet.states()).toEqual({});
  };
  await refused("no readable file", "nowhere");
  await refused("is the state that would be written", "states/match", "--state", "states/match");
  cpSync(at("more"), at("damaged"), { recursive: true });
  const plans = join(at("damaged"), "plans");
  const [plan = ""] = readdirSync(plans);
  writeFileSync(
    join(plans, plan),
    readFileSync(join(plans, plan), "utf8").replace("console.log(2)", "evil()"),
  );
  await refused("more: its plan is of another size", "states/damaged");
  const rewrite = (from: string, to: string) => {
    const file = join(fleet.folder, "fleet.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
  };
  const [result = ""] = readdirSync(at("none", "results"));
  rewrite("- none", "- { path: none, paths: [src] }");
  await refused("none: its entry in the fleet file has changed", "states/none");
  await refused("of another fleet file or entry", `states/none/results/${result}`);
  rewrite("apply-all", "safe");
  await refused("of another fleet file", "states/match");
});

it("a merge that a signal stops ends as any other command", async () => {
  const fleet = fleetOf({ match: REPOSITORIES.match });
  const argv = ["fleet", "merge", "fleet.yaml", "states"];
  const stopped = await cli(fleet.folder, argv, { interrupted: AbortSignal.abort(143) });
  expect([stopped.exitCode, stopped.stderr]).toEqual([143, "sluice: The fleet was stopped.\n"]);
});
