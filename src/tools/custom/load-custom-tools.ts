import { isRecord } from "../../shared/is-record.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { ModuleLoader } from "../load-module.ts";
import type { LoadedCustomTool } from "./create-custom-tool.ts";
import { customParameters } from "./custom-parameters.ts";
import type { CustomTool, CustomToolAPI } from "./custom-tool-api.ts";

/** A file to load. */
export interface CustomToolSource {
  /** Absolute. */
  readonly file: string;
  /** For people. */
  readonly path: string;
}

/** What files are loaded with. */
export interface ToolLoading {
  readonly loader: ModuleLoader;
  readonly pi: CustomToolAPI;
  /** Bounds the time that code of a file takes. */
  readonly limit: <T>(work: () => Promise<T> | T) => Promise<T>;
}

/** What one file came to: its tools, and what is wrong with it or with one of them. */
export interface LoadedFile {
  readonly tools: readonly LoadedCustomTool[];
  readonly problems: readonly string[];
}

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/**
 * Loads one file with custom tools (T19). Whatever is wrong is told, and the tools that are in order are
 * there all the same (T24). Code of the file runs, and its factory.
 */
export async function loadCustomTools(
  { file, path }: CustomToolSource,
  { loader, pi, limit }: ToolLoading,
): Promise<LoadedFile> {
  const problem = (message: string): LoadedFile => ({ tools: [], problems: [message] });
  let factory: unknown;
  try {
    factory = await limit(() => loader.load(file));
  } catch (error) {
    return problem(`cannot be loaded: ${firstLineOf(error)}`);
  }
  if (typeof factory !== "function")
    return problem("has no default export that is a function: `export default (pi) => ({ … })`");
  let made: unknown;
  try {
    const make = factory;
    made = await limit(() => make(pi));
  } catch (error) {
    return problem(`its factory failed: ${firstLineOf(error)}`);
  }
  const tools: LoadedCustomTool[] = [];
  const problems: string[] = [];
  for (const [index, tool] of (Array.isArray(made) ? made : [made]).entries()) {
    const checked = checkTool(tool);
    if ("problem" in checked) {
      const which = Array.isArray(made) ? `the tool at ${index}` : "what its factory answers";
      problems.push(`${which} is no tool: ${checked.problem}`);
    } else tools.push({ ...checked, path });
  }
  if (Array.isArray(made) && made.length === 0) problems.push("its factory answers no tools");
  return { tools, problems };
}

function checkTool(value: unknown): Omit<LoadedCustomTool, "path"> | { readonly problem: string } {
  try {
    return checkShape(value);
  } catch (error) {
    return { problem: `looking at it failed: ${firstLineOf(error)}` }; // A getter, or a proxy.
  }
}

function checkShape(value: unknown): Omit<LoadedCustomTool, "path"> | { readonly problem: string } {
  if (!isRecord(value)) return { problem: "it must be an object" };
  const { name, description, execute } = value;
  if (typeof name !== "string" || !NAME.test(name))
    return { problem: "`name` must be a word of letters, digits, `_` and `-`" };
  if (typeof description !== "string" || description.trim() === "")
    return { problem: `\`description\` of \`${name}\` must be a text` };
  if (typeof execute !== "function")
    return { problem: `\`execute\` of \`${name}\` must be a function` };
  const parameters = customParameters(value.parameters);
  if (parameters === undefined)
    return {
      problem: `\`parameters\` of \`${name}\` must be a schema of \`pi.zod\` or \`pi.typebox\``,
    };
  return { tool: value as unknown as CustomTool, parameters }; // Its shape was looked at above.
}

function firstLineOf(error: unknown): string {
  return messageOf(error).split("\n")[0] ?? "";
}
