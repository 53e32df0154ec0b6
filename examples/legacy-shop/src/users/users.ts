import { Callback, select } from "../db";

export interface User {
  id: string;
  name: string;
  email: string;
}

export function findUser(id: string, done: Callback<User>): void {
  select("users", id, done);
}
