import { BlockList, isIP } from 'node:net'

/**
 * All special-purpose blocks of IANA. The families have separate lists, because one list would
 * match IPv4 addresses against their IPv6-mapped forms.
 */
const specialV4 = blocks('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Includes the metadata service of cloud providers.
  ['169.254.0.0', 16],
  // Azure's platform services, at a public address.
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

/** The block of global unicast addresses. All others are rejected, also embedded IPv4. */
const globalV6 = blocks('ipv6', [['2000::', 3]])

const specialV6 = blocks('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4, which embeds an IPv4 address.
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
])

/** Names that are not resolved by public DNS. */
const internalNames =
  /(^|\.)(localhost|local|internal|intranet|svc|lan|home|corp|arpa|onion|test|invalid)$/

/** A host name as `URL` normalizes it, with at least two labels. */
const dottedName = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/

/** Returns whether an IP address can be a host on the public internet. Invalid text is not. */
export function isPublicAddress(ip: string): boolean {
  const version = isIP(ip)
  if (version === 4) return !specialV4.check(ip, 'ipv4')
  // An address with a zone belongs to a local network.
  if (version !== 6 || ip.includes('%')) return false
  return globalV6.check(ip, 'ipv6') && !specialV6.check(ip, 'ipv6')
}

/**
 * Returns whether a host of a `URL` can be public: not an address or name of this machine or its
 * network. Only a lookup shows where a name really leads.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.length <= 253 && dottedName.test(host) && !internalNames.test(host)
}

function blocks(
  family: 'ipv4' | 'ipv6',
  networks: readonly (readonly [network: string, prefix: number])[],
): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family)
  return list
}
