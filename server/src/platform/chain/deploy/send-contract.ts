import { setTimeout as sleep } from 'node:timers/promises'
import { assertNever } from '../../../lib/assert-never.js'
import type { Address, Hash } from '../../../lib/hex.js'
import type { BroadcastOutcome, Chain, Hex, TransactionReceipt } from '../chain.js'
import { type Contract, deployer } from '../contracts.js'
import { signTransaction } from '../outgoing/sign-transaction.js'
import { deploymentData } from './survey-deployment.js'

export type Signer = { privateKey: Hex; wallet: Address; chainId: number }

/** How long to look for a transaction, and how often. */
export type Patience = { withinMs: number; everyMs: number }

export type SendOutcome =
  | { kind: 'mined'; receipt: TransactionReceipt }
  | { kind: 'refused'; reason: string }
  /** It may still come. */
  | { kind: 'unknown'; hash: Hash }

/**
 * Sends one contract and waits until it is in a block. The same bytes are handed in again all the while: a node may
 * have lost them, or never have got them.
 *
 * @throws when the chain cannot be asked, before anything was sent.
 */
export async function sendContract(
  chain: Chain,
  input: { contract: Contract; gas: bigint; nonce: number; signer: Signer; patience: Patience },
): Promise<SendOutcome> {
  const { contract, gas, nonce, signer, patience } = input
  const [to, data, value] = [deployer, deploymentData(contract), 0n]
  const { chainId, privateKey } = signer
  const unsigned = { chainId, nonce, to, data, value, gas, ...(await chain.suggestFees()) }
  const { raw, hash } = await signTransaction(privateKey, unsigned)

  const deadline = performance.now() + patience.withinMs
  while (performance.now() < deadline) {
    const outcome = await tryOrNull(() => chain.broadcast(raw))
    const receipt = await tryOrNull(() => chain.findReceipt(hash))
    if (receipt) return { kind: 'mined', receipt }
    const reason = outcome && reasonOf(outcome)
    if (reason) return { kind: 'refused', reason }
    await sleep(patience.everyMs)
  }
  return { kind: 'unknown', hash }
}

/** A node that is away for a moment says nothing about what it has. */
async function tryOrNull<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask()
  } catch {
    return null
  }
}

/** Why a transaction will not come; `null` while it may. A used nonce may be its own, before its receipt is known. */
function reasonOf(outcome: BroadcastOutcome): string | null {
  switch (outcome.kind) {
    case 'accepted':
    case 'nonce_used':
      return null
    case 'underpriced':
      return 'another transaction of the wallet waits under the same number'
    case 'unfunded':
      return 'the wallet cannot pay for it'
    case 'refused':
      return `the node says: ${outcome.reason}`
    default:
      return assertNever(outcome)
  }
}
