import type { RunGit } from "../run-git.ts";
import { orNone } from "./checked-out.ts";

/** The way in which git is told to sign commits. */
export interface Signing {
  /** Settings, `name=value`, by which git finds the program and the key. */
  readonly settings: readonly string[];
}

/** The programs that sign, by format: the settings that name them, the better one first, and the default. */
const PROGRAMS: Readonly<
  Record<string, { readonly keys: readonly string[]; readonly name: string }>
> = {
  openpgp: { keys: ["gpg.openpgp.program", "gpg.program"], name: "gpg" },
  ssh: { keys: ["gpg.ssh.program"], name: "ssh-keygen" },
  x509: { keys: ["gpg.x509.program"], name: "gpgsm" },
};

const ASKED =
  "^(commit\\.gpgsign|user\\.signingkey|gpg\\.(format|program|(openpgp|ssh|x509)\\.program|ssh\\.defaultkeycommand))$";

/** The scopes of settings that are the user's own. Those of a repository may be a stranger's. */
const OWN_SCOPES = ["system", "global"];

/**
 * Returns how commits are signed; undefined if they are not. `wanted` is the word of a policy, otherwise the setting
 * `commit.gpgSign` counts. The program, and what finds a
 * key, are those of the user's and the system's settings; a repository chooses only that commits are signed, the
 * format, and the id of a key.
 */
export async function findSigning(
  git: RunGit,
  wanted?: boolean | undefined,
): Promise<Signing | undefined> {
  if (wanted === false) return undefined;
  const settings = await readSettings(git);
  const last = (key: string, scopes?: readonly string[]) =>
    settings.findLast((one) => one.key === key && (scopes?.includes(one.scope) ?? true))?.value;
  const isAsked = /^(true|yes|on|[1-9]\d*)?$/i.test(last("commit.gpgsign") ?? "no");
  if (wanted === undefined && !isAsked) return undefined;
  const format = last("gpg.format") ?? "openpgp";
  const { keys, name } = PROGRAMS[format] ?? { keys: [], name: "gpg" };
  const program = keys.map((key) => last(key, OWN_SCOPES)).find((value) => value) ?? name;
  const command = last("gpg.ssh.defaultkeycommand", OWN_SCOPES);
  // Of the format ssh a key is the path of a file.
  const key = last("user.signingkey", format === "ssh" ? OWN_SCOPES : undefined);
  return {
    settings: [
      `gpg.format=${format}`,
      ...keys.map((one) => `${one}=${program}`),
      ...(command === undefined ? [] : [`gpg.ssh.defaultKeyCommand=${command}`]),
      `user.signingKey=${key ?? ""}`,
    ],
  };
}

/** One setting of git, and where it is from. */
interface Setting {
  readonly scope: string;
  /** In small letters. */
  readonly key: string;
  /** Empty if it is only named. */
  readonly value: string;
}

async function readSettings(git: RunGit): Promise<readonly Setting[]> {
  const args = ["config", "--null", "--show-scope", "--includes", "--get-regexp", ASKED];
  const parts = ((await orNone(git, args)) ?? "").split("\0");
  const settings: Setting[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [key = "", ...value] = (parts[at + 1] ?? "").split("\n");
    const scope = parts[at] ?? "";
    // Those of the command are Sluice's own, which switch programs off.
    if (scope !== "command") settings.push({ scope, key, value: value.join("\n") });
  }
  return settings;
}
