import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../lib/errors.js'
import { type Address, type Hash, parseHash } from '../../lib/hex.js'
import { callAnvil } from '../../platform/chain/anvil/call-anvil.js'
import type { Hex } from '../../platform/chain/chain.js'
import type { Sandbox } from '../../platform/clock/sandbox-clock.js'

export type SentTransaction = { hash: Hash; blockNumber: bigint; isSuccess: boolean }

const minedWithinMs = 10_000
const defaultGas = '0x7a120'

/**
 * Sends a transaction of an account that the sandbox chain signs for, and waits until it is mined.
 * A null `gas` lets the chain estimate it.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export async function sendTransaction(
  url: string,
  options: { from: Address; to: Address; data: Hex; value?: bigint; gas?: Hex | null },
): Promise<SentTransaction> {
  const { value = 0n, gas = defaultGas, ...call } = options
  const transaction = { ...call, value: `0x${value.toString(16)}`, ...(gas && { gas }) }
  const hash = parseHash(String(await callAnvil(url, 'eth_sendTransaction', transaction)))
  const deadline = performance.now() + minedWithinMs
  while (hash && performance.now() < deadline) {
    const receipt = (await callAnvil(url, 'eth_getTransactionReceipt', hash)) as {
      status: Hex
      blockNumber: Hex
    } | null
    if (receipt) {
      return {
        hash,
        blockNumber: BigInt(receipt.blockNumber),
        isSuccess: receipt.status === '0x1',
      }
    }
    await sleep(5)
  }
  throw new AppError(
    'chain_unavailable',
    'The sandbox chain does not mine blocks. Retry in a moment.',
  )
}

/**
 * Returns the URL of the chain that this sandbox runs itself.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export function requireChainUrl({ anvilUrl }: Sandbox): string {
  if (anvilUrl) return anvilUrl
  throw new AppError(
    'chain_unavailable',
    'This sandbox has no chain of its own. Unset CHAIN_RPC_URL to run one.',
  )
}
