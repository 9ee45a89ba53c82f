import { create2Address, keccak } from '../../lib/create2.js'
import type { Address } from '../../lib/hex.js'
import type { Hex } from '../../platform/chain/chain.js'
import { cloneInitCode } from '../../platform/chain/clone-code.js'
import { splitFactory, splitImplementation } from '../../platform/chain/contracts.js'
import { encodeShares } from './encode-shares.js'
import type { GivenRecipient, Split } from './split.js'

/** The arguments for the factory and the resulting address, which can receive payments before deployment. */
export type PredictedSplit = { address: Address; args: Hex; salt: Hex }

/**
 * Computes the address of a merchant's split version. The address depends on the recipients and shares, so no other
 * contract can be deployed there.
 */
export function predictSplit(input: {
  installationId: string | null
  merchant: Address
  version: number
  recipients: readonly GivenRecipient[]
}): PredictedSplit {
  const args = encodeShares(input.recipients)
  const salt = saltOf(input)
  return { address: splitAddress({ args, salt }), args, salt }
}

/** The arguments with which the factory derives the address of a split. */
export type SplitProof = { recipients: Hex; salt: Hex }

/** Returns the arguments that prove the recipients of a split on chain, deployed or not. Null when they are not known. */
export function findSplitProof(split: Split): SplitProof | null {
  const recipients = encodeShares(split.recipients)
  const salts = Array.from({ length: split.version }, (_, index) => split.version - index).flatMap(
    (version) =>
      [split.installationId, null].map((installationId) =>
        saltOf({ installationId, merchant: split.merchant, version }),
      ),
  )
  const salt = [...(split.salt ? [split.salt] : []), ...salts].find(
    (candidate) => splitAddress({ args: recipients, salt: candidate }) === split.address,
  )
  return salt ? { recipients, salt } : null
}

/** Returns the address at which only our factory can deploy this split. */
export function splitAddress({ args, salt }: { args: Hex; salt: Hex }): Address {
  const initCode = cloneInitCode({ implementation: splitImplementation, args })
  return create2Address({ deployer: splitFactory.address, salt, initCode })
}

/**
 * Returns keccak256(abi.encode(keccak256(installationId), merchant, version)). Splits from before installations had ids
 * have keccak256(abi.encode(merchant, version)).
 */
function saltOf(split: { installationId: string | null; merchant: Address; version: number }): Hex {
  const { installationId, merchant, version } = split
  const installation = installationId === null ? [] : [hashOf(installationId)]
  const words = [...installation, merchant.slice(2), version.toString(16)]
  return keccak(`0x${words.map((digits) => digits.padStart(64, '0')).join('')}`)
}

/** Returns the digits of the hash of a text. */
function hashOf(text: string): string {
  return keccak(`0x${Buffer.from(text, 'utf8').toString('hex')}`).slice(2)
}
