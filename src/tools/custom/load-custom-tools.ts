import type { z } from "zod";
import { isRecord } from "../../shared/is-record.ts";
import { messageOf } from "../../shared/message-of.ts";
import { schemaProblems } from "../../shared/schema/schema-problems.ts";
import type { ModuleLoader } from "../load-module.ts";
import { parameterError, type ToolParameters, zodParameters } from "../parameters.ts";
import type { CustomToolAPI } from "./custom-tool-api.ts";
import type { CheckedCustomTool, LoadedCustomTool } from "./loaded-custom-tool.ts";

/** A file to load. */
export interface CustomToolSource {
  /** Absolute. */
  readonly file: string;
  /** For people. */
  readonly path: string;
}

/** The means to load files. */
export interface ToolLoading {
  readonly loader: ModuleLoader;
  readonly pi: CustomToolAPI;
  /** Runs code of a file with a time limit. */
  readonly limit: <T>(work: () => Promise<T> | T) => Promise<T>;
}

/** The outcome of loading one file: its tools, and the problems of the file or of a tool. */
export interface LoadedFile {
  readonly tools: readonly LoadedCustomTool[];
  readonly problems: readonly string[];
}

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** Loads a file with custom tools: runs its code and its factory (T19). Valid tools load beside invalid ones (T24). */
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
      const which = Array.isArray(made) ? `item ${index} of the list` : "the value";
      problems.push(`${which} that its factory returns is not a tool: ${checked.problem}`);
    } else tools.push({ ...checked, path, changedFile: () => loader.changedBehind(file) });
  }
  if (Array.isArray(made) && made.length === 0)
    problems.push("its factory returns an empty list of tools");
  return { tools, problems };
}

/** A tool with its parameters, without the facts about its file. */
type CheckedTool = Pick<LoadedCustomTool, "tool" | "parameters">;

function checkTool(value: unknown): CheckedTool | { readonly problem: string } {
  try {
    return checkShape(value);
  } catch (error) {
    return { problem: `reading it failed: ${firstLineOf(error)}` }; // A getter, or a proxy.
  }
}

function checkShape(value: unknown): CheckedTool | { readonly problem: string } {
  const problems: string[] = [];
  if (!isCustomTool(value, problems)) return { problem: problems.join("; ") };
  const parameters = customParameters(value.parameters);
  if (parameters !== undefined) return { tool: value, parameters };
  return {
    problem: `\`parameters\` of \`${value.name}\` must be a schema of \`pi.zod\` or \`pi.typebox\``,
  };
}

/** Returns true if a value has the shape of a tool; otherwise adds the reason to `problems`. */
function isCustomTool(value: unknown, problems: string[]): value is CheckedCustomTool {
  const problem = problemOf(value);
  if (problem !== undefined) problems.push(problem);
  return problem === undefined;
}

function problemOf(value: unknown): string | undefined {
  if (!isRecord(value)) return "it must be an object";
  const { name, description, execute } = value;
  if (typeof name !== "string" || !NAME.test(name))
    return "`name` must be a word of letters, digits, `_` and `-`";
  if (typeof description !== "string" || description.trim() === "")
    return `\`description\` of \`${name}\` must be a text`;
  if (typeof execute !== "function") return `\`execute\` of \`${name}\` must be a function`;
  return undefined;
}

function firstLineOf(error: unknown): string {
  return messageOf(error).split("\n")[0] ?? "";
}

/** Returns the parameters that a schema of a custom tool describes, or undefined if it is not a schema. */
function customParameters(schema: unknown): ToolParameters<unknown> | undefined {
  if (isZodSchema(schema)) return zodParameters(() => schema);
  if (!isRecord(schema)) return undefined;
  return {
    jsonSchema: schema,
    parse(value) {
      const problems = schemaProblems(schema, value);
      if (problems === undefined) return value;
      throw parameterError(problems);
    },
  };
}

function isZodSchema(schema: unknown): schema is z.ZodType {
  return isRecord(schema) && "_zod" in schema && typeof schema.safeParse === "function";
}
