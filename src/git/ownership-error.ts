/** True for the message of a git that refuses a repository of another user, in each language. */
export function isOfAnother(message: string): boolean {
  return message.includes(SETTING);
}

const SETTING = "safe.directory";

/** Git refuses a repository because its folders belong to another user, as in many jobs in a container. */
export class OwnershipError extends Error {
  override readonly name = "OwnershipError";
  /** The page that says more. */
  readonly hint = 'See "Jobs in a container" in docs/ci.md.';

  /** `printed` is the message of git, of many lines; one of them is the command that makes the exception. */
  constructor(printed: string) {
    const lines = printed.split("\n").map((line) => line.trim());
    const command = lines.find((line) => line.startsWith("git config")) ?? `${COMMAND} FOLDER`;
    const folder = command.slice(command.indexOf(SETTING) + SETTING.length + 1);
    super(`git refuses ${folder}: it belongs to another user. \`${command}\` accepts it`);
  }
}

const COMMAND = `git config --global --add ${SETTING}`;
