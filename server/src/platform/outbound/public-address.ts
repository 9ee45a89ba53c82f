import { BlockList, isIP } from 'node:net'

/**
 * Every block that IANA has set aside for something else than a host on the internet. A list of its own for
 * each family, because one would take the old addresses for what stands for them among the new ones.
 */
const specialV4 = blocks('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Also where clouds keep the secrets of their machines.
  ['169.254.0.0', 16],
  // A cloud's own services, at an address that is nobody's there.
  ['168.63.129.16', 32],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
])

/**
 * All that is given out to hosts so far. The rest is refused unseen, and with it every way to write an old
 * address in the new form.
 */
const givenOutV6 = blocks('ipv6', [['2000::', 3]])

const specialV6 = blocks('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  // Carries an old address inside.
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
])

/** What the internet's own name servers never answer for, or only by mistake. */
const innerNames =
  /(^|\.)(localhost|local|internal|intranet|svc|lan|home|corp|arpa|onion|test|invalid)$/

/** As `URL` leaves a name: small ASCII letters; two labels at least. */
const dottedName = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/

/** Whether an address can be a host on the public internet. What is no address is not. */
export function isPublicAddress(ip: string): boolean {
  const version = isIP(ip)
  if (version === 4) return !specialV4.check(ip, 'ipv4')
  // One with a zone is meant for a network of this machine, whatever stands before it.
  if (version !== 6 || ip.includes('%')) return false
  return givenOutV6.check(ip, 'ipv6') && !specialV6.check(ip, 'ipv6')
}

/**
 * Whether a host, as `URL` writes it, can be outside: no address or name of this machine or its network.
 * Where a name really leads can be told only when it is looked up.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.length <= 253 && dottedName.test(host) && !innerNames.test(host)
}

function blocks(
  family: 'ipv4' | 'ipv6',
  networks: readonly (readonly [network: string, prefix: number])[],
): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family)
  return list
}
