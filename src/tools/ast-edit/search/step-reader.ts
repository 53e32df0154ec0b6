import type { Language } from "../../../edit/language/language.ts";
import type { AstEditParams } from "../../../model/recipe/call-step.ts";
import type { MatchNote } from "../../../model/search/match-explanation.ts";
import { boundedList } from "../../../shared/lists/bounded-list.ts";
import { pathMatcher } from "../../../shared/paths/glob.ts";
import type { CallEnvironment } from "./call-environment.ts";
import { chooseLanguages } from "./language-choice.ts";

/** The language in which a step reads a file, or why it leaves the file out. */
type StepReading =
  | { readonly kind: "read"; readonly language: Language }
  | {
      readonly kind: "unread";
      /** The language of the file; absent if no grammar is for it. */
      readonly language?: Language | undefined;
      readonly note: MatchNote;
    };

/** Returns a function that tells how a step reads a file in its scope. Throws as `chooseLanguages` does. */
export function createStepReader(
  params: Pick<AstEditParams, "paths" | "lang" | "languages">,
  environment: Pick<CallEnvironment, "languageOf" | "languages" | "grammars">,
): (path: string) => StepReading {
  const { paths } = params;
  const { languageOf, grammars } = environment;
  const isInPaths = paths.length === 0 ? () => true : pathMatcher(paths);
  const { languageFor } = chooseLanguages(params, environment);
  return (path) => {
    const own = languageOf(path);
    const unread = (note: MatchNote, language = own) =>
      ({ kind: "unread", language, note }) as const;
    if (!isInPaths(path))
      return unread({
        code: "not-in-paths",
        message: `No glob of its \`paths\` matches: ${boundedList(paths, MOST_GLOBS)}.`,
      });
    const language = languageFor(path, paths.includes(path));
    if (language === undefined) return unread(own === undefined ? UNKNOWN : otherThan(own));
    const readiness = grammars.readinessOf(language);
    if (readiness.kind === "ready") return { kind: "read", language };
    const message = `The grammar of \`${language}\` is not installed, or cannot be used.`;
    const hint = readiness.kind === "broken" ? readiness.why : readiness.hint;
    return unread({ code: "no-grammar", message, hint }, language);
  };
}

/** The most globs that a note names. */
const MOST_GLOBS = 20;

const UNKNOWN: MatchNote = {
  code: "unknown-language",
  message: "The language of the file is not known: no grammar is for it.",
};

function otherThan(language: Language): MatchNote {
  return {
    code: "no-op-for-language",
    message: `The file is \`${language}\`, and the op is for other languages.`,
  };
}
