import { resolve } from "node:path";
import { resolveLanguage } from "../../edit/language/language.ts";
import type { Alert } from "../../model/alert.ts";
import type { Policy } from "../../model/policy.ts";
import type { ParserParams } from "../../model/recipe/parser-params.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { Workspace } from "../../model/workspace.ts";
import { countOf } from "../../shared/count-of.ts";
import { once } from "../../shared/once.ts";
import { endMarked, nextMark } from "../../shared/process/end-marked.ts";
import { shown } from "../../shared/shown.ts";
import type { Shadows } from "../../tools/command/shadow.ts";
import type { ModuleLoader } from "../../tools/load-module.ts";
import type { ParserMemory } from "../../tools/parsers/create-syntax-judge.ts";
import type { SyntaxJudge } from "../../tools/parsers/syntax-judge.ts";

/** The verdicts of a run: a parser reads nothing but the text. */
const memories = new WeakMap<Shadows, ParserMemory>();

/** The surroundings of the parsers of one call. */
interface JudgingCall {
  /** Absolute. */
  readonly root: string;
  readonly workspace: Workspace;
  readonly shadows: Shadows | undefined;
  readonly loader: ModuleLoader | undefined;
  readonly signal: AbortSignal;
  readonly onAlert?: ((alert: Alert) => void) | undefined;
}

/** Returns the parsers for a recipe: those of the policy come first, because it decides. */
export function parsersOf(
  recipe: Pick<Recipe, "parsers">,
  record: { readonly policy: Pick<Policy, "parsers"> | undefined } | undefined,
): readonly ParserParams[] {
  return [...(record?.policy?.parsers ?? []), ...(recipe.parsers ?? [])];
}

/** Returns the judge of the syntax of a call; undefined if the engine alone judges, as in most runs. */
export function stepJudge(
  parsers: readonly ParserParams[],
  call: JudgingCall,
): SyntaxJudge | undefined {
  if (parsers.length === 0) return undefined;
  const opened = once(() => openJudge(parsers, call));
  return {
    nameFor(language) {
      const own = parsers.find((parser) => resolveLanguage(parser.language) === language);
      return own && shown(own.run[0] ?? "");
    },
    judge: async (changes) => (await opened())(changes),
  };
}

async function openJudge(
  parsers: readonly ParserParams[],
  { root, workspace, shadows, loader, signal, onAlert }: JudgingCall,
): Promise<SyntaxJudge["judge"]> {
  if (shadows === undefined) throw new Error("Only steps of recipes have parsers.");
  const [{ createSyntaxJudge }, { runParser }] = await Promise.all([
    import("../../tools/parsers/create-syntax-judge.ts"),
    import("../../tools/parsers/run-parser.ts"),
  ]);
  const memory: ParserMemory = memories.get(shadows) ?? new Map();
  memories.set(shadows, memory);
  return createSyntaxJudge({
    ...{ parsers, memory },
    open() {
      loader?.checkPackages();
      const mark = nextMark();
      return {
        run: (text, params) => runParser(text, params, { folder: root, shadows, mark, signal }),
        close: async () => endMarked(mark), // What it started would go on.
      };
    },
    changedCode(run) {
      const laid = (workspace.laidOver?.() ?? []).map((path) => resolve(root, path));
      return loader?.files.changedInCommand(run, laid);
    },
    onUnknown(why, paths) {
      const [path = "", ...others] = paths;
      const more = others.length === 0 ? "" : ` and ${countOf(others.length, "more file")}`;
      const message = `${path}${more}: new syntax errors cannot be told. ${why}`;
      onAlert?.({ level: "warn", code: "parser-failed", message, path });
    },
  });
}
