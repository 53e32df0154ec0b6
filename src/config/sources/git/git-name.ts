import type { GitProtocol } from "../../../git/fetched/fetch-settings.ts";

/** Stands before the name of a recipe in a commit: `git:URL@COMMIT:PATH`. */
export const GIT = "git:";

/** A repository, by an address without credentials. */
export interface GitRepository {
  /** An address of https, http or ssh, also as `user@host:path`, or the absolute path of a folder. */
  readonly url: string;
  readonly protocol: GitProtocol;
  /** Its server, as the caller allows it; undefined for a folder of this machine. */
  readonly server: URL | undefined;
}

/** A file in a commit of a repository. */
export interface GitReference {
  readonly repository: GitRepository;
  /** The whole id, in lower case. */
  readonly commit: string;
  /** Relative to the top of the commit. */
  readonly path: string;
}

/** Returns the name by which a file of a commit is found again, from any folder. */
export function gitName({ repository, commit, path }: GitReference): string {
  return `${GIT}${repository.url}@${commit}:${path}`;
}
