/** Git failed, could not be started, or has no repository here that it may use. */
export class GitError extends Error {
  override readonly name = "GitError";
}
