import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { restoreFolders } from "../../apply/disk/new-folders.ts";
import { unifiedDiff } from "../../edit/text/unified-diff.ts";
import type { World } from "../../model/world.ts";
import type { LoadRun } from "../call/load-run.ts";
import { readText } from "../judge/read-text.ts";
import { runProposal } from "../judge/run-proposal.ts";
import { AGENT_FILES, type AgentFile } from "./agent-files.ts";
import { addEntry, removeEntries } from "./edit-entries.ts";

/** What became of the entry of one agent. */
export interface WrittenEntry {
  readonly path: string;
  readonly state: "made" | "kept" | "removed" | "failed";
  readonly reason?: string;
}

/** The request of `sluice init --agents`. */
export interface EntriesRequest {
  /** Absolute; a folder. */
  readonly root: string;
  readonly remove: boolean;
  readonly loadRun: LoadRun;
}

/**
 * Adds the entries of the agents that are there, or removes them. All are written by one run, as the proposal of a
 * person, so that `sluice undo` takes it back.
 */
export async function writeEntries(
  request: EntriesRequest,
  world: World,
  stopped: AbortSignal,
): Promise<readonly WrittenEntry[]> {
  const { root, remove } = request;
  const edits: EntryEdit[] = [];
  for (const file of AGENT_FILES)
    if (isUsed(root, file)) edits.push(await editEntry(file, request));
  const folders = remove ? foundFolders(root) : [];
  const patch = edits.map((edit) => ("patch" in edit ? edit.patch : "")).join("");
  const reason = patch === "" ? undefined : await write(patch, request, world, stopped);
  await restoreFolders(root, folders);
  return edits.flatMap(({ path, ...edit }): readonly WrittenEntry[] => {
    const fault = "patch" in edit ? reason : edit.fault;
    if (fault !== undefined) return [{ path, state: "failed", reason: fault }];
    if ("patch" in edit) return [{ path, state: remove ? "removed" : "made" }];
    return remove ? [] : [{ path, state: "kept" }];
  });
}

function isUsed(root: string, { signs }: AgentFile): boolean {
  return signs.some((sign) => existsSync(join(root, sign)));
}

/** Returns the folders that are the only sign of their agents: they were there before any entry. */
function foundFolders(root: string): readonly string[] {
  const found = AGENT_FILES.map(({ signs }) =>
    signs.filter((sign) => existsSync(join(root, sign))),
  );
  return AGENT_FILES.flatMap(({ path }, at) => {
    const [sign, ...more] = found[at] ?? [];
    return sign === dirname(path) && more.length === 0 ? [sign] : [];
  });
}

/** The change of one file; without a fault and a patch, none is needed. */
type EntryEdit = { readonly path: string } & (
  | { readonly patch: string }
  | { readonly fault: string | undefined }
);

async function editEntry(file: AgentFile, { root, remove }: EntriesRequest): Promise<EntryEdit> {
  const { path } = file;
  const read = await readText(join(root, path));
  if ("why" in read) return { path, fault: `it ${read.why}` };
  const { before } = read;
  const program = programOf(root, file);
  const edited = remove ? removeEntries(before, file) : addEntry(before, file, program);
  if ("fault" in edited) return { path, fault: edited.fault };
  if (edited.text === before) return { path, fault: undefined };
  return { path, patch: unifiedDiff(path, before, edited.text).text };
}

/** Says what a person has to know of the entries. */
export function notesOnEntries(
  entries: readonly WrittenEntry[],
  { root, remove }: EntriesRequest,
): readonly string[] {
  if (remove) return entries.length === 0 ? ["No entry of Sluice is there."] : [];
  if (!AGENT_FILES.some((file) => isUsed(root, file))) return [NO_AGENT];
  return entries.some(({ path, state }) => state === "made" && path.startsWith(".codex"))
    ? ["Codex runs a new hook only after a person has trusted it: enter /hooks in Codex."]
    : [];
}

const NO_AGENT = "No agent is there: make .claude, .codex or .cursor, and call this again.";

/** Sluice in the packages of the root, if it is there, otherwise the one that the shell finds. */
function programOf(root: string, { localProgram }: AgentFile): string {
  return existsSync(join(root, "node_modules/.bin/sluice")) ? localProgram : "sluice";
}

/** The policy of a person who asks for exactly this: everything but settings of agents stays protected. */
const POLICY = { version: 1, extends: "apply-all", lift: ["protected-agents"] };

/** Returns why a patch was not written; undefined if it was. */
async function write(
  text: string,
  { root, loadRun }: EntriesRequest,
  world: World,
  timedOut: AbortSignal,
): Promise<string | undefined> {
  const proposal = { name: "The entries", text, by: "person" } as const;
  const options = { root, per: "step" } as const; // All files or none.
  const fields = { policy: NAME, objects: new Map([[NAME, POLICY]]) };
  const proposed = { command: "run", proposal, options, fields } as const;
  const report = await runProposal(proposed, loadRun, { ...world, timedOut });
  if (report.outcome === "ok" && report.totals.applied > 0) return undefined;
  const [diagnostic, call] = [report.diagnostics[0]?.message, report.calls[0]?.text];
  const [action] = report.actions;
  return (
    diagnostic ?? action?.result ?? action?.reason ?? call ?? `the run ended: ${report.outcome}`
  );
}

const NAME = "<init>";
