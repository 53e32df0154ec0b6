/** A host without scheme, path, user or wildcard, and perhaps a port. */
const WRITTEN = /^(\[[\da-f:.]{2,45}\]|[^\s/?#@\\:%*[\]<>^|]{1,253})(?::(\d{1,5}))?$/i;

/**
 * Reads `HOST` or `HOST:PORT`, with an IPv6 address in brackets, and returns it in one form: lower case, an address in
 * its usual form, without a dot at the end. Undefined if it is not one.
 */
export function parseServer(written: string): string | undefined {
  const [, rawHost, port] = WRITTEN.exec(written) ?? [];
  if (rawHost === undefined || !URL.canParse(`http://${rawHost}`)) return undefined;
  const host = hostOf(new URL(`http://${rawHost}`));
  if (host === "") return undefined;
  if (port === undefined) return host;
  const number = Number(port);
  return number >= 1 && number <= 65_535 ? `${host}:${number}` : undefined;
}

/** The server of an address, as a person allows it: `HOST` for https on its own port, otherwise `HOST:PORT`. */
export function serverOf(url: URL): string {
  const isPlain = url.protocol === "http:";
  if (url.port === "" && !isPlain) return hostOf(url);
  return `${hostOf(url)}:${url.port || "80"}`;
}

/**
 * True if the list has the server of the address. An entry without a port means https on port 443; an entry with a port
 * means that port with http, too.
 */
export function isServerAllowed(url: URL, allowed: readonly string[]): boolean {
  const server = serverOf(url);
  return allowed.some((entry) => entry === server || entry === `${server}:443`);
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, "");
}
