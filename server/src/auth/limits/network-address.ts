import { isIPv6 } from 'node:net'

/**
 * Returns the network address that limits count. For IPv6 it is the /64 network, because one user usually has all of its
 * addresses.
 */
export function networkAddressOf(ip: string): string {
  return isIPv6(ip) ? prefixOf(ip) : ip
}

function prefixOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped

  const [head = '', tail] = ip.replace(/%.*$/, '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, gap)).fill('0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
