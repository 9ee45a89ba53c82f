import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../lib/errors.js'
import { type Address, type Hash, parseHash } from '../../lib/hex.js'
import { callAnvil } from '../../platform/chain/anvil/call-anvil.js'
import type { Hex } from '../../platform/chain/chain.js'

export type Sent = { hash: Hash; blockNumber: bigint; isSuccess: boolean }

const minedWithinMs = 10_000
const gas = '0x7a120'

/**
 * Sends a transaction of an account that the sandbox chain signs for, and waits until it is mined.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export async function sendTransaction(
  url: string,
  { from, to, data, value = 0n }: { from: Address; to: Address; data: Hex; value?: bigint },
): Promise<Sent> {
  const call = { from, to, data, value: `0x${value.toString(16)}`, gas }
  const hash = parseHash(String(await callAnvil(url, 'eth_sendTransaction', call)))
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
