import type { Language } from "../../../src/edit/language/language.ts";
import { engineOracle } from "./engine-oracle.ts";
import { readParts, readValues } from "./parts.ts";
import { pythonOracle } from "./python-oracle.ts";
import { scriptOracle } from "./script-oracle.ts";
import type { Trial } from "./tally.ts";

const PARENTHESES = [["(", ")"]] as const;
const OF_TAGS = [...PARENTHESES, ["{", "}"], ["<>", "</>"], ["{(", ")}"]] as const;

/** JavaScript, TypeScript and Python, with the parsers that tell how their code is read. */
export const TRIALS: readonly Omit<Trial, "cases" | "seed">[] = [
  {
    language: "javascript",
    oracle: scriptOracle("jsx"),
    parts: readParts("script", "tags"),
    brackets: OF_TAGS,
    mostHeld: 0.01,
    leastMended: 0.95,
  },
  {
    language: "typescript",
    oracle: scriptOracle("ts"),
    parts: readParts("script", "types"),
    brackets: PARENTHESES,
    mostHeld: 0.01,
    leastMended: 0.95,
  },
  {
    language: "tsx",
    oracle: scriptOracle("tsx"),
    parts: readParts("script", "types", "tags"),
    brackets: OF_TAGS,
    mostHeld: 0.01,
    leastMended: 0.95,
  },
  {
    language: "python",
    oracle: pythonOracle(),
    parts: readParts("python"),
    brackets: PARENTHESES,
    mostHeld: 0.01,
    leastMended: 0.95,
  },
];

/** Other languages, by the engine's own trees of results in parentheses. */
export const OTHER_TRIALS: readonly Omit<Trial, "cases" | "seed">[] = [
  ofEngine(
    "go",
    "package p\nfunc t() {\n\tx = @\n}\n",
    "package p\nfunc t() int {\n\treturn @\n}\n",
  ),
  ofEngine("rust", "fn t() { let x = @; }\n", "fn t() -> u8 { a(); return @; }\n"),
  ofEngine("java", "class A { void t() { x = @; } }\n", "class A { int t() { return @; } }\n"),
  ofEngine("ruby", "x = @\n", "def t\n  return @\nend\n", "if @\n  a\nend\n"),
  ofEngine("c", "void t() { x = @; }\n", "int t() { return @; }\n", "void t() { if (@) a(); }\n"),
];

function ofEngine(language: Language, ...frames: readonly string[]): Omit<Trial, "cases" | "seed"> {
  return {
    language,
    oracle: engineOracle(language),
    parts: readValues(language, ...frames),
    brackets: PARENTHESES,
    mostHeld: 0.02,
    leastMended: 0.9,
  };
}

/** Returns the trial of a language. */
export function trialOf(language: Language): Omit<Trial, "cases" | "seed"> {
  const trial = [...TRIALS, ...OTHER_TRIALS].find((each) => each.language === language);
  if (trial === undefined) throw new Error(`${language} has none.`);
  return trial;
}
