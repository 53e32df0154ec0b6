import { getJson } from "../get-json.ts";
import type { HttpPort } from "../http-port.ts";
import { readShape } from "../read-shape.ts";
import { type RawUser, usersSchema } from "./gitlab-schema.ts";

/** Finds a user by its name, which has one account whatever its case. */
export async function findUser(login: string, send: HttpPort): Promise<RawUser | undefined> {
  const path = `/users?username=${encodeURIComponent(login)}`;
  const found = readShape(usersSchema(), await getJson(path, send), "GitLab");
  return found.find(({ username }) => username.toLowerCase() === login.toLowerCase());
}
