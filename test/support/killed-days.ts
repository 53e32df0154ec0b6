import { type CampaignTree, campaignTree, changeBase, publishPolicy } from "./campaign.ts";
import { planDay, publishKilled } from "./killed-campaign.ts";

/** A day of a campaign that can be killed: what the forge holds before it, and the plan of the day. */
export interface KillableDay {
  readonly tree: CampaignTree;
  readonly plan: string;
}

const OWNERS = ["ann", "bob", "cyd", "dan"];

const POLICY = publishPolicy(
  `{ per: owner, branch: "codemod/\${{ group }}", labels: [codemod], reviewers: owners, autoMerge: whenGreen }`,
);

/** A day on which everything is opened. */
export async function firstDay(owners: readonly string[] = OWNERS): Promise<KillableDay> {
  const tree = await campaignTree({
    "sluice.policy.yaml": POLICY,
    CODEOWNERS: OWNERS.map((name) => `/${name}/ @${name}\n`).join(""),
    ...Object.fromEntries(owners.map((name) => [`${name}/a.ts`, `f("${name}");\n`])),
  });
  for (const name of OWNERS) tree.demo.rights.set(name, "write");
  return { tree, plan: await planDay(tree) };
}

/** A day that refreshes one, closes one, keeps one and opens one. */
export async function laterDay(): Promise<KillableDay> {
  const { tree, plan } = await firstDay(["ann", "bob", "cyd"]);
  await publishKilled(tree, plan);
  changeBase(tree, {
    "ann/a.ts": '// New.\nf("ann");\n',
    "bob/a.ts": "gone();\n",
    "dan/a.ts": 'f("dan");\n',
  });
  return { tree, plan: await planDay(tree, "later.json") };
}
