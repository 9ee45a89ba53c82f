import { type Micros, micros } from './money.js'

/** Amounts below this, one cent, are not worth the gas of moving them on their own. */
export const dustMicros: Micros = micros(10_000n)
