import { type Micros, micros } from '../../lib/money.js'

/** Money that is not worth the gas of moving it by itself: less than a cent. */
export const dustMicros: Micros = micros(10_000n)
