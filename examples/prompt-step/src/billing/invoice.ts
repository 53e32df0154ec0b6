import * as users from "../users.ts";

export function addressee(id: string, done: (name: string) => void): void {
  users.getUser(id, (error, user) => {
    if (error) throw error;
    done(user.name);
  });
}
