import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import type { Context } from '../../context.js'
import { maxOf, maxOfSite } from '../../limits/max-of.js'
import { networkKeyOf, siteOfKey } from '../../limits/network-address.js'

type Owner = { network: string; group: string }
type Connection = [Socket & { _httpMessage?: unknown }, Owner]

/**
 * Limits open connections per network address, per /48 site of IPv6 and in total, before anything
 * is received. Beyond the total, the address or site with the most connections loses its oldest
 * one, idle ones first, so that others can connect. Trusted proxies connect for all and are exempt.
 */
export function limitConnections(server: Server, { config }: Pick<Context, 'config'>): void {
  const isProxy = createProxyCheck(config.trustedProxies)
  const byNetwork = new Map<string, number>()
  /** The connections of an address or site, the oldest first. */
  const byGroup = new Map<string, Map<Socket, Owner>>()
  let total = 0
  const maxOfOwner = (owner: 'network' | 'platform') =>
    maxOf(config, 'connections', owner) ?? Number.POSITIVE_INFINITY

  function hasTooMany({ network, group }: Owner): boolean {
    const [ofNetwork, inTotal] = [maxOfOwner('network'), maxOfOwner('platform')]
    if ((byNetwork.get(network) ?? 0) >= ofNetwork) return true
    const count = byGroup.get(group)?.size ?? 0
    if (group !== network && count >= maxOfSite(ofNetwork, inTotal)) return true
    if (total < inTotal) return false
    const candidates = listLargestGroup()
    // Node keeps the response to a request in progress at the socket.
    const isIdle = ([{ _httpMessage }]: Connection) => !_httpMessage
    const victim = candidates.find(isIdle) ?? candidates[0]
    if (!victim || candidates.length < 2 || count >= candidates.length) return true
    // Its event `close` comes only after further connections of this turn.
    remove(...victim)
    victim[0].resetAndDestroy()
    return false
  }

  function listLargestGroup(): Connection[] {
    let largest = new Map<Socket, Owner>()
    for (const group of byGroup.values()) if (group.size > largest.size) largest = group
    return [...largest]
  }

  function add(socket: Socket, owner: Owner): void {
    const { network, group } = owner
    byGroup.set(group, (byGroup.get(group) ?? new Map()).set(socket, owner))
    byNetwork.set(network, (byNetwork.get(network) ?? 0) + 1)
    total += 1
    socket.once('close', () => remove(socket, owner))
  }

  /** Removes a connection from the counts, once. */
  function remove(socket: Socket, { network, group }: Owner): void {
    const connections = byGroup.get(group)
    if (!connections?.delete(socket)) return
    if (connections.size === 0) byGroup.delete(group)
    const count = (byNetwork.get(network) ?? 1) - 1
    if (count > 0) byNetwork.set(network, count)
    else byNetwork.delete(network)
    total -= 1
  }

  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    // A local socket has no address, nor has a connection that is already closed.
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const network = networkKeyOf(remoteAddress)
    const owner = { network, group: siteOfKey(network) ?? network }
    if (hasTooMany(owner)) socket.resetAndDestroy()
    else add(socket, owner)
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
