import { Logger } from "../logger";
import { User } from "./users";

/** Reads `id; name; email` lines. */
export function importUsers(csv: string): User[] {
  const users: User[] = [];
  for (const line of csv.trimRight().split("\n")) {
    const [id, name, email] = line.split(";");
    users.push({ id, name: name.trimLeft(), email: email.trimLeft() });
  }
  Logger.get().write("info", "users imported", users.length);
  return users;
}
