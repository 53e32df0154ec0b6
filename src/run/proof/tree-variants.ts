import { composeEdits } from "../../edit/text/compose-edits.ts";
import { splice } from "../../edit/text/splice.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { TextEdit } from "../../model/edit.ts";
import type { CommitPart, Workspace } from "../../model/workspace.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { messageOf } from "../../shared/message-of.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { KeptOutcome } from "../state/action-outcome.ts";
import type { Rewriter } from "./rewriter.ts";
import { inverse } from "./text-without.ts";
import type { Standing, Variant } from "./variant.ts";
import { modeWithout, type VariantText, VariantTexts } from "./variant-texts.ts";
import { type FileWritten, isChain, writtenFiles } from "./written-files.ts";

/** Moves the tree between the variants of what some actions of a run have written. Each move is one transaction. */
export class TreeVariants implements Standing {
  readonly #applied: readonly KeptOutcome[];
  readonly #files: ReadonlyMap<string, readonly FileWritten[]>;
  readonly #workspace: Workspace;
  readonly #writer: Rewriter;
  readonly #texts: VariantTexts;
  #standing: ReadonlySet<string>;
  #now: ReadonlyMap<string, VariantText> = new Map();

  /** `applied` has the actions in the order of writing; nothing of the run was written after them. */
  constructor(applied: readonly KeptOutcome[], workspace: Workspace, writer: Rewriter) {
    this.#applied = applied;
    this.#files = writtenFiles(applied);
    this.#texts = new VariantTexts(applied, this.#files, writer);
    this.#workspace = workspace;
    this.#writer = writer;
    this.#standing = new Set(applied.map(({ report }) => report.id));
  }

  /** The paths that the actions have written. */
  get paths(): ReadonlySet<string> {
    return new Set(this.#files.keys());
  }

  /** Returns the changes of an action as they stand now. */
  changesOf(changes: readonly FileChange[]): readonly FileChange[] {
    return changes.map((change) => this.#now.get(change.path)?.changes.get(change) ?? change);
  }

  /** The actions that stand in the tree now. */
  get standing(): ReadonlySet<string> {
    return this.#standing;
  }

  /** The actions that do not stand in the tree now. */
  get missing(): readonly string[] {
    return this.#ids.filter((id) => !this.#standing.has(id));
  }

  /** Moves the tree to the variant without these actions. What another process has changed is never written over. */
  async moveTo(without: ReadonlySet<string>, reason: string): Promise<Variant> {
    try {
      const foreign = await this.#findForeign(without);
      const stuck = this.#among(foreign, (id) => without.has(id) && this.#standing.has(id));
      const lost = this.#among(foreign, (id) => !without.has(id) && !this.#standing.has(id));
      const gone = [...without, ...lost.keys()].filter((id) => !stuck.has(id));
      const found = this.#texts.without(new Set(gone));
      if ("why" in found) return { kind: "refused", why: found.why };
      const { dropped, texts, resting } = found;
      const standing = new Set(this.#ids.filter((id) => !dropped.has(id)));
      await this.#write(texts, standing, reason);
      this.#now = texts;
      this.#standing = standing;
      return { kind: "made", standing, stuck, lost, resting };
    } catch (error) {
      return { kind: "refused", why: messageOf(error) };
    }
  }

  get #ids(): readonly string[] {
    return this.#applied.map(({ report }) => report.id);
  }

  /** Finds the files of a move that are not as they were written, each with the reason. */
  async #findForeign(without: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    const foreign = new Map<string, string>();
    for (const path of this.#pathsOf(without)) {
      const why = await this.#foreignWhy(path);
      if (why !== undefined) foreign.set(path, why);
    }
    return foreign;
  }

  /** Returns those actions with one of the foreign files for which the question is true, each with the reason. */
  #among(
    foreign: ReadonlyMap<string, string>,
    isMeant: (id: string) => boolean,
  ): ReadonlyMap<string, string> {
    if (foreign.size === 0) return new Map();
    return new Map(
      this.#applied.flatMap(({ report: { id }, changes }): [string, string][] => {
        const why = changes.map(({ path }) => foreign.get(path)).find((one) => one !== undefined);
        return why === undefined || !isMeant(id) ? [] : [[id, why]];
      }),
    );
  }

  /** Finds the standing actions with one of these files, if it is not as the actions left it. Returns it for each. */
  async findChanged(paths: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    const changed = new Map<string, string>();
    for (const path of this.#files.keys())
      if (paths.has(path) && !(await this.#isAsLeft(path))) changed.set(path, path);
    return this.#among(changed, (id) => this.#standing.has(id));
  }

  /** The files that a move to a variant may write. */
  #pathsOf(without: ReadonlySet<string>): ReadonlySet<string> {
    const gone = this.#applied.filter(({ report }) => without.has(report.id));
    const paths = gone.flatMap(({ changes }) => changes.map(({ path }) => path));
    return new Set([...this.#now.keys(), ...paths]);
  }

  async #foreignWhy(path: string): Promise<string | undefined> {
    const writes = this.#files.get(path) ?? [];
    if (!isChain(writes)) return `${path} was changed by another process during the run`;
    return (await this.#isAsLeft(path)) ? undefined : `${path} was changed by another process`;
  }

  /** True if a file has the text of the variant. */
  async #isAsLeft(path: string): Promise<boolean> {
    const now = this.#now.get(path);
    const expected = now === undefined ? this.#files.get(path)?.at(-1)?.postHash : hashOf(now.text);
    const read = await this.#workspace.read(path);
    const found = read.kind === "text" ? read.hash : null;
    return found === (expected ?? null);
  }

  async #write(
    texts: ReadonlyMap<string, VariantText>,
    standing: ReadonlySet<string>,
    reason: string,
  ): Promise<void> {
    const paths = [...new Set([...this.#now.keys(), ...texts.keys()])].sort(comparePaths);
    const writes = paths.flatMap((path) => {
      const [from, to] = [this.#now, texts].map((variant) => variant.get(path));
      const whole = this.#texts.of(path)?.at(-1) ?? "";
      const left = this.#files.get(path)?.at(-1)?.postHash === null ? undefined : whole;
      const before = from === undefined ? left : from.text;
      const after = to === undefined ? left : to.text;
      const last = modeWithout(this.#files.get(path) ?? [], () => true);
      const [old, mode] = [from, to].map((variant) =>
        variant === undefined ? last : variant.mode,
      );
      if (before === after && old === mode) return [];
      const edits = editsBetween(whole, from?.edits ?? [], to?.edits ?? []);
      const preHash = hashOf(before);
      const postHash = hashOf(after);
      const write = { path, preHash, postHash, before: before ?? "", after: after ?? "", edits };
      return [{ ...write, ...definedOnly({ mode }) }];
    });
    if (writes.length === 0) return;
    const takesBack = [...this.#standing].filter((id) => !standing.has(id));
    const parts = this.#applied.filter(
      ({ report: { id } }) => standing.has(id) && !this.#standing.has(id),
    );
    const note = { id: "checks", label: "Checks: actions taken back", reason };
    await this.#writer.rewrite(writes, note, { takesBack, parts: parts.map(partOf) });
    this.#workspace.rewritten?.(writes);
  }
}

function hashOf(text: string | undefined): string | null {
  return text === undefined ? null : sha256(text);
}

/** Returns the edits between two variants of a text; both are edits of the text with all actions. */
function editsBetween(
  whole: string,
  from: readonly TextEdit[],
  to: readonly TextEdit[],
): readonly TextEdit[] {
  if (from.length === 0) return to;
  const named = to.map((edit) => ({ ...edit, opId: "" }));
  return composeEdits(splice(whole, from), inverse(whole, from), named);
}

function partOf({ report, changes }: KeptOutcome): CommitPart {
  const { id, label, recipe, step, sourceToolName, reason = "" } = report;
  return { note: { id, label, recipe, step, sourceToolName, reason }, changes };
}
