import type { Forge } from "../../forge/forge.ts";
import type { World } from "../../model/world.ts";
import type { CommentedReport } from "../../report/comment/commented-report.ts";
import { placeSuggestions } from "../../report/comment/place-suggestions.ts";
import { suggestionsOf } from "../../report/comment/suggestions.ts";
import { folderOf, useOf } from "./job-of.ts";

/** The bounds of suggestions. */
interface SuggestionOptions {
  readonly root: string;
  readonly id?: string | undefined;
  readonly suggestions: number;
  readonly world: Pick<World, "cwd" | "env">;
  /** The commit that the run looked at; undefined if it is not known. */
  readonly head: string | undefined;
}

/** Suggests changes on lines of the pull request's diff, and returns their number. Throws a `ForgeFault`. */
export async function makeSuggestions(
  report: CommentedReport,
  { review }: Forge,
  { root, id, suggestions: most, world: { env, cwd }, head }: SuggestionOptions,
): Promise<number> {
  const folder = folderOf(root, env, cwd);
  if (review === undefined || most === 0 || folder === undefined) return 0;
  const suggestions = suggestionsOf(report, id ?? useOf(env, folder));
  if (suggestions.length === 0) return 0;
  const state = await review.readState();
  // The lines of a newer head are others; the job of that head makes its own.
  if (head !== undefined && head !== state.head) return 0;
  const placed = placeSuggestions(suggestions, {
    patches: await review.readPatches(),
    threads: state.threads,
    pathOf: (path) => (folder === "" ? path : `${folder}/${path}`),
    most,
  });
  if (placed.length > 0) await review.suggest(state.head, placed);
  return placed.length;
}
