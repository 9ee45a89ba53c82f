/** The currencies of prices. */
export const currencies = ['USD', 'EUR'] as const

export type Currency = (typeof currencies)[number]

/**
 * Fiat in cents. Money is a branded `bigint`, so the compiler rejects `cents * 0.095` and mixed
 * units. Decimals exist only on the wire.
 */
export type Cents = bigint & { readonly unit: 'cents' }
/** Tokens in their smallest unit. Always used together with the token's decimals. */
export type BaseUnits = bigint & { readonly unit: 'base-units' }
/** A rate in parts per million: 0.005 (0.5 %) is 5_000n. */
export type Ppm = bigint & { readonly unit: 'ppm' }

/**
 * Dollars in millionths, the value of one base unit of a dollar token. Payments are finer than a
 * cent, and rounding each one to cents would lose money.
 */
export type Micros = bigint & { readonly unit: 'micros' }

const MILLION = 1_000_000n
/** Millionths in a cent. */
const MICROS_PER_CENT = 10_000n
/** Ten trillion dollars. Within it every amount is a distinct JSON number. */
const MAX_CENTS = 10n ** 15n

/**
 * A JSON number, with the exponent that `String(1e21)` produces. 78 digits hold any uint256; longer
 * text is rejected before any arithmetic.
 */
const decimalPattern = /^(-?(?:0|[1-9]\d{0,77}))(?:\.(\d{1,78}))?(?:e([+-]\d+))?$/

export function cents(value: bigint): Cents {
  return value as Cents
}

export function baseUnits(value: bigint): BaseUnits {
  return value as BaseUnits
}

export function ppm(value: bigint): Ppm {
  return value as Ppm
}

export function micros(value: bigint): Micros {
  return value as Micros
}

export function microsFromCents(amount: Cents): Micros {
  return micros(amount * MICROS_PER_CENT)
}

/** Returns the nearest JSON number; exact below nine billion dollars. */
export function microsToDecimal(amount: Micros): number {
  return Number(amount) / Number(MILLION)
}

export function sumCents(values: readonly Cents[]): Cents {
  return cents(sum(values))
}

/** Applies a rate, rounding half away from zero, so that a refund mirrors the charge. */
export function applyRate(amount: Cents, rate: Ppm): Cents {
  const product = amount * rate
  const half = product < 0n ? -MILLION / 2n : MILLION / 2n

  // BigInt division truncates toward zero.
  return cents((product + half) / MILLION)
}

/**
 * Parses a wire amount exactly. Returns `null` when it is not a plain decimal, is finer than a
 * cent, or exceeds ten trillion.
 */
export function centsFromDecimal(value: number | string): Cents | null {
  const scaled = scaleDecimal(value, 2)
  if (scaled === null || scaled > MAX_CENTS || scaled < -MAX_CENTS) return null

  return cents(scaled)
}

/** Returns the amount as a JSON number, which parses back to the same cents. */
export function centsToDecimal(amount: Cents): number {
  return Number(amount) / 100
}

/** Parses a wire rate exactly. Returns `null` unless it is a decimal of at most six places. */
export function ppmFromDecimal(value: number | string): Ppm | null {
  const scaled = scaleDecimal(value, 6)
  return scaled === null ? null : ppm(scaled)
}

/** Returns the nearest JSON number, which parses back to the same rate below 2^33. */
export function ppmToDecimal(rate: Ppm): number {
  return Number(rate) / Number(MILLION)
}

/** Parses a token amount exactly. Returns `null` unless it is a decimal of whole base units. */
export function baseUnitsFromDecimal(value: string, decimals: number): BaseUnits | null {
  const scaled = scaleDecimal(value, decimals)
  return scaled === null ? null : baseUnits(scaled)
}

/** Formats a token amount exactly, without trailing zeros. */
export function baseUnitsToDecimal(units: BaseUnits, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = magnitude(units)
    .toString()
    .padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')

  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}

/**
 * Converts dollars to base units of a dollar token, without rounding.
 *
 * @throws {Error} when the token has fewer than two decimals and cannot hold a cent.
 */
export function baseUnitsFromCents(amount: Cents, decimals: number): BaseUnits {
  if (decimals < 2) throw new Error(`A token with ${decimals} decimals cannot hold a cent`)

  return baseUnits(amount * 10n ** BigInt(decimals - 2))
}

/**
 * Splits a total by weight so that the parts sum to it. Each share is rounded toward zero; the
 * remaining units go to the largest remainders, the lower index first.
 *
 * @throws {Error} when a weight is negative or none is above zero.
 */
export function prorate<Amount extends Cents | BaseUnits | Micros>(
  total: Amount,
  weights: readonly bigint[],
): Amount[] {
  const totalWeight = sum(weights)
  if (totalWeight === 0n || weights.some((weight) => weight < 0n)) {
    throw new Error('Weights must not be negative and at least one must be above zero')
  }

  const sign = total < 0n ? -1n : 1n
  const shares = weights.map((weight, index) => {
    const product = magnitude(total) * weight
    return { index, floor: product / totalWeight, remainder: product % totalWeight }
  })

  const remainder = magnitude(total) - sum(shares.map((share) => share.floor))
  // The sort is stable, so ties go to the lower index.
  const byRemainder = shares.toSorted((a, b) => Number(b.remainder - a.remainder))
  const raised = new Set(byRemainder.slice(0, Number(remainder)))

  return shares.map((share) => (sign * (share.floor + (raised.has(share) ? 1n : 0n))) as Amount)
}

/** Splits a total by weight. Zeros if all weights are zero. */
export function prorateOrZero(total: Cents, weights: readonly bigint[]): Cents[] {
  return weights.every((weight) => weight === 0n)
    ? weights.map(() => cents(0n))
    : prorate(total, weights)
}

export function minCents(a: Cents, b: Cents): Cents {
  return a < b ? a : b
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

/** Works on the digits, because `1.005 * 1000` in floats is 1004.9999999999999. */
function scaleDecimal(value: number | string, decimals: number): bigint | null {
  const [, whole, fraction = '', exponent] = decimalPattern.exec(String(value)) ?? []
  if (whole === undefined) return null
  // External text could request 10 ** 999999999; the exponent of a number ends at 308.
  if (exponent !== undefined && typeof value === 'string') return null

  const digits = BigInt(whole + fraction)
  const shift = decimals - fraction.length + Number(exponent ?? 0)
  if (shift >= 0) return digits * 10n ** BigInt(shift)

  const divisor = 10n ** BigInt(-shift)
  return digits % divisor === 0n ? digits / divisor : null
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** Amounts below this, one cent, are not worth the gas of moving them on their own. */
export const dustMicros: Micros = micros(10_000n)

/** Returns whether money is in the ledger: a posting makes its revision odd, a reversal even. */
export function isPosted({ ledgerRevision }: { ledgerRevision: number }): boolean {
  return ledgerRevision % 2 === 1
}

/** Shares are in basis points: 50 is 0.5 %. */
export const totalBps = 10_000

/**
 * Returns each recipient's part of everything a split has received. As in the contract, each part
 * is rounded down, so fewer units than there are recipients can remain unassigned.
 */
export function shareOut(received: BaseUnits, sharesBps: readonly number[]): BaseUnits[] {
  return sharesBps.map((bps) => baseUnits((received * BigInt(bps)) / BigInt(totalBps)))
}
