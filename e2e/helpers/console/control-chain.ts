import { createPublicClient, http, numberToHex } from 'viem'
import { expect, vi } from 'vitest'
import type { SendRequest, Service } from '../client.js'
import { connect } from '../demo-chain.js'
import type { Shopkeeper } from './open-console.js'

const gwei = 10n ** 9n
const oneEther = 10n ** 18n
const patience = { timeout: 60_000, interval: 100 }

type Portal = {
  payment: { depositAddress: `0x${string}`; options: { symbol: string; amountUnits: string }[] }
}
type Transaction = { purpose: string; state: string; error: string | null; attempts: number }

const isOver = (state: string) => ['final', 'failed', 'reverted'].includes(state)

/** Brings the payouts of a sandbox into trouble, as an operator sees it. */
export function controlChain(service: Service, operator: SendRequest) {
  const client = createPublicClient({ transport: http(service.demo.chain?.rpcUrl) })
  const call = (method: string, ...params: unknown[]) =>
    client.request({ method, params } as never) as Promise<unknown>

  async function listTransactions(): Promise<Transaction[]> {
    const { status, body } = await operator<{ transactions: Transaction[] }>(
      'GET /api/admin/transactions?limit=50',
    )
    expect(status).toBe(200)
    return body.transactions
  }

  const waitFor = (isReached: (transactions: readonly Transaction[]) => boolean) =>
    vi.waitUntil(async () => isReached(await listTransactions()), patience)
  const waitUntilIdle = () => waitFor((found) => found.every(({ state }) => isOver(state)))

  /** Transfers the price of a receipt to its deposit address. */
  async function pay({ wallet }: Shopkeeper, receiptId: string): Promise<void> {
    const path = `GET /api/portal/${receiptId}?recipient=${wallet}`
    const { depositAddress, options } = (await service.anyone<Portal>(path)).body.payment
    const units = BigInt(options.find(({ symbol }) => symbol === 'USDC')?.amountUnits ?? 0)
    await connect(service.demo).send('usdc', { args: [depositAddress, units] })
  }

  async function setRelayerBalances(wei: bigint): Promise<void> {
    const { body } = await operator<{ relayers: { address: string }[] }>('GET /api/admin/relayer')
    expect(body.relayers.length).toBeGreaterThan(0)
    for (const { address } of body.relayers) {
      await call('anvil_setBalance', address, numberToHex(wei))
    }
  }

  return {
    listTransactions,
    waitUntilIdle,
    /** Leaves a payout in the mempool: the chain demands more than its fee, and does not mine. */
    async outbidPayout(shop: Shopkeeper, receiptId: string): Promise<void> {
      await waitUntilIdle()
      await call('evm_setAutomine', false)
      const paying = pay(shop, receiptId)
      await vi.waitUntil(async () => {
        const { pending } = (await call('txpool_status')) as { pending: string }
        return Number(pending) === 1
      }, patience)
      await call('evm_mine')
      await paying
      await waitFor((found) => found.some(({ state }) => state === 'sent'))
      await call('anvil_setNextBlockBaseFeePerGas', numberToHex(20n * gwei))
      await call('evm_mine')
    },
    /** Mines what pays the fee of the chain, from now on at once. */
    async mine(): Promise<void> {
      await call('evm_mine')
      await call('evm_setAutomine', true)
    },
    /** Lets a payout wait for a relayer without money. */
    async starvePayout(shop: Shopkeeper, receiptId: string): Promise<void> {
      await waitUntilIdle()
      await setRelayerBalances(0n)
      await pay(shop, receiptId)
      await waitFor((found) => found.some(({ error }) => error !== null))
    },
    fundRelayers: () => setRelayerBalances(oneEther),
  }
}
