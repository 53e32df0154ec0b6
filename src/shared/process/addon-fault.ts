/** A package with native code that cannot be loaded, and what to do. */
export interface AddonFault {
  readonly message: string;
  readonly hint: string;
}

/** The packages with native code. The code for each system is a package of its own, an optional dependency. */
const ADDONS = ["@ast-grep/napi", "oxc-parser"] as const;

/**
 * Returns why a package with native code could not be loaded; undefined for any other error. Such an error comes from
 * the installation: npm left the package of this system out, or it was installed on another system.
 */
export function addonFault(error: unknown): AddonFault | undefined {
  const messages = messagesOf(error);
  const [first = ""] = messages;
  const lacking = MISSING.exec(first)?.[1];
  const isMissing = ADDONS.some((name) => name === lacking);
  const isUnloaded = /^(Cannot find|Failed to load) native binding/.test(first);
  if (!isMissing && !isUnloaded) return undefined;
  const text = `${error instanceof Error ? error.stack : ""}`.replaceAll("\\", "/");
  const [name = ADDONS[0]] = ADDONS.filter((each) => text.includes(each));
  return {
    message: `${name} cannot be loaded: ${isMissing ? "it is not installed" : reasonOf(messages)}.`,
    hint: HINT,
  };
}

/** The message of Node for a missing module, with its name. */
const MISSING = /^Cannot find (?:module|package) '([^']*)'/;

const HINT =
  "Remove node_modules and install again on this system, without --omit=optional and --ignore-optional. " +
  "If that does not help, remove package-lock.json, too: npm may have left the package of this system out.";

/** Returns the messages of an error and its causes. */
function messagesOf(error: unknown): readonly string[] {
  const messages: string[] = [];
  for (let each = error; each instanceof Error && messages.length < 50; each = each.cause)
    messages.push(each.message);
  return messages;
}

/** A file that is there says more than a package that is not: it is damaged, or of another system. */
function reasonOf(messages: readonly string[]): string {
  const [, ...causes] = messages;
  const broken = causes.find((message) => !MISSING.test(message));
  if (broken !== undefined) return broken.split("\n", 1)[0]?.replace(/\.$/, "") ?? "";
  const missing = causes.map((message) => MISSING.exec(message)?.[1] ?? "");
  const name = missing.find((each) => each.startsWith("@") && !each.includes("wasm"));
  return name === undefined ? "its native code is missing" : `${name} is not installed`;
}
