/** True for the name of this machine in an address, as `URL` has it: what is sent there, nobody else can read. */
export function isLoopback(hostname: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(hostname);
}
