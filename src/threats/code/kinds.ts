import { longRegex } from "./long-regex.ts";

const TEXTS = /\.(md|markdown|txt|text|rst|adoc|asciidoc|org)$/i;
const NAMES = longRegex(
  "",
  "(^|/)(LICEN[CS]E|COPYING|NOTICE|PATENTS|AUTHORS|CONTRIBUTORS|MAINTAINERS|CHANGELOG|CHANGES|",
  String.raw`HISTORY|NEWS|README|TODO|VERSION)[\w-]{0,40}$`,
);

const DATA = longRegex(
  "i",
  String.raw`\.(json[5cl]?|jsonld|geojson|ndjson|webmanifest|ya?ml|toml|ini|properties|csv|tsv|psv|po|pot|`,
  "strings|resx|xlf|xliff|arb|srt|vtt|ics|bib|proto|graphqls?|gql|avsc|css|s[ac]ss|less|lock|",
  "lockfile|sum|mod|map|log|pem|crt|cer|asc|sig|pub)$",
);
const DATA_NAMES = longRegex(
  "",
  String.raw`(^|/)(CODEOWNERS|OWNERS|CNAME|Pipfile|py\.typed|\.(?:keep|gitkeep|gitattributes|gitmodules|`,
  String.raw`mailmap|editorconfig|npmrc|yarnrc|nvmrc|[\w-]{1,30}-version|browserslistrc|prettierrc|eslintrc|`,
  String.raw`stylelintrc|env(?:\.[\w.-]{1,40})?|[a-z]{1,20}ignore|git-blame-ignore-revs|tool-versions))$`,
);

/** True if people read a file, as a manual or a license. */
export function isProse(path: string): boolean {
  return TEXTS.test(path) || NAMES.test(path);
}

/** True if a file is of a kind that holds no code: prose, data or a style sheet. */
export function holdsNoCode(path: string): boolean {
  return isProse(path) || DATA.test(path) || DATA_NAMES.test(path);
}
