import { type Address, checksumAddress } from '../../lib/hex.js'
import type { Outgoing } from '../../platform/chain/outgoing/outgoing.js'
import type { OutgoingTransaction } from './schemas.js'

/** Returns an outgoing transaction without its calldata. */
export function describeTransaction(outgoing: Outgoing): OutgoingTransaction {
  const { id, key, purpose, state, nonce, hash, generation, bumps, error } = outgoing
  return {
    id,
    key,
    purpose,
    merchant: showAddress(outgoing.merchant || null),
    state,
    to: checksumAddress(outgoing.to),
    valueWei: outgoing.value.toString(),
    signer: showAddress(outgoing.signer),
    nonce,
    hash,
    generation,
    bumps,
    blockNumber: numberOrNull(outgoing.blockNumber),
    gasUsed: numberOrNull(outgoing.gasUsed),
    error,
    isStuck: outgoing.stuckSince !== null,
    createdAt: outgoing.createdAt,
    stateSince: outgoing.stateSince,
  }
}

function showAddress(address: Address | null): string | null {
  return address === null ? null : checksumAddress(address)
}

function numberOrNull(value: bigint | null): number | null {
  return value === null ? null : Number(value)
}
