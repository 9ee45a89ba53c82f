import { BlockList, isIP } from 'node:net'

/** Two lists, because one would take the old addresses for what stands for them among the new ones. */
const innerV4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Also where clouds keep the secrets of their machines.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  innerV4.addSubnet(network, prefix, 'ipv4')
}
const innerV6 = new BlockList()
for (const [network, prefix] of [
  // Unspecified, loopback, and addresses of the old kind written in the new way.
  ['::', 8],
  ['64:ff9b::', 16],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const) {
  innerV6.addSubnet(network, prefix, 'ipv6')
}

const innerNames = /(^|\.)(localhost|local|internal|home\.arpa)$/

/** Whether a host, as `URL` writes it, can be outside: no address or name of this machine or its network. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const version = isIP(host)
  if (version === 4) return !innerV4.check(host, 'ipv4')
  if (version === 6) return !innerV6.check(host, 'ipv6')
  return host.includes('.') && !innerNames.test(host)
}
