import { type FormatNotes, noteOutcome } from "../format/format-notes.ts";
import type { ChangeToFormat } from "../format/formatter-shapes.ts";
import type { TextEditContext } from "../text-edit/text-edit.ts";
import type { Move } from "./find-moves.ts";
import type { Shadow, ShadowChange } from "./shadow.ts";

type ShadowText = Extract<ShadowChange, { kind: "file" }>;

/** The changes of a command after they were formatted. */
interface FormattedShadow extends FormatNotes {
  /** Without those for which the formatter failed, and without the deletions of files that were moved there. */
  readonly changes: readonly ShadowChange[];
}

interface FormattingShadow extends Pick<TextEditContext, "formatter" | "workspace"> {
  readonly moves: readonly Move[];
}

/** Formats what a command made of texts, and writes it to the shadow, where the command may run on it again. */
export async function formatShadow(
  changes: readonly ShadowChange[],
  shadow: Shadow,
  { formatter, workspace, moves }: FormattingShadow,
): Promise<FormattedShadow> {
  const notes: FormatNotes = { failed: [], alerts: [] };
  if (formatter === undefined) return { changes, ...notes };
  const texts = changes.filter((one) => one.kind === "file" && one.read.kind === "text");
  const toFormat: ChangeToFormat[] = [];
  for (const change of texts) {
    const { path, read } = change as ShadowText; // As filtered above.
    const source = moves.find(({ to }) => to === path)?.from ?? path;
    const before = await workspace.read(source);
    const after = read.kind === "text" ? read.text : "";
    toFormat.push({ path, before: before.kind === "text" ? before.text : undefined, after });
  }
  const outcomes = await formatter.format(toFormat);
  const formatted: ShadowChange[] = [];
  for (const change of changes) {
    const index = texts.indexOf(change);
    const text = index === -1 ? undefined : noteOutcome(change.path, outcomes[index], notes);
    if (index === -1 || text === toFormat[index]?.after) formatted.push(change);
    else if (text !== undefined) {
      shadow.write(change.path, text);
      formatted.push({ ...(change as ShadowText), read: shadow.read(change.path) });
    }
  }
  const refused = new Set(notes.failed.map(({ path }) => path));
  const gone = new Set(moves.flatMap(({ from, to }) => (refused.has(to) ? [from] : [])));
  return { changes: formatted.filter(({ path }) => !gone.has(path)), ...notes };
}
