import { setTimeout as sleep } from 'node:timers/promises'
import { assertNever } from '../../../lib/errors.js'
import type { Address, Hash } from '../../../lib/hex.js'
import type { BroadcastOutcome, Chain, Hex, TransactionReceipt } from '../chain.js'
import { type Contract, deployer } from '../contracts.js'
import { signTransaction } from '../outgoing/round/sign-attempt.js'
import { deploymentData } from './survey-deployment.js'

export type Signer = { privateKey: Hex; wallet: Address; chainId: number }

/** How long and how often to poll for a transaction. */
export type Polling = { withinMs: number; everyMs: number }

export type SendOutcome =
  | { kind: 'mined'; receipt: TransactionReceipt }
  | { kind: 'refused'; reason: string }
  /** It may still be mined. */
  | { kind: 'unknown'; hash: Hash }

/**
 * Deploys one contract and waits until it is in a block. Broadcasts the same bytes repeatedly,
 * because a node may have dropped them.
 *
 * @throws when the chain does not respond before anything was sent.
 */
export async function sendContract(
  chain: Chain,
  input: { contract: Contract; gas: bigint; nonce: number; signer: Signer; polling: Polling },
): Promise<SendOutcome> {
  const { contract, gas, nonce, signer, polling } = input
  const [to, data, value] = [deployer, deploymentData(contract), 0n]
  const { chainId, privateKey } = signer
  const unsigned = { chainId, nonce, to, data, value, gas, ...(await chain.suggestFees()) }
  const { raw, hash } = await signTransaction(privateKey, unsigned)

  const deadline = performance.now() + polling.withinMs
  while (performance.now() < deadline) {
    const outcome = await tryOrNull(() => chain.broadcast(raw))
    const receipt = await tryOrNull(() => chain.findReceipt(hash))
    if (receipt) return { kind: 'mined', receipt }
    const reason = outcome && reasonOf(outcome)
    if (reason) return { kind: 'refused', reason }
    await sleep(polling.everyMs)
  }
  return { kind: 'unknown', hash }
}

/** Returns `null` on an error, because a node that is briefly unavailable proves nothing. */
async function tryOrNull<Result>(call: () => Promise<Result>): Promise<Result | null> {
  try {
    return await call()
  } catch {
    return null
  }
}

/** Returns why a transaction will not be mined, or `null`. A used nonce may be its own. */
function reasonOf(outcome: BroadcastOutcome): string | null {
  switch (outcome.kind) {
    case 'accepted':
    case 'nonce_used':
      return null
    case 'underpriced':
      return 'another transaction of the wallet with the same nonce is pending'
    case 'unfunded':
      return 'the wallet has insufficient funds'
    case 'refused':
      return `the node rejected it: ${outcome.reason}`
    default:
      return assertNever(outcome)
  }
}
