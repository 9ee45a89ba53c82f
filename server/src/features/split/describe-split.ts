import { checksumAddress } from '../../lib/hex.js'
import type { SplitConfig } from './schemas.js'
import { type Split, totalBps } from './split.js'

/** A split as callers see it. */
export function describeSplit(split: Split): SplitConfig {
  return {
    address: checksumAddress(split.address),
    chainId: split.chainId,
    kind: 'pull',
    recipients: split.recipients.map((one) => ({ ...one, address: checksumAddress(one.address) })),
    totalBps,
    owner: checksumAddress(split.merchant),
    // Contracts are given by address, so it was not we who deployed it.
    deployedTx: null,
    status: 'deployed',
    version: split.version,
    createdAt: split.createdAt,
  }
}
