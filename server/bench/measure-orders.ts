import { type Load, load } from './load.js'
import { startPgbench } from './pgbench.js'
import type { Target } from './start-target.js'
import { startVendure } from './vendure/start-vendure.js'

/** Orders per second of each contender, one figure per round. */
export type OrderRates = Record<string, number[]>

const connections = 32

/**
 * Measures new orders of several contenders in turns: the real app, the bare handler, pgbench with
 * the statement of the bare handler, and Vendure. Those that are not installed take no part.
 */
export async function measureOrders(
  target: Target,
  input: { rounds: number; secondsPerRound: number; withVendure: boolean },
): Promise<OrderRates> {
  const { shop } = target
  const seconds = input.secondsPerRound
  const rateOf = async (origin: string, path: string, body: object = shop.order) => {
    const { perSecond }: Load = await load(
      target,
      { origin, call: { path, body } },
      { connections, seconds },
    )
    return perSecond
  }
  const pgbench = startPgbench(shop.databaseUrl, seconds)
  const vendure = input.withVendure ? await startVendure(shop.databaseUrl) : null
  const contenders: Record<string, () => number | Promise<number>> = {
    Tallystick: () => rateOf(shop.origin, '/api/orders'),
    'bare handler': () => rateOf(shop.bare, '/order'),
    ...(pgbench && { pgbench }),
    ...(vendure && { Vendure: () => rateOf(vendure.origin, vendure.path, vendure.order) }),
  }

  const rates: OrderRates = {}
  for (const measure of Object.values(contenders)) await measure()
  for (let round = 0; round < input.rounds; round += 1) {
    for (const [name, measure] of Object.entries(contenders)) {
      rates[name] = [...(rates[name] ?? []), await measure()]
    }
  }
  await vendure?.stop()
  return rates
}
