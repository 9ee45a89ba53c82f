import { isIPv6 } from 'node:net'

/**
 * Returns the network address that limits count. For IPv6 it is the /64 network, because one user usually has all of its
 * addresses.
 */
export function networkAddressOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  return mappedOf(ip) ?? prefixOf(ip, 4)
}

/** Returns the /48 network of an IPv6 address, which a site or a tunnel gets as a whole, or null for IPv4. */
export function siteOf(ip: string): string | null {
  return isIPv6(ip) && mappedOf(ip) === null ? prefixOf(ip, 3) : null
}

function mappedOf(ip: string): string | null {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? null
}

/** Returns the first groups of 16 bits of an IPv6 address. */
function prefixOf(ip: string, count: number): string {
  const [head = '', tail] = ip.replace(/%.*$/, '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, gap)).fill('0'), ...after]
  return groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
