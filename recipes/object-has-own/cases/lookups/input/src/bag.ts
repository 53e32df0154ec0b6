type Bag = Record<string, any>;

/** Fills what is missing. */
export function defaults(target: Bag, source: Bag): Bag {
  for (const key in source) {
    if (Object.prototype.hasOwnProperty.call(target, key) || !Object.prototype.hasOwnProperty.call(source[key], "id")) continue;
    target[key] = source[key];
  }
  return target;
}

export class Store {
  private readonly byId: Bag = {};

  has(id: string): boolean {
    return Object.prototype.hasOwnProperty.call(this.byId, id) && Object.prototype.hasOwnProperty.call(this.byId, `user:${id}`);
  }

  hasNormalized(id: string): boolean {
    return Object.prototype.hasOwnProperty.call(
      this.byId,
      this.keyOf(id)
    );
  }

  private keyOf(id: string): string {
    return id.toLowerCase();
  }
}
