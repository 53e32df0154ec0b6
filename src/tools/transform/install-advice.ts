/** The message of Node for a missing module, with the name of its package. Paths and modules of Node have none. */
const MISSING = /^Cannot find (?:module|package) '((?:@[\w.~-]+\/)?[\w~][\w.~-]*)(?:\/[^']*)?'/;

/** Returns the end of a message about a module that was not found: how its package is installed. */
export function installAdvice(reason: string): string {
  const [, name] = MISSING.exec(reason) ?? [];
  return name === undefined ? "" : `; ${installCommand(name)}`;
}

/** Says how a package is installed. */
export function installCommand(name: string): string {
  return `install it: \`npm install --save-dev ${name}\``;
}
