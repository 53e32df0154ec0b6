import { canonicalJson } from "../shared/canonical-json.ts";
import { sha256 } from "../shared/sha256.ts";

/** The beginning of the first line of every body, by which pull requests are found again. It is not shown. */
const BEGINNING = "<!-- sluice publish";

/** The first line of the body of a kept pull request. Anybody who may edit it can write it: alone it grants nothing. */
export interface PullMark {
  /** The policy's use of one plan in one folder: the pull requests that are kept together. */
  readonly campaign: string;
  /** A digest of what the branch changes, and of the messages of its commits. */
  readonly content: string;
  /** The commit that Sluice pushed last. */
  readonly tip: string;
  /** The commit before it, as long as the push is perhaps missing. */
  readonly was?: string | undefined;
  /**
   * `opening` until labels, reviewers and whatever else belongs to the opening are there: a run that was cut off goes
   * on. `merging` while it is a draft that is to merge itself, which no forge takes.
   */
  readonly missing: "opening" | "merging" | undefined;
}

/** The parts of a campaign: as long as they are the same, so are its pull requests. */
export interface CampaignParts {
  /** The root in its repository; empty for the top. */
  readonly folder: string;
  readonly base: string;
  /** The template. */
  readonly branch: string;
  readonly recipes: readonly string[];
}

const DIGITS = 16;

/** Returns the digest that names a campaign. */
export function campaignOf({ folder, base, branch, recipes }: CampaignParts): string {
  return shortDigest([folder, base, branch, [...recipes].sort()]);
}

/** Returns a digest for a mark. */
export function shortDigest(value: unknown): string {
  return sha256(canonicalJson(value)).slice(0, DIGITS);
}

/** Returns the beginning of the bodies of a campaign. */
export function markerOf(campaign: string): string {
  return `${BEGINNING} campaign=${campaign} `;
}

/** Returns the first line of a body. */
export function markLine({ campaign, content, tip, was, missing }: PullMark): string {
  const before = was === undefined ? "" : ` was=${was}`;
  const rest = missing === undefined ? "" : ` ${missing}`;
  return `${markerOf(campaign)}content=${content} tip=${tip}${before}${rest} -->`;
}

/** The content of a pull request that Sluice has closed: of nothing. */
export const NO_CONTENT: string = "0".repeat(DIGITS);

const LINE = new RegExp(
  `^${BEGINNING} campaign=([0-9a-f]{16}) content=([0-9a-f]{16}) tip=([0-9a-f]{40,64})` +
    "(?: was=([0-9a-f]{40,64}))?(?: (opening|merging))? -->",
);

/** Reads the first line of a body; undefined if somebody has changed it. */
export function readMark(body: string): PullMark | undefined {
  const [, campaign, content, tip, was, missing] = LINE.exec(body) ?? [];
  if (campaign === undefined || content === undefined || tip === undefined) return undefined;
  const known = missing === "opening" || missing === "merging" ? missing : undefined;
  return { campaign, content, tip, was, missing: known };
}
