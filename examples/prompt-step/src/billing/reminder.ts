import * as users from "../users.ts";

export function remind(id: string): void {
  users.getUser(id, (error, user) => {
    if (error) throw error;
    console.log(`Dear ${user.name}, please pay.`);
  });
}
