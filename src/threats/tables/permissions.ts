import { longRegex } from "../code/long-regex.ts";
import type { TextRule } from "../code/rule-finder.ts";

const WORKFLOWS = /(^|\/)\.(github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$|(^|\/)action\.ya?ml$/i;
const DOCKER = /(^|\/)([^/]*\.)?(Dockerfile|Containerfile)[^/]*$/i;
const DEPLOYED = /\.(ya?ml|json|tf|hcl|bicep)$/i;
const RUN =
  /\.(sh|bash|zsh|ya?ml|mk|tf|py|rb)$|(^|\/)(Makefile|package\.json|[^/]*Dockerfile[^/]*)$/i;
const AGENTS = longRegex(
  "i",
  String.raw`(^|/)(\.claude|\.codex|\.cursor|\.gemini|\.github)/|(^|/)(CLAUDE|AGENTS|GEMINI)\.md$|`,
  String.raw`\.(sh|ya?ml|toml)$|(^|/)(Makefile|package\.json)$`,
);
/** Modes by which everybody may write, or a file runs as its owner. */
const FOR_ALL = "0?[0-7]{2}[2367]|0?[2-7][0-7]{3}";
const ANYWHERE = ["code", "literal"] as const;

const SCOPES =
  "actions|attestations|checks|contents|deployments|discussions|id-token|issues|models|packages|pages|" +
  "pull-requests|repository-projects|security-events|statuses";

/** What gives a job, a program or a person more than before. */
export const WIDENED: readonly TextRule[] = [
  {
    regex: new RegExp(`(?<=[\\s{,"'])(?:${SCOPES})["']?\\s?:\\s?["']?(?:write|admin)\\b`, "g"),
    paths: WORKFLOWS,
    zones: ANYWHERE,
    key: "match",
  },
  { regex: /\bpermissions["']?\s?:\s?["']?(?:write-all|admin)\b/g, paths: WORKFLOWS, key: "match" },
  {
    regex:
      /(?<=[\s[{,"'])(?:pull_request_target|workflow_run)\b(?=["']?\s?[:,\]}]|["']?\s{0,9}$)/gm,
    paths: WORKFLOWS,
    zones: ANYWHERE,
    key: "match",
  },
  { regex: /\bsecrets["']?\s?:\s?["']?inherit\b/g, paths: WORKFLOWS, key: "match" },
  { regex: /\bpersist-credentials["']?\s?:\s?["']?true\b/g, paths: WORKFLOWS, key: "match" },
  {
    regex:
      /\bsecrets\s?\.\s?\w{1,80}|\bsecrets\s?\[\s?["'][^"'\n]{1,80}|\btoJSON\(\s?secrets\b|\bgithub\s?\.\s?token\b/gi,
    paths: WORKFLOWS,
    zones: ANYWHERE,
    key: "match",
  },
  { regex: /(?<=^\s{0,40})USER\s{1,9}(?:root|0)\b[^\n]{0,20}/gim, paths: DOCKER, key: "match" },
  {
    regex: longRegex(
      "g",
      String.raw`(?:\bchmod\s{1,4}(?:-{1,2}[\w-]{1,20}\s{1,4}){0,3}|`,
      String.raw`\b(?:install|mkdir)\s[^\n]{0,80}-m\s?|--chmod=)["']?`,
      String.raw`(?:${FOR_ALL}|[ugo]{0,2}[ao][ugo]{0,2}[+=][rxX]{0,3}w[rxX]{0,3}|[ugoa]{0,4}[+=][rwxX]{0,3}s)\b`,
    ),
    paths: RUN,
    zones: ANYWHERE,
    key: "match",
  },
  {
    regex: longRegex(
      "gi",
      String.raw`\b[fl]?chmod(?:Sync|_R)?\s?\([^)\n]{0,160}?(?:\b0o?|["'])(?:${FOR_ALL})\b|`,
      String.raw`\bS_I(?:RWXO|WOTH|SUID|SGID)\b`,
    ),
    paths: /\.(py|rb|php|go|[cm]?[jt]sx?)$/,
    key: "match",
  },
  { regex: /\bNOPASSWD\b|\bsetcap\s/g, key: "match", zones: ANYWHERE, paths: RUN },
  {
    regex: /--privileged\b|--cap-add[ =]\S{1,40}|\/var\/run\/docker\.sock\b/g,
    paths: RUN,
    zones: ANYWHERE,
    key: "match",
  },
  {
    regex: longRegex(
      "g",
      String.raw`\b(?:privileged|hostNetwork|hostPID|hostIPC|`,
      String.raw`allowPrivilegeEscalation)["']?\s?:\s?["']?true\b|\brunAsUser["']?\s?:\s?0\b|`,
      String.raw`\brunAsNonRoot["']?\s?:\s?false\b|\bSYS_ADMIN\b`,
    ),
    paths: DEPLOYED,
    zones: ANYWHERE,
    key: "match",
  },
  {
    regex: longRegex(
      "g",
      String.raw`["']?\b(?:Action|NotAction|Resource|Principal|actions|resources|verbs|`,
      String.raw`apiGroups)["']?\s?[:=]\s?\[?\s{0,9}["'](?:\*|\*:\*)["']|\bAdministratorAccess\b|`,
      String.raw`\bcluster-admin\b|\bpublic-read(?:-write)?\b`,
    ),
    paths: DEPLOYED,
    zones: ANYWHERE,
    key: "match",
  },
  {
    regex: longRegex(
      "g",
      String.raw`--dangerously-[\w-]{1,40}|\bbypassPermissions\b|\bdanger-full-access\b|--yolo\b|`,
      String.raw`\bBash\(\*(?::\*)?\)|--no-sandbox\b`,
    ),
    paths: AGENTS,
    zones: ANYWHERE,
    key: "match",
  },
  {
    regex: /"access"\s?:\s?"public"/g,
    paths: /(^|\/)package\.json$/,
    zones: ANYWHERE,
    key: "match",
  },
];

/** What bounds a job, a program or a person, and may be taken away. */
export const BOUNDS: readonly TextRule[] = [
  {
    name: "removed",
    regex: /(?<=^\s{0,40}["']?)permissions\b(?=["']?\s?:)/gm,
    paths: WORKFLOWS,
    key: "name",
  },
  {
    name: "removed",
    regex: /\bpersist-credentials["']?\s?:\s?["']?false\b/g,
    paths: WORKFLOWS,
    key: "match",
  },
  { name: "removed", regex: /(?<=^\s{0,40})environment\s?:/gm, paths: WORKFLOWS, key: "match" },
  {
    name: "removed",
    regex: /(?<=^\s{0,40})USER\s{1,9}(?!root\b|0\b)\S{1,80}/gim,
    paths: DOCKER,
    key: "match",
  },
  {
    name: "removed",
    regex: longRegex(
      "g",
      String.raw`\brunAsNonRoot["']?\s?:\s?true\b|\b(?:readOnlyRootFilesystem)["']?\s?:\s?true\b|`,
      String.raw`\ballowPrivilegeEscalation["']?\s?:\s?false\b`,
    ),
    paths: DEPLOYED,
    key: "match",
  },
  {
    name: "removed",
    regex: /(?<=^)[^\s#][^\n]{0,300}/gm,
    paths: /(^|\/)CODEOWNERS$/,
    key: "match",
  },
];

/** A workflow without any has what the repository gives: often everything. */
export const NO_PERMISSIONS = {
  paths: WORKFLOWS,
  has: /^[ \t]{0,40}["']?permissions["']?\s?:/m,
  needs: /^["']?jobs["']?\s?:/m,
} as const;
