import { expect, it } from "vitest";
import { aloneLine, WorkerWatch } from "../../../src/fleet/queue/worker-watch.ts";

const TIMES = { alone: 15, poll: 5 };
type Look = Parameters<WorkerWatch["isAlone"]>[0];

it.each<[what: string, looks: readonly Partial<Look>[], told: string]>([
  ["no worker ever comes", [{}, {}, {}, {}, {}, {}], "--x---"],
  ["none is left after some results", [1, 2, 2, 2, 2].map((over) => ({ over })), "----x"],
  ["one has a job", [{}, {}, { active: 1 }, {}, {}, { active: 1 }], "------"],
  ["jobs are over between two looks", [{}, {}, { over: 1 }, { over: 2 }, { over: 3 }], "-----"],
  ["one goes, and none comes", [{}, {}, {}, { active: 1 }, {}, {}, {}], "--x---x"],
  ["all is done", [{ waiting: 0 }, { waiting: 0 }, { waiting: 0 }], "---"],
])("a coordinator is told once that it is alone, if it is: %s", (_what, looks, told) => {
  const watch = new WorkerWatch(TIMES);
  const isTold = looks.map((look) => watch.isAlone({ waiting: 3, active: 0, over: 0, ...look }));
  expect(isTold.map((each) => (each ? "x" : "-")).join("")).toBe(told);
});

it.each([
  ["redis://host:6379", "sluice fleet worker 'my fleet.yaml' --queue redis://host:6379"],
  ["redis://:geheim@host:6379", "sluice fleet worker 'my fleet.yaml', with SLUICE_QUEUE as here"],
  ["postgres://u@host/x?password=geheim", "'my fleet.yaml', with SLUICE_QUEUE as here"],
])("what people do without a worker is said without the password of %s", (queue, command) => {
  const line = aloneLine("my fleet.yaml", queue, { alone: 60_000 });
  expect(line).toContain("for 60 s");
  expect(line).toContain(command);
  expect(line).not.toContain("geheim");
});
