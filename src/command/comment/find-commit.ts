import { isWholeId } from "../../files/event-file.ts";
import { type FoundRepository, findRepository } from "../../forge/find-repository.ts";
import type { Environment } from "../../model/world.ts";
import { findPull, type GivenPull } from "./find-pull.ts";

/** The commit of a check run, as far as the job tells it. */
type FoundCommit =
  | {
      readonly kind: "commit";
      readonly repository: Extract<FoundRepository, { readonly kind: "github" }>;
      /** The number of the pull request; undefined for a push. */
      readonly number: number | undefined;
      /** Whole; never the commit that would merge a pull request. Undefined if the event does not say. */
      readonly head: string | undefined;
    }
  /** The job is about no commit of its own, such as a schedule. */
  | { readonly kind: "no-commit" }
  /** `why` is one or two sentences. */
  | { readonly kind: "none"; readonly why: string };

/** Events without a pull request that are about the commit that the job has. */
const OWN_COMMIT = ["push", "merge_group"];
const ON_GITLAB =
  "GitLab has no check runs. `--report gitlab=FILE` writes a code quality report, which merge requests show.";

/** Finds the commit of a job on which a check run belongs. */
export async function findCommit(env: Environment, given: GivenPull): Promise<FoundCommit> {
  const repository = findRepository(env, given.forge);
  if (repository.kind === "none") return repository;
  if (repository.kind === "gitlab") return { kind: "none", why: ON_GITLAB };
  const pull = await findPull(env, given);
  if (pull.kind === "github")
    return { kind: "commit", repository, number: pull.number, head: pull.head };
  const { GITHUB_EVENT_NAME: event = "", GITHUB_SHA: head = "" } = env;
  if (!OWN_COMMIT.includes(event) || !isWholeId(head)) return { kind: "no-commit" };
  return { kind: "commit", repository, number: undefined, head };
}
