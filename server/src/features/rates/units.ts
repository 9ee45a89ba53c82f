import { type Ppm, ppm } from '../../lib/money.js'
import { DAY_MS, HOUR_MS } from '../../lib/time.js'

/** Has a market price in dollars that must be asked for. */
export type MarketUnit = 'EUR' | 'ETH'
/** Everything another feature may want the dollar price of. */
export type RateUnit = MarketUnit | 'USD' | 'USDC' | 'USDT' | 'EURC'

export type UnitLimits = {
  /** No quote outside is believed, whoever gives it. */
  lowest: Ppm
  highest: Ppm
  /** How far two sources may be apart and still say the same. */
  tolerance: Ppm
  /**
   * How far a source that stands alone may be from an earlier rate: `step` within the first `stepMs`
   * between the two, then more in proportion to the time, never more than `widest`.
   */
  step: Ppm
  stepMs: number
  widest: Ppm
}

/** What is believable of each unit. `widest` stays far below the 100 times that a slipped decimal point makes. */
export const marketUnits: Readonly<Record<MarketUnit, UnitLimits>> = {
  EUR: {
    lowest: ppm(200_000n),
    highest: ppm(5_000_000n),
    tolerance: ppm(10_000n),
    step: ppm(50_000n),
    stepMs: DAY_MS,
    widest: ppm(500_000n),
  },
  ETH: {
    lowest: ppm(10_000_000n),
    highest: ppm(1_000_000_000_000n),
    tolerance: ppm(30_000n),
    step: ppm(200_000n),
    stepMs: HOUR_MS,
    widest: ppm(3_000_000n),
  },
}

export const marketUnitNames = ['EUR', 'ETH'] as const satisfies readonly MarketUnit[]
