import { sha256 } from "../../shared/sha256.ts";

/**
 * Returns the shard, from 1, that a name is dealt to, by rendezvous hashing: each shard draws a number for the name,
 * and the highest wins. A further shard takes its share from all others, and no name moves between these. The numbers
 * are the same on every machine and for ever: docs/design/plan.md has them.
 */
export function shardOfName(name: string, total: number): number {
  const seed = Number.parseInt(sha256(name).slice(0, 8), 16);
  let winner = 1;
  let highest = -1;
  for (let shard = 1; shard <= total; shard++) {
    const drawn = mix(seed ^ mix(shard));
    if (drawn <= highest) continue;
    winner = shard;
    highest = drawn;
  }
  return winner;
}

/** The finalizer of MurmurHash3: each bit of a number of 32 bits changes about half of the result. */
function mix(number: number): number {
  let mixed = number;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
