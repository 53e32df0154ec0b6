// For decide.yml. `number`: prints the number of the merge request that the webhook is about; nothing if it is about another
// thing. `plan`: of a comment, prints the plan of the newest list of held actions, which names the pipeline that keeps it.
import { readFileSync } from "node:fs";

const { TRIGGER_PAYLOAD, CI_API_V4_URL, CI_PROJECT_ID, GITLAB_TOKEN } = process.env;
const event = JSON.parse(readFileSync(TRIGGER_PAYLOAD, "utf8"));
const isNote = event.object_kind === "note";
const request = isNote ? event.merge_request : event.object_attributes;
// On those of `sluice publish` that has written the list.
const isListed = !isNote && `${request?.source_branch}`.startsWith("sluice/");
const number = isListed ? Number.NaN : Number(request?.iid);

async function ask(path) {
  const answer = await fetch(`${CI_API_V4_URL}/${path}`, {
    headers: { "PRIVATE-TOKEN": GITLAB_TOKEN },
  });
  if (!answer.ok) throw new Error(`GitLab answers ${answer.status} to ${path}.`);
  return answer;
}

const project = `projects/${CI_PROJECT_ID}`;

async function findRun() {
  const { id: own } = await (await ask("user")).json();
  for (let page = 1; page <= 50; page += 1) {
    const path = `${project}/merge_requests/${number}/notes?per_page=100&page=${page}`;
    const notes = await (await ask(path)).json();
    for (const { body, author } of notes) {
      const [, run] = /^<!-- sluice held [a-z0-9= ]+ run=(\d+) -->\r?$/m.exec(body) ?? [];
      if (run !== undefined && author.id === own) return run;
    }
    if (notes.length < 100) return undefined;
  }
  return undefined;
}

if (process.argv[2] === "number") {
  if (number > 0) process.stdout.write(`${number}\n`);
} else if (isNote) {
  const run = await findRun();
  if (run === undefined) throw new Error("There is no list of held actions.");
  const jobs = await (await ask(`${project}/pipelines/${run}/jobs?per_page=100`)).json();
  const job = jobs.find(({ name }) => name === "decide" || name === "plan");
  if (job === undefined) throw new Error(`Pipeline ${run} has no job that keeps a plan.`);
  process.stdout.write(await (await ask(`${project}/jobs/${job.id}/artifacts/plan.json`)).text());
}
