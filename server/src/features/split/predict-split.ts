import { create2Address, keccak } from '../../lib/create2.js'
import type { Address } from '../../lib/hex.js'
import type { Hex } from '../../platform/chain/chain.js'
import { cloneInitCode } from '../../platform/chain/clone-code.js'
import { splitFactory, splitImplementation } from '../../platform/chain/contracts.js'
import { encodeShares } from './encode-shares.js'
import type { GivenRecipient } from './split.js'

/** What the factory is asked for, and where the contract will be: money may be sent there at once. */
export type PredictedSplit = { address: Address; args: Hex; salt: Hex }

/**
 * Where a merchant's split of this version is, deployed or yet to be. The address follows from who is paid how
 * much, so nobody can put another contract there.
 */
export function predictSplit(input: {
  merchant: Address
  version: number
  recipients: readonly GivenRecipient[]
}): PredictedSplit {
  const args = encodeShares(input.recipients)
  const salt = saltOf(input)
  return { address: splitAddress({ args, salt }), args, salt }
}

/** Where our factory puts a split, and where nobody else can put anything. */
export function splitAddress({ args, salt }: { args: Hex; salt: Hex }): Address {
  const initCode = cloneInitCode({ implementation: splitImplementation, args })
  return create2Address({ deployer: splitFactory.address, salt, initCode })
}

/** keccak256(abi.encode(merchant, version)) */
function saltOf({ merchant, version }: { merchant: Address; version: number }): Hex {
  const words = [merchant.slice(2), version.toString(16)].map((digits) => digits.padStart(64, '0'))
  return keccak(`0x${words.join('')}`)
}
