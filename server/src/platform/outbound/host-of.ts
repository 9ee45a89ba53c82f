/** The host of an address as name servers and certificates know it: without brackets and the last dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}
