/** True for an address of a page that a text may link to as it is: it has nothing that could end the link. */
export function isPlainAddress(address: string): boolean {
  return /^https?:\/\/[\w.:/~%-]{1,500}$/.test(address);
}
