import { hashText } from '../../../lib/create2.js'
import type { Address, Hash } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { Block, Chain, Log } from '../../../platform/chain/chain.js'
import { decodeTransfer, topicOfAddress } from '../../../platform/chain/logs/decode-logs.js'
import {
  isSignedTransferUsed,
  type SignedTransferKey,
} from '../../../platform/chain/signed-transfer.js'

/** The transaction that executed an authorization. */
export type Execution = { transactionHash: Hash; blockNumber: bigint }

/** The result of the search for the execution of an authorization. */
export type ExecutionSearch =
  | { kind: 'paid'; execution: Execution }
  /** The payer canceled it, or used the nonce for another transfer. */
  | { kind: 'nonce_spent' }
  /** The node does not show it yet. */
  | { kind: 'not_visible' }

type AuthorizedTransfer = {
  asset: Address
  payer: Address
  nonce: Hash
  payTo: Address
  units: BaseUnits
  claimedAtBlock: bigint
}

const usedTopic = hashText('AuthorizationUsed(address,bytes32)')
const canceledTopic = hashText('AuthorizationCanceled(address,bytes32)')
/** An authorization is valid for an hour at most, so it is not much older than the claim. */
const blocksBefore = 2_000n
const blocksPerCall = 500n
/** How many blocks the logs of a node may be behind its state. */
const lagBlocks = 30n

/**
 * Returns whether an authorization is used, and the block for which this is true: the newest one. A
 * URL may lead to several nodes, so one that lacks this block throws instead of reporting its older
 * state.
 */
export async function readAuthorizationState(
  chain: Chain,
  key: SignedTransferKey,
): Promise<{ isUsed: boolean; block: Block }> {
  const block = await chain.findBlock('latest')
  if (!block) throw new Error('the chain has no blocks')
  const isUsed = await isSignedTransferUsed(chain, { ...key, blockNumber: block.number })
  return { isUsed, block }
}

/** Finds the transaction that executed an authorization. A node that lags does not show it. */
export async function findExecution(
  chain: Chain,
  authorized: AuthorizedTransfer,
): Promise<ExecutionSearch> {
  const head = await chain.findBlock('latest')
  if (!head) return { kind: 'not_visible' }
  const { asset, payer, nonce, claimedAtBlock } = authorized
  const start = claimedAtBlock > blocksBefore ? claimedAtBlock - blocksBefore : 0n
  for (let from = start; from <= head.number; from += blocksPerCall) {
    const to = from + blocksPerCall - 1n
    const [used] = await chain.listLogs({
      fromBlock: from,
      toBlock: to < head.number ? to : head.number,
      addresses: [asset],
      topics: [[usedTopic, canceledTopic], [topicOfAddress(payer)], [nonce]],
    })
    if (used) return confirmExecution(chain, { used, authorized })
  }
  return (await wasUsedBefore(chain, authorized))
    ? { kind: 'nonce_spent' }
    : { kind: 'not_visible' }
}

/**
 * Returns whether the nonce was used some blocks before it was claimed. A use that no search finds
 * is then older than all that could pay the claim. False if the node no longer knows that state.
 */
async function wasUsedBefore(chain: Chain, authorized: AuthorizedTransfer): Promise<boolean> {
  const blockNumber = authorized.claimedAtBlock - lagBlocks
  if (blockNumber < 0n) return false
  return isSignedTransferUsed(chain, { ...authorized, blockNumber }).catch(() => false)
}

async function confirmExecution(
  chain: Chain,
  { used, authorized }: { used: Log; authorized: AuthorizedTransfer },
): Promise<ExecutionSearch> {
  const { transactionHash, blockNumber } = used
  if (used.topics[0] === canceledTopic) return { kind: 'nonce_spent' }
  const transaction = await chain.findTransaction(transactionHash)
  if (transaction === null) return { kind: 'not_visible' }
  return hasPaid(transaction.logs, { used, authorized })
    ? { kind: 'paid', execution: { transactionHash, blockNumber } }
    : { kind: 'nonce_spent' }
}

/**
 * Returns whether the authorization moved the money. The token emits the transfer directly after
 * `AuthorizationUsed`, so that two equal transfers in one transaction never count for the same
 * authorization.
 */
function hasPaid(
  logs: readonly Log[],
  { used, authorized }: { used: Log; authorized: AuthorizedTransfer },
): boolean {
  const next = logs.find(({ logIndex }) => logIndex === used.logIndex + 1)
  const transfer = next && decodeTransfer(next)
  return (
    transfer !== null &&
    transfer !== undefined &&
    transfer.token === authorized.asset &&
    transfer.from === authorized.payer &&
    transfer.to === authorized.payTo &&
    transfer.units === authorized.units
  )
}
