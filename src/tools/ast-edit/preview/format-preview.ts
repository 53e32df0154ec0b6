import { resolveLanguage } from "../../../edit/language/language.ts";
import { planPasses } from "../../../edit/passes/plan-passes.ts";
import { followEdits } from "../../../edit/text/follow-edits.ts";
import { splice } from "../../../edit/text/splice.ts";
import { ALL_FACTS } from "../../../model/action/asked-facts.ts";
import type { FileChange } from "../../../model/action/preview.ts";
import type { Replacement } from "../../../model/edit.ts";
import type { AstEditParams } from "../../../model/recipe/call-step.ts";
import { ToolError } from "../../../model/tool-error.ts";
import { refuseWhenCancelled } from "../../changes/commit-changes.ts";
import { spillChange } from "../../changes/spilled-change.ts";
import { type FormatNotes, noteOutcome } from "../../format/format-notes.ts";
import type { Formatter } from "../../format/formatter-shapes.ts";
import { describeFormatted, type FormattedChange } from "../facts/describe-formatted.ts";
import type { CallEnvironment } from "../search/call-environment.ts";
import { type CallPreview, eachPathOnce } from "../search/collected-findings.ts";
import { OpCompiler } from "../search/compile-ops.ts";
import { chooseLanguages } from "../search/language-choice.ts";

/** A preview whose results were formatted. */
export interface FormattedPreview extends CallPreview {
  /** The changes whose texts are not those of the ops alone. */
  readonly formatted: ReadonlySet<FileChange>;
}

/** The texts that are in memory at once; UTF-16 code units. */
const MOST_TEXT = 32 * 1024 * 1024;

/** The means of the call whose preview is formatted. */
interface Means {
  readonly params: AstEditParams;
  readonly compiler: OpCompiler;
  readonly formatter: Formatter;
  readonly environment: CallEnvironment;
  readonly lines: CallPreview["lines"];
  readonly notes: FormatNotes;
}

/** Formats the results of a preview. A file for which the formatter fails is left alone, and the others go on. */
export async function formatPreview(
  preview: CallPreview,
  params: AstEditParams,
  environment: CallEnvironment & { readonly formatter: Formatter },
): Promise<FormattedPreview> {
  const { formatter, search } = environment;
  const compiler = new OpCompiler(params.ops, chooseLanguages(params, environment), search.without);
  const notes: FormatNotes = { failed: [], alerts: [] };
  const { lines } = preview;
  const means = { params, compiler, formatter, environment, lines, notes };
  const changes: FileChange[] = [];
  const formatted = new Set<FileChange>();
  let part: FileTexts[] = [];
  let size = 0;
  for (const [index, change] of preview.changes.entries()) {
    const texts = await textsOf(change, environment);
    part.push(texts);
    size += 2 * (texts.after?.length ?? 0);
    if (size < MOST_TEXT && index < preview.changes.length - 1) continue;
    for (const [made, isFormatted] of await formatPart(part, means)) {
      changes.push(made);
      if (isFormatted) formatted.add(made);
    }
    [part, size] = [[], 0];
  }
  const skipped = eachPathOnce([...preview.skipped, ...notes.failed]);
  return { ...preview, changes, skipped, alerts: [...preview.alerts, ...notes.alerts], formatted };
}

/** A change with the texts of its file; without `after` if the file is no longer what it was. */
interface FileTexts {
  readonly change: FileChange;
  readonly before: string;
  readonly after: string | undefined;
}

async function textsOf(
  change: FileChange,
  { workspace }: Pick<CallEnvironment, "workspace">,
): Promise<FileTexts> {
  const read = await workspace.read(change.path);
  if (read.kind !== "text" || read.hash !== change.preHash)
    return { change, before: "", after: undefined };
  return { change, before: read.text, after: splice(read.text, change.edits) };
}

/** Formats some changes. Returns each that is left, and true if its text is the formatter's. */
async function formatPart(
  part: readonly FileTexts[],
  means: Means,
): Promise<readonly (readonly [change: FileChange, isFormatted: boolean])[]> {
  const { formatter, environment, notes } = means;
  const texts = part.flatMap(({ change: { path }, before, after }) =>
    after === undefined ? [] : [{ path, before, after }],
  );
  const outcomes = await formatter.format(texts);
  refuseWhenCancelled(environment.signal);
  const byPath = new Map(texts.map(({ path }, index) => [path, outcomes[index]]));
  const left: (readonly [FileChange, boolean])[] = [];
  for (const { change, before, after } of part) {
    if (after === undefined) {
      left.push([change, false]);
      continue;
    }
    const formatted = noteOutcome(change.path, byPath.get(change.path), notes);
    if (formatted === after) left.push([change, false]);
    // A formatter that takes the edits back leaves nothing to change.
    else if (formatted !== undefined && formatted !== before)
      left.push([await describe({ change, before, after, formatted }, means), true]);
  }
  return left;
}

async function describe(
  formatted: FormattedChange,
  { params, compiler, lines, environment: { search } }: Means,
): Promise<FileChange> {
  const { path, language: name } = formatted.change;
  const language = resolveLanguage(name);
  if (language === undefined)
    throw new Error(`A file was searched in an unknown language: ${name}.`);
  const ops = compiler.for(language, path);
  const places = lines.get(path)?.places;
  const leftAfter = (edits: readonly Replacement[]): readonly Replacement[] => {
    try {
      const { plan } = planPasses(formatted.formatted, language, ops, {
        passes: 1,
        bounds: { matches: Infinity, text: Infinity }, // The preview was within its bounds.
        editDespiteErrors: params.onParseError === "edit",
        asked: [],
        path,
        places: places && followEdits(places, edits),
      });
      return plan.kind === "edited" ? plan.replacements : [];
    } catch (error) {
      if (error instanceof ToolError) return edits;
      throw error;
    }
  };
  const asked = search.asked ?? ALL_FACTS;
  const described = await describeFormatted(formatted, { language, ops, asked, leftAfter });
  return spillChange(described, search.texts);
}
