import { create2Address, hashText, keccak } from '../../lib/create2.js'
import { type Address, parseAddress, toWord } from '../../lib/hex.js'
import type { Hex } from '../../platform/chain/chain.js'
import { cloneInitCode } from '../../platform/chain/clone-code.js'
import { splitFactory, splitImplementation } from '../../platform/chain/contracts.js'
import type { GivenRecipient, Split } from './split.js'

/** The hex digits of an address and its basis points. */
const shareDigits = 40 + 4

/** The arguments for the factory and the address, which can receive payments before deployment. */
export type PredictedSplit = { address: Address; args: Hex; salt: Hex }

/**
 * Computes the address of a merchant's split version. The address depends on the recipients and
 * shares, so no other contract can be deployed there.
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

/** Returns the proof of a split's recipients on chain, deployed or not, or null if unknown. */
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
 * Returns keccak256(abi.encode(keccak256(installationId), merchant, version)). Splits from before
 * installations had ids have keccak256(abi.encode(merchant, version)).
 */
function saltOf(split: { installationId: string | null; merchant: Address; version: number }): Hex {
  const { installationId, merchant, version } = split
  const installation = installationId === null ? [] : [hashText(installationId)]
  return keccak(`0x${[...installation, merchant, version].map(toWord).join('')}`)
}

/** Encodes recipients as immutable args: addresses ascending, each followed by its basis points. */
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
