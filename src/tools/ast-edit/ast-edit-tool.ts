import type { FileChange } from "../../model/action/preview.ts";
import type { AstEditParams, AstEditStep } from "../../model/recipe/call-step.ts";
import { PER_MATCH_FORMATTED } from "../../model/recipe/format-params.ts";
import type { SearchFindings } from "../../model/search/search-findings.ts";
import { type AgentToolResult, type ToolExecutionContext, textResult } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import { countOf } from "../../shared/count-of.ts";
import {
  filePreview,
  type PreviewQueue,
  queuePreview,
  type StagedPreview,
  sizeOf,
} from "../changes/file-preview.ts";
import type { ToolParameters } from "../parameters.ts";
import type { Tool } from "../tool.ts";
import { applyChanges } from "./preview/apply-changes.ts";
import type { FileTrack } from "./preview/file-track.ts";
import type { FormattedPreview } from "./preview/format-preview.ts";
import { groupChanges, pathsInSeveral } from "./preview/group-changes.ts";
import type { JointWrites } from "./preview/joint-writes.ts";
import { type JudgedCall, judgedPreview } from "./preview/judged-preview.ts";
import { previewFormatted } from "./preview/preview-call.ts";
import type { CallEnvironment } from "./search/call-environment.ts";
import type { CallPreview } from "./search/collected-findings.ts";
import { OpCompiler } from "./search/compile-ops.ts";
import { chooseLanguages } from "./search/language-choice.ts";
import type { CallAlert } from "./search/search-shapes.ts";

const NAME = "ast_edit";

/** The details of the result of `ast_edit`. */
interface AstEditOutcome extends SearchFindings {
  readonly replacements: number;
}

/** The context of a call. */
interface AstEditContext extends JudgedCall, PreviewQueue {}

/** The surroundings of the tool. */
export interface AstEditToolContext extends AstEditContext {
  /** Reads the parameters of a call that is not written in a recipe. */
  readonly parameters: ToolParameters<AstEditParams>;
}

/**
 * `ast_edit`: searches, previews, and queues one pending action for the whole call, for each file, or
 * for each match (`per`). A call never writes (A1); `apply` writes what it queued.
 */
export function createAstEditTool({
  parameters,
  ...environment
}: AstEditToolContext): Tool<AstEditParams> {
  return {
    name: NAME,
    description:
      "Structural search and replace. A call is a dry run; its preview waits for resolve.",
    parameters,
    isHidden: false,
    queuesPreviews: true,
    execute: (params, context) => runAstEdit({ params }, environment, context),
  };
}

/** Runs a call of `ast_edit`: previews it, and queues its actions. */
export async function runAstEdit(
  { params }: Pick<AstEditStep, "params">,
  environment: AstEditContext,
  context: ToolExecutionContext,
): Promise<AgentToolResult> {
  refuseFormattedMatches(params, environment);
  const preview = await previewOf(params, environment);
  const groups = groupChanges(preview.changes, params.per);
  const jointWrites = await openJointWrites(preview.changes);
  await environment.turn?.(context);
  queueGroups(groups, { params, preview, context, jointWrites }, environment);
  return resultOf(preview, groups.length, environment);
}

/** Searches, formats what was found, and lets programs judge it. */
async function previewOf(params: AstEditParams, call: JudgedCall): Promise<FormattedPreview> {
  return judgedPreview(await previewFormatted(params, call), params, call);
}

function refuseFormattedMatches({ per }: AstEditParams, { formatter }: AstEditContext): void {
  if (formatter !== undefined && per === "match") throw new ToolError(PER_MATCH_FORMATTED);
}

/** A call that was previewed. */
interface PreviewedCall {
  readonly params: AstEditParams;
  readonly preview: FormattedPreview;
  readonly context: ToolExecutionContext;
  /** Undefined if each change is written by itself. */
  readonly jointWrites: JointWrites | undefined;
}

/** Loaded when it is needed: few files have so many matches. */
async function openJointWrites(changes: readonly FileChange[]): Promise<JointWrites | undefined> {
  if (!changes.some(({ isJoint }) => isJoint)) return undefined;
  const { JointWrites: Writes } = await import("./preview/joint-writes.ts");
  return new Writes();
}

function queueGroups(
  groups: readonly (readonly FileChange[])[],
  { params, preview, context, jointWrites }: PreviewedCall,
  environment: AstEditContext,
): void {
  environment.session.pending.refuseBeyondRoom(groups.length);
  const { workspace, signal, search, record } = environment;
  const compiler = new OpCompiler(params.ops, chooseLanguages(params, environment), search.without);
  const tracks = new Map<string, FileTrack>();
  const { texts } = search;
  const shared = pathsInSeveral(groups);
  const { lines, formatted } = preview;
  const call = { params, compiler, tracks, shared, lines, formatted };
  const applying = { ...call, workspace, signal, texts, record };
  for (const group of groups) {
    const joint = jointWrites?.of(group);
    let goBack: () => void = () => undefined;
    const staged: StagedPreview = {
      tool: NAME,
      label: `AST Edit: ${sizeOf(group)}`,
      changes: group,
      found: preview,
      joint,
      async apply(note, target = workspace) {
        const here = { ...applying, workspace: target };
        goBack = checkpointOf(group, tracks, joint);
        const written =
          (await joint?.apply(group, note, here)) ?? (await applyChanges(group, note, here));
        return { text: `Applied ${sizeOf(written)}.`, changes: written };
      },
      takeBack: () => goBack(),
      again: group.some(({ path }) => shared.has(path))
        ? undefined
        : () => queueAgain(group, { params, context }, environment),
    };
    const id = queuePreview(environment, staged, context);
    record?.noteAction(id, group);
  }
}

/** Previews the files of an action again, as they are now, and queues what it would change. */
async function queueAgain(
  group: readonly FileChange[],
  { params, context }: Pick<PreviewedCall, "params" | "context">,
  environment: AstEditContext,
): Promise<void> {
  const paths = group.map(({ path }) => path);
  const preview = await previewOf({ ...params, paths }, environment);
  const changes = preview.changes.filter(({ path }) => paths.includes(path));
  const jointWrites = await openJointWrites(changes);
  const call = { params, preview, context, jointWrites };
  queueGroups(changes.length > 0 ? [changes] : [], call, environment);
}

/** Returns a function that puts the tracks and the joint write of an action back to what they are now. */
function checkpointOf(
  group: readonly FileChange[],
  tracks: Map<string, FileTrack>,
  joint: ReturnType<JointWrites["of"]>,
): () => void {
  const restore = joint?.checkpoint();
  const before = new Map(group.map(({ path }) => [path, tracks.get(path)]));
  return () => {
    restore?.();
    for (const [path, track] of before)
      if (track === undefined) tracks.delete(path);
      else tracks.set(path, track);
  };
}

const NO_REPLACEMENTS = "No replacements made";

/** The alerts that whoever called is to read in the result: why files were left out. */
const TOLD: ReadonlySet<string> = new Set(["held-before", "other-languages"]);

function resultOf(
  preview: CallPreview,
  actions: number,
  { onSearched, shard }: Pick<CallEnvironment, "onSearched" | "shard">,
): AgentToolResult {
  const { changes, searched, skipped } = preview;
  const { replacements } = filePreview(changes).facts;
  const none: CallAlert = { level: "warn", code: "no-replacements", message: NO_REPLACEMENTS };
  const isTold = replacements > 0 || shard !== undefined; // Another shard may find some.
  const alerts = isTold ? preview.alerts : [...preview.alerts, none];
  const outcome: AstEditOutcome = { searched, skipped, alerts, replacements };
  onSearched?.(outcome);
  const told = preview.alerts.find(({ code }) => TOLD.has(code));
  const staged =
    replacements === 0
      ? NO_REPLACEMENTS
      : `AST Edit: ${sizeOf(changes)}. Staged, not applied: ${countOf(actions, "pending action")} to resolve.`;
  return textResult(told === undefined ? staged : `${staged} ${told.message}`, outcome);
}
