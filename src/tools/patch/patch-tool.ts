import { createGate } from "../../files/gate.ts";
import { whyWithheld } from "../../files/withheld/why-withheld.ts";
import type { FileChange } from "../../model/action/preview.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { PLAIN_MODE } from "../../model/patch/file-mode.ts";
import type { FilePatch, GivenPatch, PatchSet } from "../../model/patch/patch.ts";
import { GIVEN_PATCH, type PatchParams } from "../../model/recipe/call-step.ts";
import type { AgentToolResult, ToolExecutionContext } from "../../model/tool.ts";
import { LeftAloneError, ToolError } from "../../model/tool-error.ts";
import { applyPatches } from "../../patch/apply-patches.ts";
import { fixesOf, withoutFixes } from "../../patch/fixes-by-file.ts";
import type { Patched, ReadText } from "../../patch/patched.ts";
import { readPatch } from "../../patch/read-patch.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { pathsMatching } from "../../shared/paths/paths-matching.ts";
import { refuseWhenCancelled } from "../changes/commit-changes.ts";
import { endProposals } from "../proposals/end-proposals.ts";
import { queueProposals } from "../proposals/propose-texts.ts";
import { findEditTarget } from "../text-edit/text-edit.ts";
import { describePatched } from "./describe-patched.ts";
import { alertsOf, MOST_NAMED } from "./patch-alerts.ts";
import type { PatchContext } from "./patch-context.ts";
import { withKnownModes } from "./with-known-modes.ts";

/** Runs a step `patch`: previews the changes that a patch proposes, and queues them (A1). No code runs (V3). */
export async function runPatchStep(
  params: PatchParams,
  context: PatchContext,
  call: ToolExecutionContext,
): Promise<AgentToolResult> {
  const { name, text, mayBePart = false } = await patchText(params, context);
  const read = mayBePart && text === "" ? NO_PATCH : readPatch(text, params.as);
  if ("fault" in read) throw new ToolError(`${placed(name, read.line)} ${read.fault}.`);
  refuseWhenCancelled(context.signal);
  const { set, left } = withinPaths(read, params.paths);
  const names = new Map<string, string>();
  const found = await applyPatches(set, (path) => textBefore(path, names, context), mayBePart);
  const { modes, ...patched } = withKnownModes(found);
  if (!mayBePart && isRefused(patched, set)) throw new ToolError(refusal(name, patched));
  refuseWhenCancelled(context.signal);
  const { changes, joined } = await describePatched(patched, params.per, context);
  // What may be a part is told of by who asked for it.
  const told = mayBePart ? { ...patched, refused: [] } : patched;
  for (const alert of alertsOf(name, { patched: told, modes, left, others: set.left }))
    context.onAlert?.(alert);
  const { source } = set;
  const authors = new Set(set.patches.flatMap(({ author }) => author ?? []));
  const claims = definedOnly({ source, author: authors.size === 1 ? [...authors][0] : undefined });
  const { per } = params;
  const actions = await queueProposals(
    { tool: "patch", title: "Patch", per, changes, joined, found: NOTHING_LEFT_OUT, claims },
    context,
    call,
  );
  return endProposals(ended(changes, actions, patched), context.onSearched);
}

const NO_PATCH: PatchSet = { format: "git", patches: [], left: [] };
const NOTHING_LEFT_OUT = { parseErrors: 0, limitReached: false };

/** Returns the text of the proposal: what the caller gave, or a file that may be read. */
async function patchText(
  { file }: PatchParams,
  context: PatchContext,
): Promise<Pick<GivenPatch, "name" | "text" | "mayBePart">> {
  const { workspace, givenPatch } = context;
  if (file === GIVEN_PATCH) {
    if (givenPatch === undefined)
      throw new ToolError("`patch: -` is the proposal of `sluice propose`, and none was given.");
    return givenPatch;
  }
  const named = await createGate(context).mayRead(file);
  if (named.kind === "refused") throw new ToolError(named.message);
  if (named.kind !== "file") throw new ToolError(`There is no file \`${file}\`.`);
  const withheld = await whyWithheld(named.path, context);
  if (withheld !== undefined) throw new ToolError(`\`${file}\` may have secrets: it is not read.`);
  const read = workspace.readPart(named.path, 0, INPUT_LIMITS.patchBytes + 1);
  if (read.kind !== "bytes") throw new ToolError(`\`${file}\` cannot be read: ${read.why}.`);
  if (read.total > INPUT_LIMITS.patchBytes)
    throw new ToolError(
      `\`${file}\` has ${read.total} bytes; at most ${INPUT_LIMITS.patchBytes} are read.`,
    );
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return { name: file, text: decoder.decode(read.bytes) };
  } catch {
    throw new ToolError(`\`${file}\` is not in UTF-8: texts in other encodings are not changed.`);
  }
}

/** Leaves out the files that no path of the step chooses; a move counts with both names. */
function withinPaths(
  set: PatchSet,
  paths: readonly string[],
): { readonly set: PatchSet; readonly left: readonly string[] } {
  const namesOf = ({ from, to }: PatchSet["patches"][number]["files"][number]) =>
    [from, to].filter((name) => name !== undefined);
  const all = [...new Set(set.patches.flatMap(({ files }) => files.flatMap(namesOf)))];
  const chosen = new Set(paths.join() === "**" ? all : pathsMatching(paths, all));
  const patches = set.patches.map((patch) => {
    const isIn = (file: FilePatch) => namesOf(file).every((name) => chosen.has(name));
    const outside = patch.files.filter((file) => !isIn(file)).flatMap(fixesOf);
    // A fix of a file that is left out is not done by half.
    const halves = new Set(outside.map(({ group }) => group));
    return { ...patch, files: withoutFixes(patch.files.filter(isIn), halves) };
  });
  return { set: { ...set, patches }, left: all.filter((name) => !chosen.has(name)) };
}

/** Returns the text of a file. `names` has the files that were read, by their real names, as the patch names them. */
async function textBefore(
  written: string,
  names: Map<string, string>,
  context: PatchContext,
): ReturnType<ReadText> {
  try {
    const { path, before } = await findEditTarget(written, context);
    const known = names.get(path) ?? written;
    names.set(path, known);
    if (known !== written) return { fault: `is the file that is also named ${known}` };
    const mode = (await context.workspace.modeOf(path)) ?? PLAIN_MODE;
    return before && { text: before.text, mode };
  } catch (error) {
    if (error instanceof LeftAloneError || !(error instanceof ToolError)) throw error;
    return { fault: `cannot be changed: ${error.message.replace(/\.$/, "")}` };
  }
}

/** True if nothing of a proposal is done: of fixes only those are left out that cannot be done. */
function isRefused({ refused, files }: Patched, { format }: PatchSet): boolean {
  const isOfFixes = format === "sarif" || format === "rdjson";
  return refused.length > 0 && (!isOfFixes || files.length === 0);
}

function refusal(name: string, { refused }: Patched): string {
  const reasons = refused.map(({ path, fault, line }) => `${path} (line ${line}) ${fault}`);
  return `${name} is refused as a whole: ${boundedList(reasons, MOST_NAMED, "; ")}.`;
}

function placed(name: string, line: number | undefined): string {
  return line === undefined ? name : `${name}:${line}`;
}

function ended(changes: readonly FileChange[], actions: number, { refused }: Patched) {
  const paths = [...new Set(changes.map(({ path }) => path))];
  return {
    title: "Patch",
    inputs: {
      files: paths.map((path) => ({ path, language: undefined })),
      skipped: [],
      alerts: [],
    },
    skipped: refused.map(({ path, fault }) => ({
      path,
      why: "patch-refused" as const,
      detail: fault,
    })),
    alerts: [],
    changes,
    actions,
  };
}
