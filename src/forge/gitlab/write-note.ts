import type { HttpPort } from "../http-port.ts";
import { createdSchema } from "./gitlab-schema.ts";
import { withoutQuickActions } from "./quick-actions.ts";

/** Writes a note on the merge request of a path. Returns its number; undefined if GitLab does not say. */
export async function createNote(
  send: HttpPort,
  path: string,
  body: string,
): Promise<number | undefined> {
  const { value } = await send({
    method: "POST",
    path: `${path}/notes`,
    body: { body: withoutQuickActions(body) },
    isRepeatable: false,
  });
  return createdSchema().safeParse(value).data?.id;
}

/** Replaces the text of a note. */
export async function updateNote(
  send: HttpPort,
  path: string,
  id: string,
  body: string,
): Promise<void> {
  await send({
    method: "PUT",
    path: `${path}/notes/${id}`,
    body: { body: withoutQuickActions(body) },
    isRepeatable: true,
  });
}
