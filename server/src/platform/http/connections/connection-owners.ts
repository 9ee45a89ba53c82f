import type { Socket } from 'node:net'
import type { Context } from '../../context.js'
import { maxOf, maxOfSite } from '../../limits/max-of.js'
import { siteOfKey } from '../../limits/network-address.js'

export type ConnectionOwners = {
  /**
   * Counts a connection for the network address that uses it now. Behind a proxy it can change.
   * Returns whether the address, its /48 site of IPv6, or all addresses have too many connections
   * to keep this one open.
   */
  isOverLimit(socket: Socket, network: string): boolean
}

/** Counts open connections per network address. Each takes memory until its client closes it. */
export function createConnectionOwners(ctx: Pick<Context, 'config'>): ConnectionOwners {
  const owners = new WeakMap<Socket, string>()
  const counts = new Map<string, number>()
  let total = 0

  function add(network: string, change: 1 | -1): void {
    total += change
    for (const key of [network, siteOfKey(network)]) {
      if (key === null) continue
      const count = (counts.get(key) ?? 0) + change
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    }
  }

  function assign(socket: Socket, network: string): void {
    const previous = owners.get(socket)
    if (previous === network || socket.destroyed) return
    if (previous === undefined) {
      socket.once('close', () => {
        const last = owners.get(socket)
        if (last !== undefined) add(last, -1)
      })
    } else add(previous, -1)
    owners.set(socket, network)
    add(network, 1)
  }

  return {
    isOverLimit(socket, network) {
      assign(socket, network)
      const maxOfNetwork = maxOf(ctx.config, 'kept-connections', 'network')
      if (maxOfNetwork === null) return false
      if ((counts.get(network) ?? 0) > maxOfNetwork) return true
      const platformMax = maxOf(ctx.config, 'kept-connections', 'platform')
      if (platformMax !== null && total > platformMax) return true
      const site = siteOfKey(network)
      return site !== null && (counts.get(site) ?? 0) > maxOfSite(maxOfNetwork, platformMax)
    },
  }
}
