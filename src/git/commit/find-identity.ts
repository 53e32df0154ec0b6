import type { RunGit } from "../run-git.ts";

/** Returns the committer that git is configured with; undefined if it knows none, or makes one up. */
export async function findIdentity(
  git: RunGit,
): Promise<{ readonly name: string; readonly email: string } | undefined> {
  // `Name <address> 1700000000 +0000`
  const ident = await git(["-c", "user.useConfigOnly=true", "var", "GIT_COMMITTER_IDENT"]).catch(
    () => "",
  );
  const [, name = "", email = ""] =
    /^([^<>\n]+) <([^<>\n]+)> \d+ [+-]\d+$/.exec(ident.trim()) ?? [];
  return name === "" || email === "" ? undefined : { name, email };
}
