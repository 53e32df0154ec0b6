import * as engine from "@ast-grep/napi";
import { TransformFault, TransformStop } from "../adapter.ts";
import { parseText, parseTextLater, refuse } from "./jssg-roots.ts";

/** The memory of outputs, state and counts. It lasts for one call: files run in any order, on several threads. */
const outputs = new Map<string, string>();
const state = new Map<string, unknown>();
const counts = new Map<string, Map<string, number>>();

/** Forgets what the module stored for the file before. */
export function forgetState(): void {
  for (const memory of [outputs, state, counts]) memory.clear();
}

const astGrep = {
  SgRoot: engine.SgRoot,
  SgNode: engine.SgNode,
  parse: parseText,
  parseAsync: parseTextLater,
  kind: engine.kind,
  parseFile: () => refuse("it calls parseFile(), which reads files on its own"),
  jssgTransform: () => refuse("it calls jssgTransform(), which changes files on its own"),
};

/** Outputs are kept by name: the id of the step is not looked at, because there is one. */
const workflow = {
  setStepOutput: (name: string, value: string) => void outputs.set(name, value),
  getStepOutput: (_step: string, name: string) => outputs.get(name) ?? null,
  getOrSetStepOutput(_step: string, name: string, value: string) {
    if (!outputs.has(name)) outputs.set(name, value);
    return outputs.get(name);
  },
  setState: (name: string, value: unknown) => void state.set(name, value),
  getState: (name: string) => state.get(name),
  unsetState: (name: string) => void state.delete(name),
  acquireLock: () => () => undefined, // No other file runs on this thread meanwhile.
};

const metrics = {
  useMetricAtom(name: string) {
    return {
      name,
      increment(labels: Readonly<Record<string, unknown>> = {}, amount = 1) {
        const known = Object.entries(labels).filter(([, value]) => value != null);
        const key = JSON.stringify(Object.fromEntries(known.sort()));
        const ofName = counts.get(name) ?? new Map<string, number>();
        counts.set(name, ofName.set(key, (ofName.get(key) ?? 0) + amount));
      },
      getEntries() {
        const entries = [...(counts.get(name) ?? [])];
        return entries.map(([key, count]) => ({ cardinality: JSON.parse(key), count }));
      },
    };
  },
};

const runtimeOf = (print: (text: string) => void) => ({
  progress: (message: unknown) => print(String(message)),
  warn: (message: unknown) => print(String(message)),
  setCurrentUnit: () => undefined,
  isCanceled: () => false,
  failFile(message: string) {
    throw new TransformFault(message);
  },
  failStep(message: string) {
    throw new TransformStop(`ended the step: ${message}`);
  },
});

const llm = { generate: () => refuse("it asks a model by codemod:llm, which only prompts can") };

/**
 * Returns the modules that codemod's runtime has, by the names under which transforms import them. `print` gets what
 * they report.
 */
export function jssgModules(print: (text: string) => void): Readonly<Record<string, unknown>> {
  const runtime = runtimeOf(print);
  const modules: Readonly<Record<string, object>> = {
    "ast-grep": astGrep,
    workflow,
    metrics,
    runtime,
    llm,
  };
  return Object.fromEntries(
    Object.entries(modules).flatMap(([name, exported]) => {
      const module = { ...exported, default: exported };
      const packaged = name === "ast-grep" ? "main" : name;
      return [
        [`codemod:${name}`, module],
        [`@codemod.com/jssg-types/${packaged}`, module],
      ];
    }),
  );
}
