import { ForgeFault } from "../forge.ts";
import type { GithubRepository } from "./github-port.ts";

/** A pull request on GitHub. */
export interface PullRequest extends GithubRepository {
  readonly number: number;
}

/** Returns the variables of a query about a pull request. */
export function variablesOf(
  { owner, repository, number }: PullRequest,
  more: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return { owner, name: repository, number, ...more };
}

/** The fault if GitHub answers as if there were no such pull request. */
export function hiddenPull(): ForgeFault {
  return new ForgeFault("missing", "GitHub does not show the pull request to this token.");
}
