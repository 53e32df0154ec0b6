/** The state of a fleet cannot be read or written: what was not noted counts as not done. */
export class LedgerError extends Error {
  override readonly name = "LedgerError";
}
