import { decodeFunctionData } from 'viem'
import { type Address, type Hash, knownAddress } from '../../src/lib/hex.js'
import type { Hex } from '../../src/platform/chain/chain.js'
import { merchantSplitAbi } from '../../src/platform/chain/generated/merchant-split.js'
import { paymentGatewayAbi } from '../../src/platform/chain/generated/payment-gateway.js'
import { testMulticallAbi } from '../../src/platform/chain/generated/test-contracts.js'
import type { Attempt, OutgoingState } from '../../src/platform/chain/outgoing/outgoing.js'
import { followFormerSigners } from '../../src/platform/chain/outgoing/round/follow-former-signers.js'
import {
  insertAttempt,
  listAttempts,
} from '../../src/platform/chain/outgoing/stores/attempt-store.js'
import {
  markMined,
  markSigned,
  recordBroadcast,
} from '../../src/platform/chain/outgoing/stores/progress-store.js'
import { resetToSent } from '../../src/platform/chain/outgoing/stores/reset-store.js'
import type { Context } from '../../src/platform/context.js'
import { type Action, hashOf, type ModelTransaction } from './chain.js'
import type { createHistoryNodes } from './nodes.js'

type Row = {
  id: string
  key: string
  purpose: string
  recipient: Address
  data: Hex
  state: OutgoingState
  generation: number
  signer: Address | null
  block_hash: Hash | null
}

/** Attempts are never signed for real. */
const unsigned = {
  raw: '0x',
  gas: 21_000n,
  maxFeePerGas: 1n,
  maxPriorityFeePerGas: 1n,
  isEmpty: false,
  broadcastAt: null,
  outcome: null,
} as const

/**
 * Creates a relayer that sends planned transactions and records their state when `look` is called.
 */
export function createRelayer(scene: {
  ctx: Context
  nodes: ReturnType<typeof createHistoryNodes>
}) {
  const { ctx, nodes } = scene
  const { chainId } = ctx.config
  /** The signer of each attempt. */
  const signers = new Map<Hash, Address>()
  let keys = 1

  const signer = () => knownAddress(`0x5150${keys.toString(16).padStart(36, '0')}`)

  async function list(): Promise<Row[]> {
    const { rows } = await ctx.db.query<Row>(
      `select id, key, purpose, recipient, data, state, generation, signer, block_hash
       from outgoing_transactions
       where purpose <> 'nonce.fill' order by planned_us`,
    )
    return rows
  }

  async function sign(row: Row): Promise<ModelTransaction> {
    const { id, recipient: to } = row
    const from = signer()
    const generation = row.generation + 1
    const hash = hashOf(`${row.key} ${generation}`)
    const signed = { signer: from, nonce: signers.size, hash, generation }
    await insertAttempt(ctx.db, { transactionId: id, chainId, ...signed, ...unsigned })
    await markSigned(ctx.db, { id, ...signed, bumps: 0, error: null, isEmpty: false })
    await recordBroadcast(ctx.db, { id, isSent: true, error: null })
    signers.set(hash, from)
    return { hash, from, to, value: 0n, actions: readActions(row) }
  }

  /** Records the block of the newest attempt that is in one. Returns false when none is. */
  async function record(row: Row, attempts: readonly Attempt[]): Promise<boolean> {
    const ownAttempts = attempts
      .filter(({ transactionId }) => transactionId === row.id)
      .toReversed()
    const foundAttempts = ownAttempts
      .map((attempt) => ({ attempt, block: nodes.findBlockOf(attempt.hash) }))
      .find(({ block }) => block)
    const blockHash = foundAttempts?.block?.hash ?? null
    if (row.block_hash !== null && row.block_hash !== blockHash) await resetToSent(ctx.db, row.id)
    if (!foundAttempts?.block || row.block_hash === blockHash) return foundAttempts !== undefined
    const { number: blockNumber, hash: minedIn } = foundAttempts.block
    const { signer: by, nonce, hash } = foundAttempts.attempt
    const cost = { gasUsed: 21_000n, effectiveGasPrice: 1n }
    await markMined(ctx.db, {
      id: row.id,
      chainId,
      signer: by,
      nonce,
      receipt: { hash, isSuccess: true, blockNumber, blockHash: minedIn, ...cost },
    })
    return true
  }

  const attemptsOf = (rows: readonly Row[]) =>
    listAttempts(
      ctx.db,
      rows.map(({ id }) => id),
    )

  return {
    /**
     * Returns whether the relayer would send it again. It no longer has the keys of former signers.
     */
    isOurs: ({ hash }: ModelTransaction) => signers.get(hash) === signer(),
    /** Returns whether a former key signed it. */
    isFormer: ({ hash }: ModelTransaction) => signers.has(hash) && signers.get(hash) !== signer(),
    rotateKey(): void {
      keys += 1
    },
    /** Signs planned transactions, unless an earlier attempt is in a block. */
    async send(): Promise<ModelTransaction[]> {
      const planned = (await list()).filter(({ state }) => state === 'planned')
      const attempts = await attemptsOf(planned)
      const sentTransactions: ModelTransaction[] = []
      for (const row of planned) {
        if (!(await record(row, attempts))) sentTransactions.push(await sign(row))
      }
      return sentTransactions
    },
    /** Updates the database from the chain. Until the next call it may be stale. */
    async watch(): Promise<void> {
      const rows = (await list()).filter((row) => row.signer === signer())
      const attempts = await attemptsOf(rows)
      for (const row of rows) await record(row, attempts)
      if (keys === 1) return
      const rules = { confirmations: ctx.config.confirmations ?? 1, leaseMs: 60_000 }
      const input = { chainId, signers: [signer()], owner: 'history', rules }
      await followFormerSigners({ ...ctx, chain: nodes.chain }, input)
    },
  }
}

/** The first distribution of a split also creates it, in one call. */
function readActions({ purpose, recipient, data }: Row): Action[] {
  if (purpose === 'split.create') return []
  if (purpose.startsWith('deposit.flush')) return readFlushes(data)
  const direct = readDistribution(recipient, data)
  if (direct) return [direct]
  const { functionName, args } = decodeFunctionData({ abi: testMulticallAbi, data })
  if (functionName !== 'aggregate3') throw new Error(`${functionName} distributes nothing`)
  return args[0].flatMap(({ target, callData }) => readDistribution(target, callData) ?? [])
}

function readDistribution(split: string, data: Hex): Action | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: merchantSplitAbi, data })
    if (functionName !== 'distribute') return null
    const token = lower(args[0])
    return { kind: 'release', split: lower(split), token, account: null }
  } catch {
    return null
  }
}

function readFlushes(data: Hex): Action[] {
  const { args } = decodeFunctionData({ abi: paymentGatewayAbi, data })
  const flushes = args?.[0] as readonly { receiptKey: Hash; payoutAddress: string; token: string }[]
  return flushes.map(({ receiptKey, payoutAddress, token }) => ({
    kind: 'flush',
    receiptKey,
    payoutAddress: lower(payoutAddress),
    token: lower(token),
  }))
}

function lower(address: string): Address {
  return address.toLowerCase() as Address
}
