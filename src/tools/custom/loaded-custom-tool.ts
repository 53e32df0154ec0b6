import type { ToolParameters } from "../parameters.ts";
import type { CustomTool } from "./custom-tool-api.ts";

/** The fields of a custom tool that are checked and used. */
export type CheckedCustomTool = Pick<CustomTool, "name" | "description" | "parameters" | "execute">;

/** A custom tool that was loaded and has the right shape. */
export interface LoadedCustomTool {
  readonly tool: CheckedCustomTool;
  readonly parameters: ToolParameters<unknown>;
  /** The path of its file, for people. */
  readonly path: string;
  /** Returns a file that the tool may still import and that changed since the first step, for people (T31). */
  readonly changedFile: () => string | undefined;
}
