/** Returns the alerts of a test that is not about losses: its files use names that nothing declares. */
export function besidesLoss<A extends { readonly code: string }>(alerts: readonly A[]): A[] {
  return alerts.filter(({ code }) => code !== "loss");
}
