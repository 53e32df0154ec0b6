/** The calls that a model may make in one turn: any or none, none, at least one, or the named tool. */
export type ToolChoice =
  | "auto"
  | "none"
  | "required"
  | {
      readonly type: "tool";
      /** The only tool that the turn may call. */
      readonly name: string;
    };

/** True if a choice forces the model to call a tool. Some providers refuse this together with thinking (Q21). */
export function isForcing(choice: ToolChoice): boolean {
  return choice === "required" || typeof choice === "object";
}
