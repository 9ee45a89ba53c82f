import { type Ppm, ppm } from '../../lib/money.js'
import { DAY_MS, HOUR_MS } from '../../lib/time.js'

/** A unit with a market price in dollars. */
export type MarketUnit = 'EUR' | 'ETH'
/** A unit that other features need the dollar price of. */
export type RateUnit = MarketUnit | 'USD' | 'USDC' | 'USDT' | 'EURC'

export type UnitLimits = {
  /** Quotes outside these bounds are rejected. */
  lowest: Ppm
  highest: Ppm
  /** The distance up to which two quotes agree. */
  tolerance: Ppm
  /**
   * The allowed distance of a single source from an earlier rate: `step` for the first `stepMs`
   * between the two, then more in proportion to time, up to `widest`.
   */
  step: Ppm
  stepMs: number
  widest: Ppm
}

/** The plausible range of each unit. `widest` stays far below a misplaced decimal point. */
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
