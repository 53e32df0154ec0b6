/** A process, as far as a lock has to identify it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The name of the machine. Containers may share one. */
  readonly host: string;
  /** Identifies the machine among those of the same name; null if the system has no such id. */
  readonly machine: string | null;
  /** Identifies the start of the machine: process ids begin anew then. Null if the system has no such id. */
  readonly boot: string | null;
  /**
   * Identifies the process ids that its own belongs to: a container has ids of its own. Null if the system has no such
   * id.
   */
  readonly pids: string | null;
  /** Returns true if a process with this id exists among the same process ids. */
  readonly isAlive: (pid: number) => boolean;
}
