import type { PackagePlaces } from "../../shared/package-places.ts";
import { hasPackage, loadPackage } from "../../shared/packages/load-package.ts";
import { PATIENCE, sturdyBackend } from "./postgres-backend.ts";
import type { QueueAddress } from "./queue-address.ts";

/** The exports of the package that are used. */
export type BullMq = Pick<
  typeof import("bullmq"),
  "Queue" | "QueueEvents" | "UnrecoverableError" | "WaitingError" | "Worker"
>;

/** The connections of its classes to a server. */
export interface BullMqKit {
  readonly classes: BullMq;
  /** The options of each class that say where its server is. */
  readonly connection: object;
}

const PACKAGE = { name: "bullmq", major: 6 };

/** The package that speaks with a kind of server; BullMQ itself loads it. */
const DRIVERS = {
  redis: { name: "ioredis", major: 5 },
  postgres: { name: "pg", major: 8 },
} as const;

/** Milliseconds between two attempts to connect. */
const RECONNECT = 1000;

/** Loads BullMQ, which is optional. A fault says what to install, and has no secret. */
export async function loadBullMq(
  address: QueueAddress,
  places: PackagePlaces,
): Promise<BullMqKit | { readonly fault: string }> {
  const driver = DRIVERS[address.kind];
  const loaded = await loadPackage<typeof import("bullmq")>(
    PACKAGE,
    () => import("bullmq"),
    places,
  );
  if (loaded.kind === "broken") return { fault: loaded.fault };
  if (loaded.kind !== "loaded" || !hasPackage(driver, places)) {
    const names = [PACKAGE, driver].map(({ name, major }) => `${name}@^${major}`).join(" ");
    return {
      fault:
        `A queue on ${address.kind === "redis" ? "Redis" : "PostgreSQL"} needs packages that are not installed. ` +
        `Install them beside Sluice: npm install --save-dev ${names}. Otherwise npm install --prefix DIR ${names} and --packages DIR`,
    };
  }
  return kitOf(loaded.module, address);
}

function kitOf(bullmq: typeof import("bullmq"), { kind, url }: QueueAddress): BullMqKit {
  if (kind === "redis") {
    // A command waits for a server that is gone: `watchServer` says how long.
    const connection = { url, maxRetriesPerRequest: null, retryStrategy: () => RECONNECT };
    return { classes: bullmq, connection };
  }
  const classes: object = {
    ...bullmq,
    ...bullmq.withBackend(sturdyBackend(bullmq.createPostgresBackend)),
  };
  const connection = {
    connectionString: url,
    schema: "sluice",
    migrate: true,
    max: 4,
    ...PATIENCE,
  };
  // They differ from those of Redis in the types of their connections alone.
  return { classes: classes as BullMq, connection };
}
