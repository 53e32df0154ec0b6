import { deedOf, type ForgeCall } from "../support/forge/forge-server.ts";

/** Returns the calls of a day in short. */
export function deedsOf(calls: readonly ForgeCall[]): readonly string[] {
  return calls.map((call) =>
    deedOf(call)
      .replace(DEMO, "")
      .replace(/[0-9a-f]{40}/, "TIP"),
  );
}

const DEMO = "/repos/octo/demo";

/** The calls to the API by which a day begins, and those for a pull request. */
const LATER = ["query viewer", "GET /pulls", "query nodes"];
const opening = (number: number) => [
  ...["GET /pulls", "POST /pulls", `POST /issues/${number}/labels`],
  ...[`POST /pulls/${number}/requested_reviewers`, `PATCH /pulls/${number}`],
];
const deciding = (login: string) => [
  ...["GET /pulls/6", "query viewer", "query viewer", `GET /collaborators/${login}/permission`],
  ...["POST /issues/6/comments", "query viewer", "mutation updateIssueComment", "query viewer"],
];

/** Every call to the API in the week of a campaign. */
export const WEEK = {
  monday: ["query viewer", "GET /pulls", "GET /pulls", ...opening(1), ...opening(2)],
  tuesday: [...LATER, "GET /pulls", ...opening(3), ...opening(4)],
  wednesday: [
    ...[...LATER, "GET /pulls", ...opening(5), ...opening(6)],
    ...["query viewer", "POST /issues/6/comments"], // What is held.
  ],
  stranger: deciding("mallory"),
  owner: deciding("fay"),
  thursday: [
    ...[...LATER, "GET /commits/TIP", "GET /commits/TIP", "GET /commits/TIP", "GET /commits/TIP"],
    "PATCH /pulls/5", // Closed.
    ...["PATCH /pulls/3", "PATCH /pulls/3", "PATCH /pulls/4", "PATCH /pulls/4"],
  ],
  friday: [...LATER, "GET /commits/TIP", "GET /commits/TIP"],
};
