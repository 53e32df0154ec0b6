/** The server that a queue is on. */
export interface QueueAddress {
  readonly kind: "redis" | "postgres";
  /** With its password: never printed. */
  readonly url: string;
  /** Without user, password and parameters. */
  readonly shown: string;
  /** The texts that no message may have. */
  readonly secrets: readonly string[];
}

const KINDS: Readonly<Record<string, QueueAddress["kind"]>> = {
  "redis:": "redis",
  "rediss:": "redis",
  "postgres:": "postgres",
  "postgresql:": "postgres",
};

/** Parses the address of a queue. The fault does not quote it: it may have a password. */
export function parseQueueAddress(text: string): QueueAddress | { readonly fault: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const kind = url === undefined ? undefined : KINDS[url.protocol];
  if (url === undefined || kind === undefined || url.hostname === "")
    return {
      fault:
        "Invalid address of a queue. Use redis://HOST:PORT, rediss://HOST:PORT, or postgres://HOST:PORT/DATABASE.",
    };
  return {
    kind,
    url: text,
    shown: `${url.protocol}//${url.host}${url.pathname.replace(/^\/$/, "")}`,
    secrets: [text, ...passwordsOf(url)],
  };
}

/** Returns a password as it is written and as it is sent, and those among the parameters. */
function passwordsOf({ password, searchParams }: URL): readonly string[] {
  return [password, decoded(password), ...searchParams.values()].filter((text) => text !== "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // The driver takes it as it is, too.
  }
}
