import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { JOB_VARIABLE, readJob } from "../../../src/fleet/queue/read-job.ts";
import { jobOf } from "../../support/fleet/results.ts";

const never = new AbortController().signal;
const inputOf = (text: string) => ({
  env: {},
  standardInput: () => Readable.from([Buffer.from(text)]),
});
const JOB = jobOf("o/a");

it("a worker takes one job, of a variable or of standard input", async () => {
  expect(await readJob(inputOf(`${JSON.stringify(JOB)}\n`), never)).toEqual(JOB);
  expect(await readJob(inputOf('{"version":1,"repository":"o/a"}'), never)).toMatchObject({
    repository: "o/a",
  });
  const env = { [JOB_VARIABLE]: JSON.stringify(JOB) };
  expect(await readJob({ ...inputOf("other"), env }, never)).toEqual(JOB);
});

it.each([
  ["no input", { env: {} }, "no job"],
  ["an empty one", inputOf(""), "no job of a fleet"],
  ["what is not JSON", inputOf("o/a"), "no job of a fleet"],
  ["more than a job has", inputOf(JSON.stringify({ ...JOB, path: "/etc" })), "no job of a fleet"],
  ["two jobs", inputOf(`${JSON.stringify(JOB)}\n${JSON.stringify(JOB)}`), "no job of a fleet"],
  ["a long one", inputOf(" ".repeat(70_000)), "too long"],
])("a worker refuses %s as a job", async (_what, world, why) => {
  const read = await readJob(world, never);
  expect("fault" in read && read.fault).toContain(why);
});
