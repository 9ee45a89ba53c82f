import { decodeFunctionData } from 'viem'
import type { Address } from '../../src/lib/hex.js'
import type { Hex } from '../../src/platform/chain/chain.js'
import { paymentGateway } from '../../src/platform/chain/contracts.js'
import { paymentGatewayAbi } from '../../src/platform/chain/generated/payment-gateway.js'
import type { TestChain } from '../test-chain.js'

/** The addresses that misbehave. */
export type Hostiles = {
  /** Payout addresses. Flushes to them are hostile. */
  payouts: readonly Address[]
  /**
   * Payers, recipients and their splits. Every transaction that names one is hostile, except a
   * flush to a split.
   */
  others: readonly Address[]
}

export type HostileGas = {
  /** Gas in all blocks, and the most in 60 seconds. */
  total: bigint
  worstMinute: bigint
  /** Gas by what the transactions were for. */
  parts: Record<GasPart, bigint>
  transactions: number
  reverted: number
}

type GasPart = 'flushes' | 'payments' | 'distributions'
type Transaction = { hash: Hex; from: Hex; to: Hex | null; input: Hex }
type Block = { timestamp: Hex; transactions: Transaction[] }
type GasUse = { part: GasPart; seconds: number; gas: bigint; isReverted: boolean }

/** The gas of one honest deposit in a batch. */
const honestFlushGas = 70_000n

/** Reads the gas that a relayer spent on hostile addresses since a block, from the chain alone. */
export async function readHostileGas(
  chain: TestChain,
  input: { relayer: Address; fromBlock: number; hostiles: Hostiles },
): Promise<HostileGas> {
  const head = Number(await chain.call('eth_blockNumber'))
  const spent: GasUse[] = []
  for (let number = input.fromBlock; number <= head; number += 1) {
    const hex = `0x${number.toString(16)}`
    const block = (await chain.call('eth_getBlockByNumber', hex, true)) as Block
    const sentTransactions = block.transactions.filter(({ from }) => from === input.relayer)
    for (const transaction of sentTransactions) {
      const { gasUsed, status } = (await chain.call(
        'eth_getTransactionReceipt',
        transaction.hash,
      )) as { gasUsed: Hex; status: Hex }
      const gas = hostileGasOf(transaction, { gas: BigInt(gasUsed), hostiles: input.hostiles })
      const place = { part: partOf(transaction), seconds: Number(block.timestamp) }
      if (gas > 0n) spent.push({ ...place, gas, isReverted: status !== '0x1' })
    }
  }
  return {
    total: sumOf(spent),
    worstMinute: worstMinuteOf(spent),
    parts: {
      flushes: sumOf(spent.filter(({ part }) => part === 'flushes')),
      payments: sumOf(spent.filter(({ part }) => part === 'payments')),
      distributions: sumOf(spent.filter(({ part }) => part === 'distributions')),
    },
    transactions: spent.length,
    reverted: spent.filter(({ isReverted }) => isReverted).length,
  }
}

/** Returns the gas of a transaction that would not have been used without hostile addresses. */
function hostileGasOf(
  { to, input }: Transaction,
  { gas, hostiles }: { gas: bigint; hostiles: Hostiles },
): bigint {
  const payouts = to === paymentGateway.address ? readFlushes(input) : null
  if (!payouts) return isNamed(`${to}${input}`, hostiles) ? gas : 0n
  const honest = payouts.filter((payout) => !hostiles.payouts.includes(payout)).length
  if (honest === payouts.length) return 0n
  const rest = gas - honestFlushGas * BigInt(honest)
  return rest > 0n ? rest : 0n
}

function partOf({ to, input }: Transaction): GasPart {
  if (to !== paymentGateway.address) return 'distributions'
  return readFlushes(input) ? 'flushes' : 'payments'
}

/** Returns the payout addresses of a batch of flushes, or null for another call. */
function readFlushes(data: Hex): Address[] | null {
  const { functionName, args } = decodeFunctionData({ abi: paymentGatewayAbi, data })
  if (functionName !== 'flushMany') return null
  return args[0].map(({ payoutAddress }) => payoutAddress.toLowerCase() as Address)
}

function isNamed(text: string, { payouts, others }: Hostiles): boolean {
  return [...payouts, ...others].some((address) => text.includes(address.slice(2)))
}

function worstMinuteOf(spent: readonly GasUse[]): bigint {
  const minutes = spent.map(({ seconds: start }) =>
    sumOf(spent.filter(({ seconds }) => seconds >= start && seconds < start + 60)),
  )
  return minutes.reduce((highest, gas) => (gas > highest ? gas : highest), 0n)
}

function sumOf(spent: readonly GasUse[]): bigint {
  return spent.reduce((sum, { gas }) => sum + gas, 0n)
}
