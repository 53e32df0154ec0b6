const flags: Record<string, unknown> = {};

export function isKnown(name: string, ...rest: string[]) {
  return Object.prototype.hasOwnProperty.call(flags, name) ? rest : undefined;
}
