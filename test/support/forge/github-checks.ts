import type { ForgeReply } from "./forge-server.ts";
import { Refusal, type StoredCheck, type StoredRepository } from "./forge-state.ts";
import {
  form,
  ok,
  page,
  REPOSITORY,
  type RestRequest,
  type Route,
  repositoryOf,
} from "./rest-routes.ts";

/** The check runs of GitHub's REST API. */
export const CHECK_ROUTES: readonly Route[] = [
  [form(`POST ${REPOSITORY}/check-runs`), createCheck],
  [form(`PATCH ${REPOSITORY}/check-runs/(\\d+)`), updateCheck],
  [form(`GET ${REPOSITORY}/commits/([0-9a-f]{40})/check-runs`), listChecks],
  [form(`GET ${REPOSITORY}/check-runs/(\\d+)/annotations`), listAnnotations],
];

const MOST_ANNOTATIONS = 50;
/** Of a summary; the documentation says characters. */
const MOST_BYTES = 65_535;

function createCheck(request: RestRequest): ForgeReply {
  const repository = repositoryOf(request);
  const app = writingApp(request);
  const { name, head_sha: head, external_id: key = "" } = request.call.body;
  if (typeof name !== "string" || name === "")
    throw new Refusal("invalid", 'Invalid request. "name" wasn\'t supplied.');
  if (!knows(repository, head)) throw new Refusal("invalid", `No commit found for SHA: ${head}`);
  request.state.lastId += 1;
  const { lastId: id } = request.state;
  const empty = { status: "in_progress", conclusion: null, title: "", summary: "" } as const;
  const check: StoredCheck = { id, app, head, name, key, ...empty, annotations: [] };
  change(check, request);
  repository.checks.push(check);
  return ok(checkView(repository, check), 201);
}

function updateCheck(request: RestRequest): ForgeReply {
  const repository = repositoryOf(request);
  const check = checkOf(request, repository);
  if (check.app !== writingApp(request)) {
    const message = "check run can only be modified by the GitHub App that created it.";
    throw new Refusal("denied", `Invalid app_id \`1\` - ${message}`);
  }
  change(check, request);
  return ok(checkView(repository, check));
}

/** Returns the app of a token that may write. */
function writingApp({ viewer, state }: RestRequest): string {
  const [, app] = /^(.+)\[bot\]$/.exec(viewer) ?? [];
  if (app === undefined) throw new Refusal("denied", "You must authenticate via a GitHub App.");
  if (!state.may.writeChecks) throw new Refusal("denied", "Resource not accessible by integration");
  return app;
}

function knows(repository: StoredRepository, sha: string): boolean {
  return (
    repository.pulls.some(({ head }) => head === sha) ||
    [...repository.branches.values()].includes(sha) ||
    repository.commitOf(sha) !== undefined
  );
}

/** Changes all or nothing; annotations are added to those that are there. */
function change(check: StoredCheck, { call, state }: RestRequest): void {
  const { output, status, conclusion } = call.body;
  if (output !== undefined) {
    if (typeof output.title !== "string" || typeof output.summary !== "string")
      throw new Refusal("invalid", 'Invalid request. "summary" wasn\'t supplied.');
    if (Buffer.byteLength(output.summary) > MOST_BYTES)
      throw new Refusal("invalid", `summary exceeds a maximum bytesize of ${MOST_BYTES}`);
    checkAnnotations(output.annotations ?? []);
    check.title = output.title;
    check.summary = output.summary;
    check.annotations.push(...(output.annotations ?? []));
  }
  if (status === "completed" && conclusion === undefined)
    throw new Refusal("invalid", 'Invalid request. "conclusion" wasn\'t supplied.');
  state.now += 1000;
  check.status = conclusion === undefined ? (status ?? check.status) : "completed";
  check.conclusion = check.status === "completed" ? (conclusion ?? check.conclusion) : null;
}

interface SentAnnotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: string;
  readonly title: string;
  readonly message: string;
}

function checkAnnotations(annotations: readonly SentAnnotation[]): void {
  if (annotations.length > MOST_ANNOTATIONS) {
    const counts = `${MOST_ANNOTATIONS} items are allowed; ${annotations.length} were supplied.`;
    throw new Refusal("invalid", `Invalid request.\n\nNo more than ${counts}`);
  }
  const isFit = ({
    path,
    start_line: start,
    end_line: end,
    annotation_level: level,
    ...texts
  }: SentAnnotation) =>
    typeof path === "string" &&
    path !== "" &&
    Number.isSafeInteger(start) &&
    start >= 1 &&
    end >= start &&
    ["notice", "warning", "failure"].includes(level) &&
    texts.message.length > 0 &&
    Buffer.byteLength(texts.message) <= 65_536 &&
    texts.title.length <= 255;
  if (!annotations.every(isFit))
    throw new Refusal("invalid", "Invalid request. An annotation is not fit.");
}

function listChecks(request: RestRequest): ForgeReply {
  const { query, words } = request;
  const repository = repositoryOf(request);
  const name = query.get("check_name");
  const found = repository.checks.filter(
    (check) => check.head === words[1] && (name === null || check.name === name),
  );
  // By default only the newest one of each name and app.
  const latest = new Map(found.map((check) => [`${check.app} ${check.name}`, check]));
  const shown = query.get("filter") === "all" ? found : [...latest.values()];
  const views = shown.toReversed().map((check) => checkView(repository, check));
  const { body, ...reply } = page(views, request);
  return { ...reply, body: { total_count: shown.length, check_runs: body } };
}

function listAnnotations(request: RestRequest): ForgeReply {
  return page(checkOf(request, repositoryOf(request)).annotations, request);
}

function checkOf({ words }: RestRequest, repository: StoredRepository): StoredCheck {
  const check = repository.checks.find(({ id }) => `${id}` === words[1]);
  if (check === undefined) throw new Refusal("missing", "Not Found");
  return check;
}

function checkView({ name: repository }: StoredRepository, check: StoredCheck) {
  const { id, app, head, name, key, status, conclusion, title, summary } = check;
  return {
    ...{ id, name, status, conclusion, head_sha: head, external_id: key },
    url: `https://api.github.test/repos/${repository}/check-runs/${id}`,
    html_url: `https://github.test/${repository}/runs/${id}`,
    app: { id: 1, slug: app, name: app },
    output: { title, summary, text: null, annotations_count: check.annotations.length },
  };
}
