import { isIPv6 } from 'node:net'

/** Calls a minute that one address may make to what is open to everybody. A sandbox allows more. */
export const ipLimits = {
  'sign-in': 60,
  'site-config': 120,
  directory: 120,
  'shop-orders': 30,
  portal: 120,
} as const

export type IpLimit = keyof typeof ipLimits

/** So that examples and tests on one machine are not throttled. */
export const sandboxFactor = 100

/**
 * What the calls of one address count against. Whoever has an IPv6 address has 2^64 of them, so those
 * count together.
 */
export function ipBucket(limit: IpLimit, ip: string): string {
  return `ip:${limit}:${isIPv6(ip) ? networkOf(ip) : ip}`
}

function networkOf(ip: string): string {
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
