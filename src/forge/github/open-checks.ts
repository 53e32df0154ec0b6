import type { CheckAnnotation } from "../../model/forge/check-annotation.ts";
import { shown } from "../../shared/shown.ts";
import type { CheckContent, ChecksForge, OwnCheck } from "../checks.ts";
import { ForgeFault } from "../forge.ts";
import type { HttpPort } from "../http-port.ts";
import { readShape } from "../read-shape.ts";
import {
  checkAnnotationsSchema,
  checkListSchema,
  checkSchema,
  type RawCheck,
} from "./checks-schema.ts";
import { type GithubRepository, pathOf } from "./github-port.ts";
import { readPages } from "./read-pages.ts";

/** A hundred check runs each: GitHub keeps at most a thousand of one name. */
const MOST_PAGES = 10;
/** A hundred annotations each: fifty legs with all that they may have. */
const MOST_ANNOTATION_PAGES = 100;
const PAGE = 100;

/** The check runs of one use on one commit. */
interface GithubChecks extends GithubRepository {
  /** The app of the token. Others may have check runs of the same name and key. */
  readonly app: string;
  /** The whole id of the commit. */
  readonly head: string;
  /** For people, and for the rules of branches. */
  readonly name: string;
  /** The beginning of the keys of the use. */
  readonly use: string;
  /** The key of this run. */
  readonly key: string;
}

/** Opens the check runs of one use on one commit of GitHub. Only a token of an app may write them. */
export function openGithubChecks(checks: GithubChecks, send: HttpPort): ChecksForge {
  const { head, name, key } = checks;
  const path = `${pathOf(checks)}/check-runs`;
  return {
    find: () => findChecks(checks, send),
    readAnnotations: ({ id }) => readAnnotations(`${path}/${id}/annotations`, send),
    async create(content) {
      const body = { name, head_sha: head, external_id: key, ...bodyOf(content) };
      const { value } = await send({ method: "POST", path, body, isRepeatable: false });
      return answered(value, checks);
    },
    async update({ id }, content) {
      const { value } = await send({
        method: "PATCH",
        path: `${path}/${id}`,
        body: bodyOf(content),
        // A second time would add the annotations again.
        isRepeatable: content.annotations.length === 0,
      });
      return answered(value, checks, id);
    },
  };
}

async function findChecks(checks: GithubChecks, send: HttpPort): Promise<readonly OwnCheck[]> {
  const query = `check_name=${encodeURIComponent(checks.name)}&filter=all`;
  const path = `${pathOf(checks)}/commits/${checks.head}/check-runs?${query}`;
  const found = new Map<number, OwnCheck>();
  const pages = { path, size: PAGE, most: MOST_PAGES };
  for await (const page of readPages(pages, checkListSchema(), send))
    for (const raw of page) if (isOwn(raw, checks)) found.set(raw.id, ownCheck(raw, checks));
  return [...found.values()].sort((a, b) => a.id - b.id);
}

function isOwn({ app, external_id }: RawCheck, checks: GithubChecks): boolean {
  return app?.slug === checks.app && (external_id ?? "").startsWith(checks.use);
}

/** Reads the answer to a write, which must be about the check run that was meant. */
function answered(value: unknown, checks: GithubChecks, id?: number): OwnCheck {
  const raw = readShape(checkSchema(), value, "GitHub");
  if (isOwn(raw, checks) && (id === undefined || raw.id === id)) return ownCheck(raw, checks);
  throw otherFault();
}

function ownCheck(raw: RawCheck, checks: GithubChecks): OwnCheck {
  const { id, url, head_sha: head, external_id, output, html_url } = raw;
  const [, repository = ""] = /\/repos\/([^/]+\/[^/]+)\/check-runs\/\d+$/.exec(url) ?? [];
  const asked = `${checks.owner}/${checks.repository}`;
  if (repository.toLowerCase() !== asked.toLowerCase())
    throw otherFault(` of ${shown(repository)}`);
  if (head !== checks.head) throw otherFault(` of commit ${shown(head)}`);
  return { id, key: external_id ?? "", body: output.summary ?? "", url: html_url ?? undefined };
}

function otherFault(of = ""): ForgeFault {
  return new ForgeFault("failed", `GitHub answered about another check run${of}.`);
}

async function readAnnotations(path: string, send: HttpPort): Promise<readonly CheckAnnotation[]> {
  const found: CheckAnnotation[] = [];
  const pages = { path, size: PAGE, most: MOST_ANNOTATION_PAGES };
  for await (const page of readPages(pages, checkAnnotationsSchema(), send))
    for (const { start_line, end_line, annotation_level, title, message, ...raw } of page)
      found.push({
        path: raw.path,
        ...{ startLine: start_line, endLine: end_line, level: annotation_level ?? "notice" },
        ...{ title: title ?? "", message: message ?? "" },
      });
  return found;
}

function bodyOf({ title, body, conclusion, annotations }: CheckContent): object {
  const output = {
    title,
    summary: body,
    ...(annotations.length === 0 ? {} : { annotations: annotations.map(annotationOf) }),
  };
  return conclusion === undefined
    ? { status: "in_progress", output }
    : { status: "completed", conclusion, output };
}

function annotationOf({ path, startLine, endLine, level, title, message }: CheckAnnotation) {
  const lines = { start_line: startLine, end_line: endLine };
  return { path, ...lines, annotation_level: level, title, message };
}
