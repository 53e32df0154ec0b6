import type { CommitPlace } from "../git/commit/open-commit-place.ts";
import type { PolicyPublish } from "../model/policy/publish.ts";
import type { PublishRequest, RunWorld } from "../request/request.ts";
import type { Target } from "./find-target.ts";
import type { PublishingPolicy } from "./publishing-policy.ts";

/** A publication that is not of a job of the repository itself. */
export interface Publication {
  /** Where pull requests are kept, whatever the variables of the job name. */
  readonly target: Target;
  /** Takes the place of the policy's own. */
  readonly publish: PolicyPublish | undefined;
  /** The branch that was looked at: pull requests are for it. Undefined: as `publish` says. */
  readonly base: string | undefined;
}

/** The request, and where its pull requests are kept. */
export interface PublishingContext {
  readonly request: PublishRequest;
  readonly world: RunWorld;
  readonly policy: PublishingPolicy;
  readonly target: Target;
  /** True if people decide about what is held in comments there, which a job of the repository reads. */
  readonly isDecidedThere: boolean;
  readonly signal: AbortSignal;
}

/** The work tree that commits are made of, too. */
export type PublishingPlace = PublishingContext & { readonly place: CommitPlace };
