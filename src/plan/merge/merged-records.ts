import { shardOfName } from "../../config/shards/shard-of-name.ts";
import type { StepName } from "../../model/step-name.ts";
import type { TextStore } from "../../model/text-store.ts";
import type { Plan } from "../../plan-file/plan.ts";
import type { RecordedCall, ShardRecord } from "../../plan-file/record/record-schema.ts";
import type { Replay, ShardRecords } from "../../request/shard-records.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import type { CallRecord } from "../../tools/ast-edit/search/call-environment.ts";
import { spillChange } from "../../tools/changes/spilled-change.ts";
import { KnownCall } from "./known-call.ts";
import { KnownActions } from "./known-facts.ts";
import { KnownResults } from "./known-results.ts";
import { NeedsTreeError } from "./needs-tree.ts";
import { changesOfCall } from "./recorded-changes.ts";
import { ReplayWorkspace } from "./replay-workspace.ts";

/** The records of all shards, put together. */
export class MergedRecords implements ShardRecords {
  readonly #texts: TextStore;
  readonly #results = new KnownResults();
  readonly #actions = new KnownActions();
  readonly #calls = new Map<string, KnownCall>();
  /** The hashes of files of the tree that a shard changes. */
  readonly #hashes = new Map<string, string>();
  /** The numbers of the shards by their files. */
  readonly #shards = new Map<string, number>();
  /** Files that a shard tells of, and that it did not list: git ignores them. */
  readonly #unlisted = new Set<string>();
  #total = 1;
  #tree: Pick<ShardRecord, "ignored" | "unlisted"> = { ignored: [], unlisted: [] };
  #commit: string | null = null;
  #isHere = false;
  #need: string | undefined;
  #asked: (StepName & { readonly path: string }) | undefined;

  constructor(texts: TextStore) {
    this.#texts = texts;
  }

  get replay(): Replay {
    const known = {
      isHere: this.#isHere,
      hashOf: (path: string) => this.#hashes.get(path),
      refuse: (path: string) => this.#refuse(path),
    };
    return {
      commit: this.#commit,
      openWorkspace: (root, listing) => new ReplayWorkspace(root, listing, known),
      requireTree: ({ recipe, step }) => {
        if (!known.isHere) this.#lack(`The step \`${step}\` of ${recipe} is about all files.`);
      },
      factsOf: (action) => {
        const facts = this.#actions.of(action);
        if (facts === undefined && !known.isHere) this.#refuse(action.files[0] ?? action.id);
        return facts;
      },
    };
  }

  /** The tree as the shards listed it. */
  get tree() {
    const files = [...this.#shards.keys()].sort(comparePaths);
    return { ...this.#tree, files, isHere: this.#isHere };
  }

  /** A file that a shard tells of although another one has it. No shard does. */
  get foreign(): string | undefined {
    return [...this.#unlisted].find((path) => this.#shards.has(path));
  }

  /** Sets the commit of the shards, and if the root has their tree, so that any file of it may be read. */
  settle({ commit, isHere }: { readonly commit: string | null; readonly isHere: boolean }): void {
    this.#commit = commit;
    this.#isHere = isHere;
  }

  /** The reason why the tree is needed; undefined if it was not. */
  get need(): string | undefined {
    return this.#need;
  }

  /** Adds the plan of a shard. Returns what is wrong with its record, in words that follow a name. */
  add({ shard: { index, total, files = [] }, actions, record }: Plan): string | undefined {
    if (record === undefined) return "has no record of what its calls found";
    this.#total = total;
    this.#tree = record;
    for (const path of files) this.#shards.set(path, index);
    const own = new Set(files);
    for (const path of pathsOf(record, actions)) if (!own.has(path)) this.#unlisted.add(path);
    const byId = new Map(actions.map((action) => [action.id, action]));
    for (const call of record.calls) {
      const fault = this.#addCall(index, call, byId);
      if (fault !== undefined) return fault;
    }
    for (const action of actions) this.#actions.add(action);
    return undefined;
  }

  of({ recipe, step }: StepName): CallRecord {
    const call = this.#callOf({ recipe, step });
    return {
      find: (candidate, laidOver) => {
        const found = call.find(candidate, laidOver);
        if (found === undefined) this.#asked = { recipe, step, path: candidate.path };
        return found;
      },
      isValid: (path) => call.isValid(path),
      resultOf: (...edits) => call.resultOf(...edits),
      note: () => undefined,
      noteLeft: () => undefined,
      noteValid: () => undefined,
      noteAction: () => undefined,
    };
  }

  #callOf({ recipe, step }: StepName): KnownCall {
    const key = JSON.stringify([recipe, step]);
    // A file that git ignores, and that a step names, is not listed.
    const shardOf = (path: string) => this.#shards.get(path) ?? shardOfName(path, this.#total);
    const call = this.#calls.get(key) ?? new KnownCall({ results: this.#results, shardOf });
    this.#calls.set(key, call);
    return call;
  }

  #addCall(
    shard: number,
    call: RecordedCall,
    actions: Parameters<typeof changesOfCall>[1],
  ): string | undefined {
    const changes = changesOfCall(call, actions);
    if (changes === undefined) return "has a record that does not fit its actions";
    const known = this.#callOf(call);
    const changed = new Set(call.texts.map(({ path }) => path));
    const previewed = changes.map(({ previewed: change, written }) => {
      const { path, preHash } = change;
      if (preHash !== null && !changed.has(path)) this.#hashes.set(path, preHash);
      if (written !== change) this.#results.add(written, this.#texts);
      return spillChange(change, this.#texts);
    });
    const joint = changes.flatMap(({ written }) => (written.isJoint ? [written] : []));
    if (joint.length > 0) this.#results.addJoint(joint, this.#texts);
    known.add(shard, call, previewed);
    return undefined;
  }

  #refuse(path: string): never {
    const { recipe, step } = this.#asked ?? {};
    const who = step === undefined ? "The merge" : `The step \`${step}\` of ${recipe}`;
    return this.#lack(
      `${path} is not here as the shards had it. ${who} has to look at it again: what other shards found, or the ` +
        "limits of the policy, change what becomes of it.",
    );
  }

  #lack(why: string): never {
    this.#need ??= why;
    throw new NeedsTreeError(why);
  }
}

/** Yields the files that the dealt calls of a shard tell of. */
function* pathsOf({ calls }: ShardRecord, actions: Plan["actions"]): Generator<string, void> {
  const dealt = new Set(calls.flatMap((call) => call.actions));
  for (const { outcomes, texts } of calls)
    for (const { path } of [...outcomes, ...texts]) yield path;
  for (const { id, files } of actions) if (dealt.has(id)) for (const { path } of files) yield path;
}
