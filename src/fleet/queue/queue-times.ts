/** The time limits of a queue; milliseconds, and numbers of attempts. */
export interface QueueTimes {
  /** A worker that does not renew the lock of its job for so long has lost it. */
  readonly lock: number;
  /** Between two looks for jobs that lost their worker. */
  readonly stalled: number;
  /** Between two attempts to read from a server that does not answer. */
  readonly retry: number;
  /** Between two looks at what the server has. */
  readonly poll: number;
  /** The longest wait for the first answer of a server. */
  readonly connect: number;
  /** The longest time without an answer, after the first. */
  readonly gone: number;
  /** Without a worker for so long, people are told. */
  readonly alone: number;
  /** Before the second attempt of a job; doubled for each later one. */
  readonly backoff: number;
  /** The most times that workers begin a job and fail; one less is how often it may be lost with its worker besides. */
  readonly attempts: number;
}

/** Long enough for a search that keeps a worker from renewing, and for a restart of the server. */
export const QUEUE_TIMES: QueueTimes = {
  lock: 30_000,
  stalled: 30_000,
  retry: 1_000,
  poll: 5_000,
  connect: 30_000,
  gone: 600_000,
  alone: 60_000,
  backoff: 3_000,
  attempts: 3,
};
