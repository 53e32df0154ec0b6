import { fstatSync, type Stats } from "node:fs";

/** The names of a file that the caller has opened: standard output and its like, wherever they lead. */
const DESCRIPTOR = /^\/(?:dev\/(stdout|stderr|fd\/(\d+))|proc\/self\/fd\/(\d+))$/;

/** Returns the number of the descriptor that an absolute path names; undefined for other paths. */
export function descriptorOf(absolute: string): number | undefined {
  const [, name, ofDevices, ofProcess] = DESCRIPTOR.exec(absolute) ?? [];
  if (name === "stdout") return 1;
  if (name === "stderr") return 2;
  const number = ofDevices ?? ofProcess;
  return number === undefined ? undefined : Number(number);
}

/** True if a descriptor leads to a file, which keeps the place up to which it is written. */
export function leadsToFile(descriptor: number): boolean {
  return statsOf(descriptor)?.isFile() === true;
}

/** True for the file that standard output or standard error go to: replacing it would lose what they get. */
export function isStandardOutput({ dev, ino }: Stats): boolean {
  return [1, 2].some((descriptor) => {
    const stats = statsOf(descriptor);
    return stats?.isFile() === true && stats.dev === dev && stats.ino === ino;
  });
}

function statsOf(descriptor: number): Stats | undefined {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined; // It is closed.
  }
}
