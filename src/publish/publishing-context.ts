import type { CommitPlace } from "../git/commit/open-commit-place.ts";
import type { PublishRequest, RunWorld } from "../request/request.ts";
import type { Target } from "./find-target.ts";
import type { PublishingPolicy } from "./publishing-policy.ts";

/** The request, and where its pull requests are kept. */
export interface PublishingContext {
  readonly request: PublishRequest;
  readonly world: RunWorld;
  readonly policy: PublishingPolicy;
  readonly target: Target;
  readonly signal: AbortSignal;
}

/** The work tree that commits are made of, too. */
export type PublishingPlace = PublishingContext & { readonly place: CommitPlace };
