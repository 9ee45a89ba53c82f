import { type Address, parseAddress } from '../../lib/hex.js'
import type { Hex } from '../../platform/chain/chain.js'
import type { GivenRecipient } from './split.js'

/** The hex digits of an address and its basis points. */
const shareDigits = 40 + 4

/** Encodes recipients as the contract's immutable args: addresses ascending, each followed by its basis points. */
export function encodeShares(recipients: readonly GivenRecipient[]): Hex {
  const parts = recipients.map(
    ({ address, sharesBps }) => address.slice(2) + sharesBps.toString(16).padStart(4, '0'),
  )
  return `0x${parts.toSorted().join('')}`
}

/** Decodes immutable args. Returns null when they are malformed. */
export function decodeShares(args: Hex): Map<Address, number> | null {
  const digits = args.slice(2)
  if (digits.length === 0 || digits.length % shareDigits !== 0) return null

  const shares = new Map<Address, number>()
  for (let at = 0; at < digits.length; at += shareDigits) {
    const address = parseAddress(`0x${digits.slice(at, at + 40)}`)
    if (!address) return null
    shares.set(address, Number.parseInt(digits.slice(at + 40, at + shareDigits), 16))
  }
  return shares
}
