import { longRegex } from "../code/long-regex.ts";

/** Files that package managers write, and that name where packages come from. */
export const LOCK_FILE = longRegex(
  "i",
  String.raw`(^|/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|`,
  String.raw`deno\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|`,
  String.raw`flake\.lock)$`,
);

/** The keys of a package's manifest that name packages. */
export const SECTIONS = [
  "dependencies",
  "devDependencies",
  "peerDependencies",
  "optionalDependencies",
  "bundleDependencies",
  "bundledDependencies",
  "overrides",
  "resolutions",
  "require",
  "require-dev",
  "imports",
  "patchedDependencies",
  "trustedDependencies",
] as const;

/** Scripts that run when a package is installed or packed, of npm and of Composer. */
export const INSTALL_SCRIPT = longRegex(
  "",
  "^(pre|post)?(install|prepare|uninstall|publish|pack|dependencies)$|^prepublishOnly$|",
  "^(pre|post)-(install|update|autoload-dump)-cmd$",
);

interface LineOfDependency {
  readonly kind: string;
  readonly paths: RegExp;
  /** The first group is the name, the second the version. */
  readonly regex: RegExp;
}

const WORKFLOWS = /(^|\/)\.(github|gitea|forgejo)\/|(^|\/)action\.ya?ml$/;

/** Dependencies that are lines of a file. */
export const LINES_OF_DEPENDENCIES: readonly LineOfDependency[] = [
  {
    kind: "action",
    paths: WORKFLOWS,
    regex: /\buses["']?\s{0,4}:\s{0,4}["']?([^\s"'@#]{1,200})@?([^\s"'#]{0,100})/g,
  },
  {
    kind: "image",
    paths: /(^|\/)[^/]*(Dockerfile|Containerfile)[^/]*$/i,
    regex: longRegex(
      "gim",
      String.raw`^\s{0,20}FROM\s{1,9}(?:--platform=\S{1,60}\s{1,9})?`,
      String.raw`([^\s:@]{1,200}(?::\d{1,5}/[^\s:@]{1,200})?)[:@]?(\S{0,120})`,
    ),
  },
  {
    kind: "image",
    paths: /\.ya?ml$/,
    regex:
      /(?<=^[\s-]{0,40})image["']?\s{0,4}:\s{0,4}["']?([^\s"'@:#{}$]{2,200})[:@]?([^\s"'#]{0,120})/gm,
  },
  {
    kind: "package",
    paths:
      /(^|\/)[^/]*requirements[^/]*\.(txt|in)$|(^|\/)requirements\/[^/]+\.txt$|(^|\/)constraints[^/]*\.txt$/i,
    regex:
      /^\s{0,9}([A-Za-z\d][\w.-]{0,100})(?:\[[^\]\n]{0,100}\])?[ \t]{0,9}((?:[=<>!~@][^\n#;]{0,200})?)/gm,
  },
  {
    kind: "package source",
    paths:
      /(^|\/)[^/]*requirements[^/]*\.(txt|in)$|(^|\/)(pip\.conf|\.npmrc|\.yarnrc(\.yml)?|\.pypirc|bunfig\.toml)$/i,
    regex: longRegex(
      "gm",
      String.raw`(?<=^\s{0,9})((?:--?)?(?:index-url|extra-index-url|find-links|trusted-host|e|editable|r|`,
      String.raw`i|f|(?:@[\w-]{1,60}:)?registry|`,
      String.raw`npmRegistryServer)\b)[ \t]{0,9}[:=]?[ \t]{0,9}([^\n#]{1,200})`,
    ),
  },
  {
    kind: "module",
    paths: /(^|\/)go\.mod$/,
    regex: longRegex(
      "gm",
      String.raw`(?<=^(?:require |replace |\t|`,
      String.raw` {1,8})[ \t]{0,4})([\w.-]{1,80}\.[a-z]{2,20}/[^\s=]{1,200})[ \t]{1,9}((?:v|`,
      String.raw`=>)[^\n]{0,200}?)(?=\s{0,4}(?://|$))`,
    ),
  },
  {
    kind: "package",
    paths: /(^|\/)(Gemfile|[^/]+\.gemspec)$/,
    regex: longRegex(
      "gm",
      String.raw`(?<=^\s{0,40}(?:gem|\w{1,20}\.add_(?:runtime_|`,
      String.raw`development_)?dependency)[ (]\s{0,4})["']([\w.-]{1,100})["']([^\n#]{0,200})`,
    ),
  },
  {
    kind: "package",
    paths: /(^|\/)[^/]*\.gradle(\.kts)?$/,
    regex: longRegex(
      "g",
      String.raw`\b(?:implementation|api|compileOnly|runtimeOnly|testImplementation|classpath|`,
      String.raw`annotationProcessor|kapt|id)[ (]\s{0,4}["']([\w.:-]{1,200}?)(?::([\w.+-]{1,60}))?["']`,
    ),
  },
  {
    kind: "package",
    paths: /(^|\/)pom\.xml$/,
    regex:
      /<artifactId>\s{0,9}([^<\s]{1,200})\s{0,9}<\/artifactId>(?:\s{0,40}<version>\s{0,9}([^<\s]{1,100}))?/g,
  },
  {
    kind: "package",
    paths: /\.(cs|fs|vb)proj$|(^|\/)(Directory\.Packages\.props|packages\.config)$/i,
    regex: longRegex(
      "g",
      String.raw`<(?:PackageReference|PackageVersion|package)\s{1,9}(?:Include|`,
      String.raw`id)="([^"\n]{1,200})"(?:\s{1,9}[Vv]ersion="([^"\n]{1,100}))?`,
    ),
  },
  {
    kind: "hook",
    paths: /(^|\/)\.pre-commit-config\.ya?ml$/,
    regex: /\brepo\s{0,4}:\s{0,4}([^\s#]{1,200})(?:\s{1,40}rev\s{0,4}:\s{0,4}(\S{1,100}))?/g,
  },
  {
    kind: "submodule",
    paths: /(^|\/)\.gitmodules$/,
    regex: /(?<=^\s{0,20}url\s{0,4}=\s{0,4})(\S{1,300})()/gm,
  },
];
