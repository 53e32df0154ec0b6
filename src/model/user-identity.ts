/** The user of a process, as far as files of its own are told from those of others. */
export interface UserIdentity {
  /** The id by which the system names the owner of files. */
  readonly id: number;
  /** Returns a word that cannot be guessed: 64 hexadecimal digits. */
  readonly newSecret: () => string;
}
