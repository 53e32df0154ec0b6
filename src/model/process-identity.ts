/** A process, as far as a lock must know it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The name of the machine. Containers may share one. */
  readonly host: string;
  /** What tells the machine from others of its name; null where the system does not tell. */
  readonly machine: string | null;
  /** Since when the machine runs: process ids begin anew then. Null where the system does not tell. */
  readonly boot: string | null;
  /** Among which processes its id counts: a container has ids of its own. Null where the system does not tell. */
  readonly pids: string | null;
  /** Whether a process is there whose id counts among the same processes. */
  readonly isAlive: (pid: number) => boolean;
}
