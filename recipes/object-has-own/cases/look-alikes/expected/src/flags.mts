const flags: Record<string, unknown> = {};

export function isKnown(name: string, ...rest: string[]) {
  return Object.hasOwn(flags, name) ? rest : undefined;
}
