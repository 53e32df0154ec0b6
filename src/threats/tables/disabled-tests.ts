import { longRegex } from "../code/long-regex.ts";
import type { TextRule } from "../code/rule-finder.ts";

const SCRIPTS = /\.[cm]?[jt]sx?$/;
const PYTHON = /\.py$/;
const JVM = /\.(java|kts?|scala|groovy|cs|fs)$/;
const RUBY = /_(spec|test)\.rb$|(^|\/)(spec|test)\//;

/** Paths of tests. */
const TESTS = longRegex(
  "",
  String.raw`(^|[._/-])(tests?|specs?|e2e|cy)([._-][^/]*)?\.[cm]?[jt]sx?$|(^|/)(__tests__|tests?|`,
  String.raw`specs?)/|(^|/)test_[^/]*\.py$|_test\.(py|go|rb|exs?|dart|cc|cpp)$|_spec\.rb$|(Tests?|`,
  String.raw`Spec|IT)\.(java|kts?|scala|groovy|cs|swift|php)$|\.rs$`,
);

/** Calls and attributes that keep tests from running. */
export const DISABLED_TESTS: readonly TextRule[] = [
  {
    regex: longRegex(
      "g",
      String.raw`(?<![\w$.])(?:describe|it|test|suite|context|specify|bench)(?:\.(?:concurrent|`,
      String.raw`sequential|each|shuffle))?(?:\??\.|\[\s?["'\x60])(?:skip|todo|fixme|fails?|failing|only|`,
      String.raw`skipIf|runIf)\b`,
    ),
    paths: SCRIPTS,
  },
  {
    regex:
      /(?<![\w$.])(?:xit|xdescribe|xtest|xcontext|xspecify|xfeature|xscenario|fit|fdescribe|fcontext)(?=\s?[(.])/g,
    paths: SCRIPTS,
  },
  {
    regex: /(?<![\w$.])(?:this|t|ctx|context|test|testInfo|pending)\.(?:skip|todo|fixme)\s?\(/g,
    paths: SCRIPTS,
  },
  { regex: /(?<=[{,]\s{0,20})(?:skip|todo|only)\s?:\s?(?:true|["'`])/g, paths: SCRIPTS },
  {
    regex: longRegex(
      "g",
      String.raw`@(?:pytest\.mark\.(?:skip(?:if)?|xfail)|(?:unittest\.)?(?:skip(?:If|Unless)?|`,
      String.raw`expectedFailure))\b|\bpytest\.(?:skip|xfail|importorskip)\s?\(|\bself\.skipTest\s?\(|`,
      String.raw`\bpytestmark\s?=\s?pytest\.mark\.skip`,
    ),
    paths: PYTHON,
  },
  {
    regex: longRegex(
      "g",
      String.raw`@(?:Disabled\w{0,30}|Ignore|EnabledIf\w{0,30})\b|\[(?:Ignore|Explicit)\b|\b(?:Fact|`,
      String.raw`Theory)\([^)\n]{0,80}\bSkip\s?=`,
    ),
    paths: JVM,
  },
  { regex: /\b[tb]\.Skip(?:Now|f)?\s?\(/g, paths: /_test\.go$/ },
  { regex: /#\[ignore\b/g, paths: /\.rs$/ },
  {
    regex:
      /(?<![\w.:])(?:xit|xdescribe|xcontext|xspecify|xscenario)\b|(?<=^\s{0,40})(?:skip|pending)(?=\s["'(]|\s{0,9}$)/gm,
    paths: RUBY,
  },
  { regex: /\bmarkTest(?:Skipped|Incomplete)\b/g, paths: /\.php$/ },
  { regex: /\bXCTSkip(?:If|Unless)?\b/g, paths: /\.swift$/ },
  {
    regex: /(?:--passWithNoTests|--no-verify|--skip-tests|-DskipTests|-Dmaven\.test\.skip)\b/g,
    paths: /\.(ya?ml|json|sh)$|(^|\/)Makefile$/,
    zones: ["code", "literal"],
  },
  {
    regex: /\b(?:testPathIgnorePatterns|collect_ignore(?:_glob)?|passWithNoTests)\b/g,
    paths:
      /(^|\/)([^/]*(jest|vitest|vite)[^/]*|package\.json|conftest\.py|pytest\.ini|pyproject\.toml|setup\.cfg)$/,
    zones: ["code", "literal"],
  },
];

/** Tests: removed, they are not run any more. */
export const TEST_CASES: readonly TextRule[] = [
  {
    name: "test removed",
    regex:
      /(?<![\w$.])(?:x?it|x?test|x?specify)(?:\.\w{1,12}){0,3}\s?(?:\([^()\n]{0,200}\)\s?)?\(\s{0,40}["'`]/g,
    paths: TESTS,
  },
  {
    name: "test removed",
    regex: /(?<=^[ \t]{0,40}(?:async )?)def test_?\w{1,200}/gm,
    paths: TESTS,
  },
  {
    name: "test removed",
    regex: /(?<=^)func (?:Test|Fuzz|Benchmark|Example)\w{0,200}\(/gm,
    paths: /_test\.go$/,
  },
  {
    name: "test removed",
    regex: /#\[(?:\w{1,20}::)?(?:test|rstest|test_case|quickcheck)\b[^\]\n]{0,80}\]/g,
    paths: /\.rs$/,
  },
  {
    name: "test removed",
    regex:
      /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b|\[(?:Fact|Theory|Test|TestMethod|TestCase)\b/g,
    paths: JVM,
  },
];
