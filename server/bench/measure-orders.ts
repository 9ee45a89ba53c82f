import { type Load, load } from './load.js'
import { startMedusa } from './peers/medusa/start-medusa.js'
import { startVendure } from './peers/vendure/start-vendure.js'
import { startPgbench } from './pgbench.js'
import type { Target } from './start-target.js'

/** Orders per second of each contender, one figure per round. */
export type OrderRates = Record<string, number[]>

const usual = { connections: 32, times: 1 }
/** Other commerce servers take long. More connections would only wait longer. */
const slow = { connections: 4, times: 5 }

/** Other commerce servers. Options name those that take part. */
const peers = { vendure: startVendure, medusa: startMedusa }

/**
 * Measures new orders of several contenders in turns: the real app, the bare handler, pgbench with
 * the statement of the bare handler if it is installed, and other commerce servers.
 */
export async function measureOrders(
  target: Target,
  input: { rounds: number; secondsPerRound: number; peers: readonly string[] },
): Promise<OrderRates> {
  const { shop } = target
  const seconds = input.secondsPerRound
  const rateOf = async (
    origin: string,
    { path, order, headers }: { path: string; order: object; headers: Record<string, string> },
    { connections, times }: typeof usual = usual,
  ) => {
    const { perSecond }: Load = await load(
      { ...target, shop: { ...shop, headers } },
      { origin, call: { path, body: order } },
      { connections, seconds: seconds * times },
    )
    return perSecond
  }
  const pgbench = startPgbench(shop.databaseUrl, seconds)
  const contenders: Record<string, () => number | Promise<number>> = {
    Tallystick: () => rateOf(shop.origin, { ...shop, path: '/api/orders' }),
    'bare handler': () => rateOf(shop.bare, { ...shop, path: '/order' }),
    ...(pgbench && { pgbench }),
  }
  const stops: (() => Promise<void>)[] = []
  for (const [name, start] of Object.entries(peers)) {
    if (!input.peers.includes(name)) continue
    const peer = await start(shop.databaseUrl)
    contenders[peer.name] = () => rateOf(peer.origin, peer, slow)
    stops.push(peer.stop)
  }

  const rates: OrderRates = {}
  for (const measure of Object.values(contenders)) await measure()
  for (let round = 0; round < input.rounds; round += 1) {
    for (const [name, measure] of Object.entries(contenders)) {
      rates[name] = [...(rates[name] ?? []), await measure()]
    }
  }
  for (const stop of stops) await stop()
  return rates
}
