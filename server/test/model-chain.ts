import { createHash } from 'node:crypto'
import { keccak256, parseTransaction } from 'viem'
import { type Address, type Hash, parseHash } from '../src/lib/hex.js'
import type { Block, BroadcastOutcome, Chain, Hex } from '../src/platform/chain/chain.js'

export type ModelTransaction = {
  hash: Hash
  nonce: number
  /** Whom it pays; a foreign one nobody. */
  to: string
  fee: bigint
}

type ModelBlock = Block & { transactions: ModelTransaction[] }

/** A chain for one signer, in memory, that can lose and forget in every way a real one can, and at once. */
export function createModelChain() {
  const blocks: ModelBlock[] = []
  let pool: ModelTransaction[] = []
  let made = 0
  /** Whoever asks is the only one there. */
  let signer = '' as Address
  /** How often the node keeps silent: it has heard what it was told, or not. */
  const silence = { before: 0, after: 0 }

  function append(transactions: ModelTransaction[]): void {
    made += 1
    const number = BigInt(blocks.length)
    const parentHash = blocks.at(-1)?.hash ?? hashOf('nothing')
    const block = { number, hash: hashOf(`block ${made}`), parentHash, timestampSeconds: number }
    blocks.push({ ...block, transactions })
  }

  const mined = () => blocks.flatMap(({ transactions }) => transactions)
  const count = () => mined().length

  /** What could be in the next block: everything from the signer's count on without a gap. */
  function ready(): ModelTransaction[] {
    const found: ModelTransaction[] = []
    for (let nonce = count(); ; nonce += 1) {
      const next = pool.find((one) => one.nonce === nonce)
      if (!next) return found
      found.push(next)
    }
  }

  function take(transaction: ModelTransaction): BroadcastOutcome {
    if (transaction.nonce < count()) return { kind: 'nonce_used' }
    if (pool.some(({ hash }) => hash === transaction.hash))
      return { kind: 'accepted', isKnown: true }
    const rival = pool.find(({ nonce }) => nonce === transaction.nonce)
    if (rival && transaction.fee * 10n < rival.fee * 11n) return { kind: 'underpriced' }
    pool = [...pool.filter((one) => one !== rival), transaction]
    return { kind: 'accepted', isKnown: false }
  }

  append([])
  const chain: Pick<
    Chain,
    | 'getNonce'
    | 'findBlock'
    | 'getBalance'
    | 'estimateGas'
    | 'findCode'
    | 'suggestFees'
    | 'broadcast'
    | 'findReceipt'
    | 'listSenders'
  > = {
    async getNonce(address, at) {
      signer = address
      return count() + (at === 'pending' ? ready().length : 0)
    },
    async listSenders(number) {
      const block = blocks[Number(number)]
      return block
        ? block.transactions.map(({ hash, nonce }) => ({ hash, nonce, from: signer }))
        : null
    },
    findBlock: async (which) =>
      (typeof which === 'bigint' ? blocks[Number(which)] : blocks.at(-1)) ?? null,
    getBalance: async () => 10n ** 24n,
    estimateGas: async () => ({ kind: 'gas', gas: 21_000n }),
    findCode: async () => '0x00',
    suggestFees: async () => ({ maxFeePerGas: 1_000n, maxPriorityFeePerGas: 100n }),
    async broadcast(raw) {
      if (silence.before > 0) {
        silence.before -= 1
        throw new Error('the node keeps silent')
      }
      const outcome = take(read(raw))
      if (silence.after > 0) {
        silence.after -= 1
        throw new Error('the node keeps silent')
      }
      return outcome
    },
    async findReceipt(hash) {
      const block = blocks.find(({ transactions }) => transactions.some((one) => one.hash === hash))
      if (!block) return null
      const { number: blockNumber, hash: blockHash } = block
      return {
        hash,
        blockNumber,
        blockHash,
        isSuccess: true,
        gasUsed: 21_000n,
        effectiveGasPrice: 1n,
      }
    },
  }

  return {
    chain: chain as Chain,
    count,
    listPaid: () => mined().map(({ to }) => to),
    listPool: () => pool,
    silence,
    mine(most = 100): void {
      append(ready().slice(0, most))
      pool = pool.filter(({ nonce }) => nonce >= count())
    },
    forgetPool(): void {
      pool = []
    },
    /** Loses blocks. What was in them waits again, or is forgotten too. */
    rollBack(depth: number, { isForgotten }: { isForgotten: boolean }): void {
      const lost = blocks.splice(Math.max(1, blocks.length - depth))
      const returned = isForgotten ? [] : lost.flatMap(({ transactions }) => transactions)
      const nonces = returned.map(({ nonce }) => nonce)
      pool = [...pool.filter(({ nonce }) => !nonces.includes(nonce)), ...returned]
    },
    /** Somebody else uses the key, whatever we had planned for this nonce. */
    useElsewhere(): void {
      made += 1
      append([{ hash: hashOf(`foreign ${made}`), nonce: count(), to: '', fee: 10n ** 9n }])
      pool = pool.filter(({ nonce }) => nonce >= count())
    },
  }
}

function read(raw: Hex): ModelTransaction {
  const { nonce = 0, to, maxFeePerGas = 0n } = parseTransaction(raw)
  const hash = parseHash(keccak256(raw))
  if (!hash) throw new Error('a transaction has always a hash')
  return { hash, nonce, to: to?.toLowerCase() ?? '', fee: maxFeePerGas }
}

function hashOf(text: string): Hash {
  return `0x${createHash('sha256').update(text).digest('hex')}` as Hash
}
