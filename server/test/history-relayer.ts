import { decodeFunctionData } from 'viem'
import type { Address, Hash } from '../src/lib/hex.js'
import type { Hex } from '../src/platform/chain/chain.js'
import { merchantSplitAbi } from '../src/platform/chain/generated/merchant-split.js'
import { paymentGatewayAbi } from '../src/platform/chain/generated/payment-gateway.js'
import { markMined } from '../src/platform/chain/outgoing/progress-store.js'
import { resetToSent } from '../src/platform/chain/outgoing/reset-store.js'
import type { Context } from '../src/platform/context.js'
import { type Action, hashOf, type ModelTransaction } from './history-chain.js'
import type { createHistoryNodes } from './history-nodes.js'

type Row = {
  id: string
  key: string
  purpose: string
  recipient: Address
  data: Hex
  block_hash: Hash | null
}

const signer = '0x51500000000000000000000000000000000000e1' as Address

/** Creates a relayer that sends planned transactions and records their state when `look` is called. */
export function createRelayer(scene: {
  ctx: Context
  nodes: ReturnType<typeof createHistoryNodes>
}) {
  const { ctx, nodes } = scene
  const { chainId } = ctx.config
  const nonces = new Map<string, number>()

  async function list(): Promise<Row[]> {
    const { rows } = await ctx.db.query<Row>(
      `select id, key, purpose, recipient, data, block_hash from outgoing_transactions
       where purpose <> 'nonce.fill' order by planned_us`,
    )
    return rows
  }

  return {
    isOurs: ({ hash }: ModelTransaction) => nonces.has(hash),
    /** Returns the unsent transactions and marks them as sent. */
    async send(): Promise<ModelTransaction[]> {
      const unsent = (await list()).filter(({ key }) => !nonces.has(hashOf(key)))
      return unsent.map((row) => {
        const hash = hashOf(row.key)
        nonces.set(hash, nonces.size)
        return { hash, actions: readActions(row) }
      })
    },
    /** Updates the database from the chain. Until the next call it may be stale. */
    async look(): Promise<void> {
      for (const { id, key, block_hash } of await list()) {
        const hash = hashOf(key)
        const block = nodes
          .blocks()
          .find(({ transactions }) => transactions.some((one) => one.hash === hash))
        if (block_hash !== null && block_hash !== block?.hash) await resetToSent(ctx.db, id)
        if (!block || block_hash === block.hash) continue
        const { number: blockNumber, hash: blockHash } = block
        const cost = { gasUsed: 21_000n, effectiveGasPrice: 1n }
        await markMined(ctx.db, {
          id,
          chainId,
          signer,
          nonce: nonces.get(hash) ?? 0,
          receipt: { hash, isSuccess: true, blockNumber, blockHash, ...cost },
        })
      }
    },
  }
}

function readActions({ purpose, recipient, data }: Row): Action[] {
  if (purpose === 'split.create') return []
  if (purpose.startsWith('split.distribute')) {
    const { args } = decodeFunctionData({ abi: merchantSplitAbi, data })
    const token = String(args?.[0]).toLowerCase() as Address
    return [{ kind: 'release', split: recipient, token, account: null }]
  }
  const { args } = decodeFunctionData({ abi: paymentGatewayAbi, data })
  const flushes = args?.[0] as readonly { receiptKey: Hash; payoutAddress: string; token: string }[]
  return flushes.map(({ receiptKey, payoutAddress, token }) => ({
    kind: 'flush',
    receiptKey,
    payoutAddress: payoutAddress.toLowerCase() as Address,
    token: token.toLowerCase() as Address,
  }))
}
