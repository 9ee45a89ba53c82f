/** Returns the DID of the method `web` for a base URL. Anyone can resolve it to a document below that URL. */
export function didOf(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl)
  const parts = pathname.split('/').filter((part) => part !== '')
  return ['did', 'web', encodeURIComponent(host), ...parts].join(':')
}

/** Returns the path of the DID document, below the base URL. The method `web` defines it. */
export function didPathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname === '/' ? '/.well-known/did.json' : '/did.json'
}
