/** A person, or a program, to whom git ascribes a commit. */
interface Identity {
  readonly name: string;
  readonly email: string;
}

/** Returns the variables by which git takes somebody for the author and the committer. */
export function identityVariables(
  identity: Identity | undefined,
): Readonly<Record<string, string>> {
  if (identity === undefined) return {};
  const { name, email } = identity;
  const author = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email };
  return { ...author, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
}
