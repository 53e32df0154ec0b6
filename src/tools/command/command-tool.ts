import { pathRuleFault } from "../../files/path-rules.ts";
import type { Alert } from "../../model/alert.ts";
import type { CommandParams } from "../../model/recipe/call-step.ts";
import { FILES_ARGUMENT } from "../../model/recipe/program-params.ts";
import type { SearchFindings } from "../../model/search/search-findings.ts";
import type { AgentToolResult, ToolExecutionContext } from "../../model/tool.ts";
import { CancelledError, ToolError } from "../../model/tool-error.ts";
import type { Workspace } from "../../model/workspace.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { CallSkip } from "../ast-edit/search/search-shapes.ts";
import { refuseWhenCancelled } from "../changes/commit-changes.ts";
import { endProposals } from "../proposals/end-proposals.ts";
import { findInputs, type InputFiles } from "../proposals/find-inputs.ts";
import { queueProposals } from "../proposals/propose-texts.ts";
import type { TextEditContext } from "../text-edit/text-edit.ts";
import { COMMAND, describeShadow, realChanges, refuseOutside } from "./describe-shadow.ts";
import { findMoves, type Move } from "./find-moves.ts";
import { refuseForeignWrites } from "./foreign-writes.ts";
import { formatShadow } from "./format-shadow.ts";
import type { PrintedOutput, Shadow, ShadowChange, Shadows } from "./shadow.ts";
import { type StartingCommand, startCommand } from "./start-command.ts";
import { takeHeld } from "./take-held.ts";

/** The context of a call of `command`. */
export interface CommandContext extends TextEditContext, PrintedOutput {
  readonly languages?: readonly string[];
  readonly shadows: Shadows;
  /** Returns a file that the command names and that changed since the run began. */
  readonly changedCode: (run: readonly string[]) => string | undefined;
  readonly onSearched?: (findings: SearchFindings) => void;
  readonly onProgress?: (done: number, total: number) => void;
  readonly onAlert?: (alert: Alert) => void;
}

/** Runs a step `command`: previews what a program makes of a copy of the files, and queues it (A1). */
export async function runCommandStep(
  params: CommandParams,
  context: CommandContext,
  call: ToolExecutionContext,
): Promise<AgentToolResult> {
  const changed = context.changedCode(params.run);
  if (changed !== undefined)
    throw new ToolError(
      `The command names ${changed}, which is not as it was before the first step: it is not run. ` +
        "Files that it only reads or changes belong in the place of `{files}`.",
    );
  const inputs = await findInputs(params, context);
  const ran = await runInShadow(params, inputs, context);
  const { changes, joined, failed, alerts, paths, left } = ran;
  const found = { parseErrors: 0, limitReached: false };
  const { per } = params;
  const actions = await queueProposals(
    { tool: COMMAND, title: "Command", per, changes, joined, found },
    context,
    call,
  );
  const given = new Set(paths);
  const told = new Set([...inputs.skipped, ...failed].map(({ path }) => path));
  const skipped = [...inputs.skipped, ...left.filter(({ path }) => !told.has(path)), ...failed];
  const files = inputs.files.filter(({ path }) => given.has(path));
  const ended = {
    title: "Command",
    inputs: { ...inputs, files },
    skipped,
    alerts,
    changes,
    actions,
  };
  return endProposals(ended, context.onSearched);
}

type Described = Awaited<ReturnType<typeof describeShadow>> & {
  readonly paths: readonly string[];
  /** Files that the command did not get. */
  readonly left: readonly CallSkip[];
};

/** Runs the command on a copy, and describes its result before the copy is removed. */
async function runInShadow(
  params: CommandParams,
  inputs: InputFiles,
  context: CommandContext,
): Promise<Described> {
  const { shadows, signal, onPrinted = () => undefined, onProgress = () => undefined } = context;
  if (inputs.files.length === 0 && params.run.includes(FILES_ARGUMENT))
    return { changes: [], joined: [], failed: [], alerts: [], paths: [], left: [] };
  const shadow = await shadows.open(params.link, signal);
  try {
    const starting = { shadow, shadows, signal, onPrinted, onProgress, printed: context.printed };
    const { paths, left } = await givenFiles(inputs, shadow, context.workspace);
    await startCommand(params, paths, starting);
    refuseWhenCancelled(signal);
    const changes = await realChanges(await shadow.changes(), context);
    refuseOutside(changes, params, inputs);
    const moves = await findMoves(changes, context.workspace);
    const { own, held } = takeHeld(changes, moves, context.leftAlone);
    const formatted = await formatShadow(own, shadow, { ...context, moves });
    const taken = await realChanges(formatted.changes, context);
    const again = { ...starting, paths, moves, context };
    const others = changes.filter(({ path }) =>
      formatted.changes.every((one) => one.path !== path),
    );
    const isIdempotent = await findIdempotence(params, [...taken, ...others], again);
    refuseForeignWrites(shadow, "command");
    const { per } = params;
    const described = await describeShadow(taken, isIdempotent, { per, moves, context });
    return {
      ...described,
      failed: [...formatted.failed, ...described.failed],
      alerts: [...formatted.alerts, ...described.alerts],
      ...{ paths, left: [...left, ...held] },
    };
  } finally {
    await shadow.remove().catch((error: unknown) => {
      const message = `A temporary folder cannot be removed: ${messageOf(error)}`;
      context.onAlert?.({ level: "warn", code: "left-behind", message });
    });
  }
}

/** The circumstances of a second start. */
interface SecondStart extends StartingCommand {
  readonly paths: readonly string[];
  readonly moves: readonly Move[];
  readonly context: Pick<CommandContext, "search" | "workspace" | "formatter">;
}

/** Runs the command again on its own result if something asks for it. Returns the fact for each file. */
async function findIdempotence(
  params: CommandParams,
  changes: readonly ShadowChange[],
  { paths, moves, context, ...starting }: SecondStart,
): Promise<(path: string) => boolean | undefined> {
  const isAsked = context.search.asked?.includes("idempotent") ?? true;
  if (!isAsked || changes.length === 0) return () => undefined;
  const first = new Map(changes.map((change) => [change.path, resultOf(change)]));
  const there = paths.filter((path) => first.get(path) !== "deleted");
  const added = changes.flatMap((one) => (one.kind === "file" && one.isNew ? [one.path] : []));
  try {
    const silent = { onPrinted: () => undefined, onProgress: () => undefined, printed: undefined };
    await startCommand(params, [...there, ...added].sort(), { ...starting, ...silent });
  } catch (error) {
    if (error instanceof ToolError && !(error instanceof CancelledError)) return () => undefined;
    throw error;
  }
  refuseWhenCancelled(starting.signal);
  const { shadow } = starting;
  const remade = await formatShadow(await shadow.changes(), shadow, { ...context, moves });
  const again = await realChanges(remade.changes, context);
  const second = new Map(again.map((change) => [change.path, resultOf(change)]));
  // A file that only the second start changes has no action of its own.
  if ([...second.keys()].some((path) => !first.has(path))) return () => false;
  return (path) => first.get(path) === second.get(path);
}

function resultOf(change: ShadowChange): string {
  if (change.kind !== "file") return change.kind;
  return change.read.kind === "text" ? change.read.hash : change.read.why;
}

/** The files that a command gets as arguments, and those below its paths that it does not get. */
interface GivenFiles {
  readonly paths: readonly string[];
  readonly left: readonly CallSkip[];
}

/** Chooses the files that are in a shadow, and whose names Sluice writes: the program could not open the others. */
async function givenFiles(
  { files }: Pick<InputFiles, "files">,
  shadow: Pick<Shadow, "hasFile">,
  workspace: Pick<Workspace, "kindOf">,
): Promise<GivenFiles> {
  const paths: string[] = [];
  const left: CallSkip[] = [];
  for (const { path } of files) {
    const fault = pathRuleFault(path);
    if (fault !== undefined) left.push({ path, why: "unreadable", detail: `its name ${fault}` });
    else if (shadow.hasFile(path)) paths.push(path);
    else {
      const kind = await workspace.kindOf(path);
      if (kind === "link") left.push({ path, why: "symlink" });
      else if (kind === "file") left.push({ path, why: "ignored" });
      // Others are in git's list only: deleted, or outside of a sparse checkout.
    }
  }
  return { paths, left };
}
