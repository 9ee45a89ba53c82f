import { checksumAddress } from '../../../lib/hex.js'
import { baseUnits, baseUnitsToDecimal } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import {
  canDrop,
  decideReplace,
  decideRetry,
} from '../../../platform/chain/outgoing/decide-request.js'
import type { Attempt, Outgoing } from '../../../platform/chain/outgoing/outgoing.js'

const gweiDecimals = 9

/** Returns an outgoing transaction with its newest attempts, without bytes and calldata. */
export function describeOperated(
  row: Outgoing,
  { attempts, now }: { attempts: readonly Omit<Attempt, 'raw'>[]; now: UnixMs },
) {
  const isBlockKnown = row.blockNumber !== null
  return {
    id: row.id,
    purpose: row.purpose,
    wallet: row.merchant ? checksumAddress(row.merchant) : null,
    state: row.state,
    stateSince: row.stateSince,
    createdAt: row.createdAt,
    ageMs: Math.max(0, now - Number(row.plannedUs / 1_000n)),
    to: checksumAddress(row.to),
    valueWei: row.value.toString(),
    gasLimit: Number(row.gas),
    signer: row.signer && checksumAddress(row.signer),
    nonce: row.nonce,
    hash: row.hash,
    blockNumber: isBlockKnown ? Number(row.blockNumber) : null,
    gasUsed: row.gasUsed === null ? null : Number(row.gasUsed),
    error: row.error,
    isStuck: row.stuckSince !== null,
    isNonceUsedElsewhere: row.takenSince !== null,
    attempts: row.generation,
    newestAttempts: attempts.map(describeAttempt),
    request:
      row.requestedStep === null || row.requestedAt === null
        ? null
        : { step: row.requestedStep, at: row.requestedAt, result: row.requestResult },
    actions: listActions(row),
  }
}

function describeAttempt(attempt: Omit<Attempt, 'raw'>) {
  const { generation, hash, nonce, isEmpty, broadcastAt, outcome } = attempt
  return {
    number: generation,
    hash,
    nonce,
    maxFeeGwei: toGwei(attempt.maxFeePerGas),
    maxPriorityFeeGwei: toGwei(attempt.maxPriorityFeePerGas),
    isEmpty,
    broadcastAt,
    outcome,
  }
}

function toGwei(wei: bigint): string {
  return baseUnitsToDecimal(baseUnits(wei), gweiDecimals)
}

/** Lists the requests that would be accepted now. */
function listActions(row: Outgoing): ('replace' | 'cancel' | 'retry')[] {
  const attempts = row.generation
  const accepts = {
    replace: decideReplace(row, { step: 'replace', attempts }),
    cancel: decideReplace(row, { step: 'cancel', attempts }),
    retry: decideRetry(row),
  }
  const isCanceled = row.requestedStep === 'cancel'
  return (['replace', 'cancel', 'retry'] as const).filter((action) => {
    if (action === 'cancel' && (isCanceled || !canDrop(row))) return false
    return accepts[action].kind !== 'refused' && accepts[action].kind !== 'unchanged'
  })
}
