import * as users from "../users.ts";

export function audit(id: string): void {
  users.getUser(id, (error, user) => {
    if (error) throw error;
    console.log(user.id);
  });
}
