import type { TextRule } from "../code/rule-finder.ts";

/** Words in comments that silence a checker, or keep code from its measure. */
const WORDS = [
  "@ts-(?:ignore|expect-error|nocheck)",
  "(?:eslint|oxlint|tslint|jshint|stylelint|rubocop|pylint|shellcheck|standard|solhint)[ -]?:?[ ]?" +
    "(?:disable|todo|ignore)(?:-next-line|-line|-file)?",
  "(?:deno|htmlhint|markdownlint|yamllint|swiftlint|ktlint|credo|golangci)[- :]{1,2}" +
    "(?:lint-)?(?:ignore|disable)(?:-[a-z]{1,9}){0,3}",
  "biome-ignore(?:-all|-start|-end)?",
  "(?:flake8: ?|ruff: ?)?noqa\\b",
  "type: ?ignore\\b",
  "(?:pyright|mypy|ty|pyre-ignore|pytype)(?:: ?|\\[)(?:ignore|basic|ignore-errors|disable)",
  "nolint\\b",
  "NOLINT(?:NEXTLINE|BEGIN)?\\b",
  "NOSONAR\\b",
  "nosec\\b",
  "nosemgrep\\b",
  "codeql\\[",
  "lgtm\\b ?\\[",
  "zizmor: ?ignore",
  "hadolint ignore=",
  "(?:tfsec|trivy|checkov|kics|semgrep):(?:ignore|skip)",
  "(?:istanbul|c8|v8|node:coverage|coverage) (?:ignore|disable)\\b",
  "pragma: ?no (?:cover|branch)",
  "(?:gitleaks:allow|secretlint-disable|pragma: ?allowlist secret|ggignore)",
  "@?(?:phpstan-ignore|psalm-suppress|phpcs:(?:ignore|disable)|codeCoverageIgnore)",
  "(?:checkstyle|spotless):off",
  "noinspection ",
  "simplecov:disable|:nocov:",
];

const WORD = `(?:${WORDS.join("|")})`;

/** Comments and attributes that silence a checker. */
export const SUPPRESSIONS: readonly TextRule[] = [
  {
    // The word begins the comment, or a line of it. It is looked for first, because that takes less time.
    regex: new RegExp(
      `(?=${WORD})(?<=(?://|/\\*|#|--|<!--|;|^[ \\t]{0,80}\\*)[!*/# \\t]{0,8})${WORD}`,
      "gim",
    ),
    zones: ["comment"],
    key: "line",
  },
  {
    // ESLint takes rules from a comment, too.
    regex: /(?<=\/\*[\s*]{0,9})eslint\s[^\n]{0,200}?:\s?(?:0|["']?off\b|\[\s?(?:0|["']?off\b))/gi,
    zones: ["comment"],
    key: "line",
  },
  {
    regex:
      /(?=no|NO|type)(?<=(?:#|\/\/)[^\n]{0,200}[#/ ])(?:noqa|nosec|NOSONAR|nolint|type: ?ignore)\b/g,
    zones: ["comment"],
    key: "line",
  },
  {
    regex: /#!?\[\s{0,9}(?:cfg_attr\([^\n]{1,80},\s{0,9})?(?:allow|expect)\s{0,9}\(/g,
    paths: /\.rs$/,
  },
  {
    regex: /@(?:file:\s?\[?\s?)?Suppress(?:Warnings|Lint|FBWarnings)?\s{0,9}\(/g,
    paths: /\.(java|kts?|scala|groovy)$/,
  },
  { regex: /#pragma (?:warning disable|GCC diagnostic ignored|clang diagnostic ignored)/g },
  { regex: /\[(?:assembly: ?)?SuppressMessage\(/g, paths: /\.cs$/ },
  { regex: /\bcontinue-on-error: ?["']?true\b/g, paths: /\.ya?ml$/ },
  { regex: /\ballow_failure: ?["']?true\b/g, paths: /\.ya?ml$/ },
];
