import { expect, it } from "vitest";
import { findTarget } from "../../src/publish/find-target.ts";
import { campaignJob } from "../support/campaign.ts";
import { addPull } from "../support/forge/forge-rules.ts";
import { startForge } from "../support/forge/forge-server.ts";
import { addRepository } from "../support/forge/forge-state.ts";
import { githubFace } from "../support/forge/github.ts";
import { gitlabFace } from "../support/forge/gitlab.ts";

/** A pause that is over as soon as somebody waits for it, which is told. */
function pauseUntilAwaited(told: () => void): AbortSignal {
  const pause = new AbortController();
  const { signal } = pause;
  const listen = signal.addEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof listen>) => {
    listen(...args);
    told();
    pause.abort();
  };
  return signal;
}

it.each([
  ["github", githubFace],
  ["gitlab", gitlabFace],
] as const)("waits between a pull request and its comment on %s", async (on, face) => {
  const forge = await startForge(face);
  const demo = addRepository(forge.state, "octo/demo");
  addPull(forge.state, demo, { branch: "topic" });
  let waits = 0;
  const never = new AbortController().signal;
  const world = {
    env: campaignJob(on, forge.url),
    interrupted: never,
    after: (milliseconds: number) =>
      milliseconds === 1000 ? pauseUntilAwaited(() => (waits += 1)) : never,
  };
  const target = await findTarget({ forge: undefined, remote: "/app.git" }, world);
  if ("fault" in target) return expect.fail(target.fault.message);
  await target.forge.comment({ number: 1 } as never, "One.");
  const comments = await target.commentsOn(1);
  await comments.create("Two.");
  expect(waits).toBe(1);
  expect(demo.pulls[0]?.comments.map(({ body }) => body)).toEqual(["One.", "Two."]);
});
