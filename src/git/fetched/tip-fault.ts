/** Why a tip was not fetched, for programs. */
type TipFaultCode = "cannot-clone" | "empty" | "no-ref" | "other-format" | "timeout" | "too-large";

/** A tip that was not fetched. The message is a clause without secrets. */
export class TipFault extends Error {
  override readonly name = "TipFault";
  readonly code: TipFaultCode;

  constructor(code: TipFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}
