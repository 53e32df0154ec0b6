import { HAS_POSTGRES, HAS_REDIS, startPostgres, startRedis } from "./queue-servers.ts";

/** The servers of queues that are installed. */
export const SERVERS = [
  ...(HAS_REDIS ? [["Redis", startRedis] as const] : []),
  ...(HAS_POSTGRES ? [["PostgreSQL", startPostgres] as const] : []),
] as const;
