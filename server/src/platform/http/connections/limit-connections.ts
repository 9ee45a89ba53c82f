import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import type { Context } from '../../context.js'
import { maxOf, maxOfSite } from '../../limits/max-of.js'
import { networkKeyOf, siteOfKey } from '../../limits/network-address.js'

/**
 * Limits open connections per network address, per /48 site of IPv6 and in total, before anything
 * is received. Beyond the total, the address or site with the most connections loses its oldest, so
 * that others can still connect. Trusted proxies are exempt: they connect on behalf of everyone.
 */
export function limitConnections(server: Server, { config }: Pick<Context, 'config'>): void {
  const isProxy = createProxyCheck(config.trustedProxies)
  const byNetwork = new Map<string, number>()
  /** The connections of an address or site, the oldest first. */
  const byGroup = new Map<string, Set<Socket>>()
  let total = 0
  const maxOfOwner = (owner: 'network' | 'platform') =>
    maxOf(config, 'connections', owner) ?? Number.POSITIVE_INFINITY

  function hasTooMany(network: string, group: string): boolean {
    const [ofNetwork, inAll] = [maxOfOwner('network'), maxOfOwner('platform')]
    if ((byNetwork.get(network) ?? 0) >= ofNetwork) return true
    const open = byGroup.get(group)?.size ?? 0
    if (group !== network && open >= maxOfSite(ofNetwork, inAll)) return true
    if (total < inAll) return false
    const largest = findLargest()
    if (largest.size < 2 || open >= largest.size) return true
    const [oldest] = largest
    oldest?.resetAndDestroy()
    return false
  }

  function findLargest(): ReadonlySet<Socket> {
    let largest: ReadonlySet<Socket> = new Set()
    for (const sockets of byGroup.values()) if (sockets.size > largest.size) largest = sockets
    return largest
  }

  function add(socket: Socket, { network, group }: { network: string; group: string }): void {
    const sockets = byGroup.get(group) ?? new Set()
    byGroup.set(group, sockets.add(socket))
    byNetwork.set(network, (byNetwork.get(network) ?? 0) + 1)
    total += 1
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) byGroup.delete(group)
      const count = (byNetwork.get(network) ?? 1) - 1
      if (count > 0) byNetwork.set(network, count)
      else byNetwork.delete(network)
      total -= 1
    })
  }

  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    // A local socket has no address, nor has a connection that is already closed.
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const network = networkKeyOf(remoteAddress)
    const group = siteOfKey(network) ?? network
    if (hasTooMany(network, group)) socket.resetAndDestroy()
    else add(socket, { network, group })
  })
}

function createProxyCheck(ranges: readonly string[]): (ip: string) => boolean {
  const list = new BlockList()
  const versionOf = (ip: string) => (isIPv6(ip) ? 'ipv6' : 'ipv4')
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    if (prefix === undefined) list.addAddress(address, versionOf(address))
    else list.addSubnet(address, Number(prefix), versionOf(address))
  }
  return (ip) => list.check(ip, versionOf(ip))
}
