import type { NapiConfig, SgRoot } from "@ast-grep/napi";
import { isRecord } from "../../../shared/is-record.ts";
import { type AdaptedFile, type Adapter, describe, type TransformModule } from "../adapter.ts";
import type { ProposedFile } from "../transform-shapes.ts";
import { JssgFile } from "./jssg-file.ts";
import { forgetState } from "./jssg-modules.ts";
import { lacksAnalysis, openRoot, type SymbolAnalysis } from "./jssg-roots.ts";
import { isParsed } from "./lazy-root.ts";

/**
 * `(root, options)`, as codemod calls its codemods: jssg. Files without a grammar, and those in which `getSelector`
 * finds nothing, stay as they are.
 */
export const adaptJssg: Adapter = async (module) => {
  const selector = selectorOf(module);
  const asksNames = module.sources.some((source) => ASKS_NAMES.test(source));
  const session: JssgSession = {
    module,
    selector,
    keepsState: module.sources.some((source) => KEEPS_STATE.test(source)),
    main: module.main,
    isStale: false,
    analyze: asksNames ? await loadAnalysis(module) : undefined,
  };
  return async (file) => {
    const { language } = file;
    if (language === undefined) return [];
    try {
      return await callOn(file, language, session);
    } catch (error) {
      if (!lacksAnalysis()) throw error;
    }
    session.analyze = await loadAnalysis(module);
    return callOn(file, language, session);
  };
};

/** Code that may ask for the meaning of names. Code that Node.js loads by itself is called again when it does. */
const ASKS_NAMES = /\.\s*(?:definition|references)\s*(?:\?\.\s*)?\(/;

/** Code that stores something beside its functions: `let`, or what is empty at first. */
const KEEPS_STATE =
  /^(?:export\s+)?(?:(?:let|var)\s|const\s[^=\n]+=\s*(?:new\s[^(\n]+\(\s*\)|\[\s*\]|\{\s*\}))/m;

/** Makes the analysis of names for a call. */
type Analyze = (file: JssgFile, root: SgRoot, language: string) => SymbolAnalysis;

/** The module from one file to the next. */
interface JssgSession {
  readonly module: TransformModule;
  readonly selector: NapiConfig | undefined;
  readonly keepsState: boolean;
  main: TransformModule["main"];
  /** The code has seen a file since it was evaluated. */
  isStale: boolean;
  analyze: Analyze | undefined;
}

async function loadAnalysis({ root: folder, ask }: TransformModule): Promise<Analyze> {
  const [{ JssgSymbols }, { SymbolScope }] = await Promise.all([
    import("./jssg-symbols.ts"),
    import("../symbols/symbol-scope.ts"),
  ]);
  const scope = new SymbolScope(ask);
  return (file, root, language) => new JssgSymbols(file, { root, language, folder, scope });
}

/** Calls the function on a file. codemod evaluates a module anew for each file: what it stores is not there later. */
async function callOn(
  file: AdaptedFile,
  language: string,
  session: JssgSession,
): Promise<readonly ProposedFile[]> {
  const { module, selector, analyze } = session;
  const { params, root: folder } = module;
  const open = new JssgFile(file, folder);
  const root = openRoot(language, open, analyze && ((own) => analyze(open, own, language)));
  const matches = selector && root.root().findAll(selector);
  if (matches?.length === 0) return [];
  forgetState();
  if (session.isStale && session.keepsState) session.main = await module.evaluateAgain();
  const options = { params, language, matches, dryRun: true, targetDir: folder };
  try {
    const result = await session.main(root, options);
    if (lacksAnalysis()) throw new Error("The module caught the error of a missing analysis.");
    return open.proposals(result);
  } finally {
    session.isStale = isParsed(root);
  }
}

function selectorOf({ exports, params }: TransformModule): NapiConfig | undefined {
  const { getSelector } = exports;
  if (getSelector === undefined) return undefined;
  if (typeof getSelector !== "function")
    throw new Error(`exports ${describe(getSelector)} as getSelector, and not a function`);
  const found: unknown = getSelector({ params });
  if (!isRecord(found) || !isRecord(found.rule))
    throw new Error(`has a getSelector that returned ${describe(found)} without a rule`);
  const { rule, constraints, transform, utils } = found;
  return { rule, constraints, transform, utils } as NapiConfig; // The engine checks its parts.
}
