import type { Facts } from "../../src/model/action/facts.ts";

/** The facts of a small edit; a test changes what it is about. */
export function factsOf(changed: Partial<Facts> = {}) {
  return {
    recipe: "assert-strict",
    step: "swap",
    tool: "ast_edit",
    label: "AST Edit: 3 replacements in 2 files",
    files: ["src/a.ts", "src/b.ts"],
    fileCount: 2,
    replacements: 3,
    additions: 3,
    deletions: 3,
    languages: ["typescript"],
    idempotent: true,
    newSyntaxErrors: false,
    syntaxJudges: ["oxc-parser"],
    commentsOnly: false,
    commentsLost: [] as readonly string[],
    tokensLost: [] as readonly string[],
    regrouped: [] as readonly string[],
    importsLeftOut: [] as readonly string[],
    stringsChanged: [] as readonly string[],
    whitespaceOnly: false,
    newFiles: [],
    deletedFiles: [],
    conflicts: [],
    fromModel: false,
    untrusted: false,
    parseErrors: 0,
    limitReached: false,
    runFiles: [],
    packageScripts: [],
    ...changed,
  } satisfies Facts;
}
