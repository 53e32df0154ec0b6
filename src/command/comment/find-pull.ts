import { readGithubEvent } from "../../files/github-event.ts";
import { type FoundRepository, findRepository } from "../../forge/find-repository.ts";
import type { ForgeName } from "../../model/forge/forge-name.ts";
import type { Environment } from "../../model/world.ts";

/** A pull request or merge request, and its server. */
export type FoundPull =
  | (Extract<FoundRepository, { readonly kind: "github" }> & {
      readonly number: number;
      /** The commit that the job is about; undefined if the event does not say. */
      readonly head: string | undefined;
    })
  | (Extract<FoundRepository, { readonly kind: "gitlab" }> & { readonly number: number })
  /** The job is not one of a pull request. */
  | { readonly kind: "no-pull" }
  /** `why` is one sentence. */
  | Extract<FoundRepository, { readonly kind: "none" }>;

/** The things that a caller names, in place of the job's. */
export interface GivenPull {
  readonly forge?: ForgeName | undefined;
  readonly number?: number | undefined;
}

/** Finds the pull request of a job. */
export async function findPull(env: Environment, given: GivenPull): Promise<FoundPull> {
  const found = findRepository(env, given.forge);
  if (found.kind === "none") return found;
  if (found.kind === "gitlab") {
    const number = given.number ?? numberIn(Number(env.CI_MERGE_REQUEST_IID));
    return number === undefined ? { kind: "no-pull" } : { ...found, number };
  }
  const ofEvent = await readGithubEvent(env.GITHUB_EVENT_PATH);
  const number = given.number ?? ofEvent?.number;
  if (number === undefined) return { kind: "no-pull" };
  return { ...found, number, head: number === ofEvent?.number ? ofEvent.head : undefined };
}

function numberIn(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}
