/** A process, as far as a lock must know it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The machine: process ids count on one only. */
  readonly host: string;
  /** Whether a process of this machine is there. */
  readonly isAlive: (pid: number) => boolean;
}
