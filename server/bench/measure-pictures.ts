import { load } from './load.js'
import type { Target } from './start-target.js'

/** Orders per second without and with pictures, one figure per round. */
export type PictureRates = { without: number[]; with: number[] }

const connections = 32

/** Measures orders of items without and with pictures, in turns. */
export async function measurePictures(
  target: Target,
  { rounds, secondsPerRound: seconds }: { rounds: number; secondsPerRound: number },
): Promise<PictureRates> {
  const { shop } = target
  const rateOf = async (body: object) => {
    const call = { origin: shop.origin, call: { path: '/api/orders', body } }
    return (await load(target, call, { connections, seconds })).perSecond
  }

  const rates: PictureRates = { without: [], with: [] }
  for (const body of [shop.order, shop.picturedOrder]) await rateOf(body)
  for (let round = 0; round < rounds; round += 1) {
    rates.without.push(await rateOf(shop.order))
    rates.with.push(await rateOf(shop.picturedOrder))
  }
  return rates
}
