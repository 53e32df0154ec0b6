export interface User {
  readonly id: string;
  readonly name: string;
}

export async function fetchUser(id: string): Promise<User> {
  const response = await fetch(`/users/${id}`);
  return response.json();
}
