/** A site of IPv6 may use as much as this many network addresses, but at most a quarter of what the platform allows. */
const networksPerSite = 16

/** Returns the most that a /48 network of IPv6 may use, so that a single site cannot use up what all share. */
export function mostOfSite(most: number, inAll: number | null): number {
  const share = inAll === null ? Number.POSITIVE_INFINITY : Math.floor(inAll / 4)
  return Math.max(most, Math.min(networksPerSite * most, share))
}

/** Returns the site in the key or hash of a network address, which follows a slash, or null for IPv4. */
export function siteOfKey(networkKey: string): string | null {
  return networkKey.split('/')[1] ?? null
}
