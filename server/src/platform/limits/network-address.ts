import { isIPv4, isIPv6 } from 'node:net'

/** Callers whose address a proxy does not pass on share this key. */
const unknownNetwork = 'unknown'

/**
 * Returns the network address that limits count. For IPv6 it is the /64 network, because one user
 * usually has all of its addresses. Every notation of an address, with or without a port, gives the
 * same result.
 */
export function networkAddressOf(ip: string): string {
  const address = parseAddress(ip)
  if (address === null) return unknownNetwork
  return Array.isArray(address) ? joinGroups(address, 4) : address
}

/** Returns the /48 network of an IPv6 address, the size that one site gets; null for IPv4. */
export function siteOf(ip: string): string | null {
  const address = parseAddress(ip)
  return Array.isArray(address) ? joinGroups(address, 3) : null
}

/** Returns the key for counts in memory: the network address, and for IPv6 a slash and its site. */
export function networkKeyOf(ip: string): string {
  const site = siteOf(ip)
  return site === null ? networkAddressOf(ip) : `${networkAddressOf(ip)}/${site}`
}

/** Returns the site after the slash in a network's key or hash, or null for IPv4. */
export function siteOfKey(networkKey: string): string | null {
  return networkKey.split('/')[1] ?? null
}

/** Returns an IPv4 address as text, the eight groups of an IPv6 address, or null. */
function parseAddress(text: string): string | number[] | null {
  if (isIPv4(text)) return text
  const bare = withoutPort(text)
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return null
  const groups = groupsOf(bare)
  return mappedOf(groups) ?? groups
}

/** Proxies of some vendors add the port: `203.0.113.9:51234`, `[2001:db8::1]:51234`. */
function withoutPort(text: string): string {
  const [, inBrackets, beforePort] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  return inBrackets ?? beforePort ?? text
}

function groupsOf(ip: string): number[] {
  const [head = '', tail] = ip.replace(/%.*$/, '').split('::')
  const before = readGroups(head)
  const after = readGroups(tail ?? '')
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function readGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return Number.parseInt(group, 16)
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

/** Returns the IPv4 address that an IPv4-mapped address (`::ffff:0:0/96`) contains, or null. */
function mappedOf(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : null
}

function joinGroups(groups: readonly number[], count: number): string {
  return groups
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':')
}
