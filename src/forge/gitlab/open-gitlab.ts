import type { Forge, OwnComment } from "../forge.ts";
import { getJson } from "../get-json.ts";
import type { HttpPort } from "../http-port.ts";
import { readShape } from "../read-shape.ts";
import {
  type GitlabOptions,
  type GitlabProject,
  MAX_BODY,
  openGitlabPort,
  pathOf,
} from "./gitlab-port.ts";
import { userSchema } from "./gitlab-schema.ts";
import { withQuickActions } from "./quick-actions.ts";
import { readNotes } from "./read-notes.ts";
import { createNote, updateNote } from "./write-note.ts";

/** A merge request on GitLab. */
export interface MergeRequest extends GitlabProject {
  /** The number of the merge request in its project. */
  readonly number: number;
}

/** Opens a merge request on GitLab. */
export function openGitlab(pull: MergeRequest, options: GitlabOptions): Forge {
  return openGitlabNotes(pull, openGitlabPort(options));
}

/** The same with a port that writes more. */
export function openGitlabNotes(pull: MergeRequest, send: HttpPort): Forge {
  const path = pathOf(pull, pull.number);
  const write = ({ id }: OwnComment, text: string) => updateNote(send, path, id, text);
  return {
    name: "GitLab",
    limit: MAX_BODY,
    tellsEditors: false,
    findOwn: (marker) => findOwn(marker, path, send),
    async create(body) {
      await createNote(send, path, body);
      return undefined;
    },
    update: write,
    // GitLab cannot hide a note: its text gives way, and the marker with it.
    retire: (comment) => write(comment, "Outdated: a newer note of Sluice is in its place."),
  };
}

async function findOwn(
  marker: string,
  path: string,
  send: HttpPort,
): Promise<readonly OwnComment[]> {
  const viewer = readShape(userSchema(), await getJson("/user", send), "GitLab").id;
  const { notes } = await readNotes(path, send);
  return notes
    .filter(({ body, author }) => author.id === viewer && body.startsWith(marker))
    .map(({ id, body }) => ({ id: `${id}`, body: withQuickActions(body), url: undefined }));
}
