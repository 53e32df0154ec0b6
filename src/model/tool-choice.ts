/** What a model may call in one turn: anything or nothing, nothing, at least one tool, or the named tool. */
export type ToolChoice =
  | "auto"
  | "none"
  | "required"
  | {
      readonly type: "tool";
      /** The only tool that the turn may call. */
      readonly name: string;
    };

/** Whether a choice makes the model call a tool. Some providers refuse this together with thinking (Q21). */
export function isForcing(choice: ToolChoice): boolean {
  return choice === "required" || typeof choice === "object";
}
