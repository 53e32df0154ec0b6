import type { FileEdit, HookCall, Replacement } from "./hook-call.ts";

/** An object of JSON. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The keys under which agents name a file. */
const PATH_KEYS = ["file_path", "path", "notebook_path", "target_notebook", "target_file"] as const;

/** The keys under which agents give text for a file. */
const TEXT_KEYS = [
  "content",
  "contents",
  "new_string",
  "new_source",
  "edits",
  "code_edit",
] as const;

/** True for the input of a tool that seems to write a file. */
export function seemsToWrite(input: Fields): boolean {
  return PATH_KEYS.some((key) => key in input) && TEXT_KEYS.some((key) => key in input);
}

/**
 * Reads the input of a tool that changes one file; undefined if it is in no form that is known, or in two: the agent
 * may take the other one.
 */
export function readEdit(input: Fields): HookCall | undefined {
  const [path, ...otherPaths] = PATH_KEYS.flatMap((key) => input[key] ?? []);
  const texts = TEXT_KEYS.filter((key) => input[key] !== undefined);
  if (typeof path !== "string" || path === "" || otherPaths.length > 0 || texts.length > 1)
    return undefined;
  const edit = editOf(input);
  return edit && { kind: "edit", path, edit, cwd: undefined };
}

function editOf(input: Fields): FileEdit | undefined {
  const text = input.content ?? input.contents;
  if (typeof text === "string") return { kind: "write", text };
  if (text !== undefined) return undefined;
  if (Array.isArray(input.edits)) return replaceAll(input.edits);
  if ("new_source" in input || "cell_id" in input) return cellEdit(input);
  if ("old_string" in input || "new_string" in input) return replaceAll([input]);
  return undefined;
}

/** Reads the input of a tool that removes a file. */
export function readDeletion({ path }: Fields): HookCall | undefined {
  if (typeof path !== "string" || path === "") return undefined;
  return { kind: "edit", path, edit: { kind: "delete" }, cwd: undefined };
}

function replaceAll(list: readonly unknown[]): FileEdit | undefined {
  const replacements = list.map(replacementOf).filter((read) => read !== undefined);
  return list.length > 0 && replacements.length === list.length
    ? { kind: "replace", replacements }
    : undefined;
}

function replacementOf(value: unknown): Replacement | undefined {
  if (!isFields(value)) return undefined;
  const { old_string: old, new_string: fresh, replace_all: isEverywhere = false } = value;
  if (typeof old !== "string" || typeof fresh !== "string" || typeof isEverywhere !== "boolean")
    return undefined;
  return { old, fresh, isEverywhere };
}

const MODES = ["replace", "insert", "delete"] as const;

function cellEdit(input: Fields): FileEdit | undefined {
  const { cell_id: cell, new_source: source = "", cell_type: type, edit_mode = "replace" } = input;
  const mode = MODES.find((name) => name === edit_mode);
  const isText = (value: unknown) => value === undefined || typeof value === "string";
  if (mode === undefined || !isText(cell) || !isText(type) || typeof source !== "string")
    return undefined;
  const edit = { mode, cell: cell as string | undefined, source, type: type as string | undefined };
  return { kind: "cell", edit }; // Both were looked at just now.
}

/** Reads a patch of Codex as the input of the tool `apply_patch`. */
export function readPatchText(input: Fields): HookCall | undefined {
  const text = input.command ?? input.input ?? input.patch;
  return typeof text === "string" ? { kind: "patch", text, cwd: undefined } : undefined;
}

/** A folder as a shell reads it without expanding anything. */
const FOLDER = /(?<folder>'[^']*'|"[^"$`\\]*"|[^\s'"$`\\;&|<>()]+)/;
const TEXT = /<<\s*(?<quote>['"]?)(?<end>\w+)\k<quote>\s*\n(?<patch>[\s\S]*?)\n\k<end>/;

/** The forms of a command that Codex takes for a call of `apply_patch`. */
const HEREDOC = new RegExp(
  String.raw`^\s*(?:cd\s+${FOLDER.source}\s*&&\s*)?(?:apply_patch|applypatch)\s*${TEXT.source}\s*$`,
);

/** Reads a command of a shell: only a patch in it is judged. */
export function readPatchCommand(input: Fields): HookCall | undefined {
  const command = typeof input.command === "string" ? input.command : JSON.stringify(input);
  if (!command.includes("*** Begin Patch")) return { kind: "other" };
  const { folder, patch } = HEREDOC.exec(command)?.groups ?? {};
  if (patch === undefined)
    return {
      kind: "fault",
      why: "A command with a patch in it cannot be judged in this form.",
      remedy: "Give the patch to the tool apply_patch, alone.",
    };
  return { kind: "patch", text: patch, cwd: folder?.replace(/^(['"])(.*)\1$/, "$2") };
}
