import { createText } from "../create-text.ts";
import type { HttpPort } from "../http-port.ts";
import { createdSchema } from "./gitlab-schema.ts";
import { withoutQuickActions } from "./quick-actions.ts";

/** Writes a note on the merge request of a path. Returns its number; undefined if GitLab does not say. */
export async function createNote(
  send: HttpPort,
  path: string,
  body: string,
): Promise<number | undefined> {
  const of = { send, path: `${path}/notes`, schema: createdSchema() };
  return (await createText(of, withoutQuickActions(body)))?.id;
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
