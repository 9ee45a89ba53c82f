import type { Address } from '../../../lib/hex.js'
import { callAnvil } from '../../../platform/chain/anvil/call-anvil.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { testUsdcAbi } from '../../../platform/chain/generated/test-contracts.js'
import type { KeyedMutex } from '../../../platform/keyed-mutex.js'
import { demoBuyer } from '../demo-wallets.js'
import { type SentTransaction, sendTransaction } from '../send-transaction.js'

/** The buyer of a sandbox, who sends real transactions on its chain and mints tokens. */
export type TestBuyer = Awaited<ReturnType<typeof createTestBuyer>>

/** Creates the demo buyer. Sends one transaction at a time, so that nonces never clash. */
export async function createTestBuyer(url: string, mutex: KeyedMutex) {
  const { encodeFunctionData } = await import('viem')
  const from = demoBuyer.address

  const send = (to: Address, data: Hex, value = 0n): Promise<SentTransaction> =>
    mutex.runExclusive('test-buyer', () => sendTransaction(url, { from, to, data, value }))

  async function mint(token: Address, units: bigint): Promise<void> {
    await send(
      token,
      encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [from, units] }),
    )
  }

  const transfer = (to: Address, units: bigint) =>
    encodeFunctionData({ abi: testUsdcAbi, functionName: 'transfer', args: [to, units] })

  return {
    /** Pays by plain transfer. A null token means native token. */
    async pay({ token, to, units }: { token: Address | null; to: Address; units: bigint }) {
      if (token) {
        await mint(token, units)
        return send(token, transfer(to, units))
      }
      const balance = `0x${(units + 10n ** 18n).toString(16)}`
      await callAnvil(url, 'anvil_setBalance', from, balance)
      return send(to, '0x', units)
    },
    /** Sends a transfer that reverts for lack of balance. */
    async payReverting({ token, to }: { token: Address; to: Address }) {
      return send(token, transfer(to, 2n ** 255n))
    },
    async mine(blocks: number): Promise<void> {
      await callAnvil(url, 'anvil_mine', `0x${blocks.toString(16)}`)
    },
    /** Replaces all blocks from `block` on with empty ones. */
    async reorgFrom(block: bigint): Promise<void> {
      const head = BigInt((await callAnvil(url, 'eth_blockNumber')) as Hex)
      await callAnvil(url, 'anvil_reorg', Number(head - block) + 1, [])
    },
  }
}
