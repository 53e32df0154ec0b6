import type { ServerKit } from "./load-server.ts";
import type { McpSession } from "./session.ts";

/** The parts that a server is made of. */
export interface ServerParts {
  readonly kit: ServerKit;
  readonly session: McpSession;
  /** Fires when the client is gone. */
  readonly ended: AbortSignal;
  /** Tells the person who has started the server. */
  readonly log: (message: string) => void;
}
