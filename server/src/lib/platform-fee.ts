import { type Ppm, ppm } from './money.js'

/** The platform's fee on every sale, in basis points: its share of every split and the base of the processing fee. */
export const platformFeeBps = 50

export const platformFeePct: number = platformFeeBps / 100

export const platformFeeRate: Ppm = ppm(BigInt(platformFeeBps) * 100n)
