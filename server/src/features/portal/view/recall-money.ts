import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '../../../lib/hex.js'
import { baseUnits, micros } from '../../../lib/money.js'
import type { BatchOperation } from '../../../platform/batches.js'
import { findAsset, isAccepted } from '../../../platform/chain/assets/asset.js'
import type { ValuedPayment } from '../../../platform/chain/assets/value-payments.js'
import type { Chain, Hex } from '../../../platform/chain/chain.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import { listTokens } from '../../../platform/chain/tokens.js'
import type { Context, TxContext } from '../../../platform/context.js'
import type { MemorySlot } from '../../../platform/memory.js'
import { rememberedDb } from '../../../platform/snapshot/statements.js'
import { maxRecalled } from '../../receipts/outage/recall-receipts.js'
import type { Receipt } from '../../receipts/receipt.js'
import type { PortalFacts } from '../read-model/facts-store.js'
import { type KnownMoney, listKnownMoney } from '../read-model/known-money-store.js'

/** A page that many buyers reload must not send a request each time. */
const balancesLastMs = 2_000
/** The page is shown without the balances of a node that takes longer. */
const maxWaitMs = 1_000

/** Balances by token; null when the node does not respond. */
type Balances = ReadonlyMap<Address, bigint> | null

/** The latest read at an address. Failures are kept too, to spare a node in trouble. */
type BalanceRead = { balances: Promise<Balances>; endedAt: number | null }

const balanceReads: MemorySlot<BalanceRead> = { name: 'deposit-balances', sizeOf: () => 512 }

type Owner = { chain: Chain; address: Address; tokens: readonly Address[] }

/** Reads the balances of several pages together, which bounds the requests to the node. */
const balancesOf: BatchOperation<Owner, Balances> = { run: (_db, owners) => readTogether(owners) }

const noMoney: KnownMoney = {
  payments: [],
  returned: [],
  manualCredit: micros(0n),
  sent: null,
  onrampSession: null,
  cards: { hashes: [], isBlocked: false, hasLimitedFailure: false },
  heldUnits: new Map(),
}

/** Reads the money of a merchant's newest receipts, for outages. */
export async function rememberMoney({ db }: TxContext, merchant: Address): Promise<void> {
  await listKnownMoney(db, { merchant, limit: maxRecalled })
}

/**
 * Returns the money that is known for a receipt without the database: the payments before the
 * outage, and what the chain shows at the deposit address since then.
 */
export async function recallMoney(
  ctx: Context,
  { receipt, acceptedTokens }: { receipt: Receipt; acceptedTokens: readonly string[] },
): Promise<Omit<KnownMoney, 'heldUnits'> & Pick<PortalFacts, 'unrecorded'>> {
  const { heldUnits, ...money } = await findKnownMoney(ctx, receipt)
  // Charges are not paid to a deposit address.
  const hasDeposit = receipt.kind !== 'subscription'
  const balances = hasDeposit ? await findBalances(ctx, receipt) : null
  const { chainId } = ctx.config
  const unrecorded = listUnrecorded({ balances, heldUnits, chainId, receipt, acceptedTokens })
  return { ...money, unrecorded }
}

/**
 * Lists what is at a deposit address beyond the payments that are known to have stayed there. It
 * counts for the page, so that a buyer who pays during an outage is not charged twice.
 */
export function listUnrecorded(input: {
  balances: Balances
  heldUnits: ReadonlyMap<Address, bigint>
  chainId: number
  receipt: Parameters<typeof isAccepted>[1]
  acceptedTokens: readonly string[]
}): ValuedPayment[] {
  const { balances, heldUnits, chainId, receipt, acceptedTokens } = input
  return [...(balances ?? [])].flatMap(([token, units]): ValuedPayment[] => {
    const excess = units - (heldUnits.get(token) ?? 0n)
    // The relayer may have moved what was held.
    if (excess <= 0n) return []
    const asset = findAsset(chainId, token)
    const mismatch = asset && isAccepted(asset, receipt, acceptedTokens) ? null : 'wrong_token'
    const payment = { chainId, token, units: baseUnits(excess) }
    return [{ ...payment, usdPerUnit: null, mismatch, state: 'seen' }]
  })
}

async function findKnownMoney(
  { snapshot }: Pick<Context, 'snapshot'>,
  { merchant, id }: Receipt,
): Promise<KnownMoney> {
  const db = rememberedDb(snapshot, merchant)
  const byReceipt = await snapshot.derive(merchant, 'money', () =>
    listKnownMoney(db, { merchant, limit: maxRecalled }),
  )
  return byReceipt.get(id) ?? noMoney
}

/** Returns the balances at a receipt's deposit address, or null without a response in time. */
async function findBalances(ctx: Context, receipt: Receipt): Promise<Balances> {
  const { chain, memory, config } = ctx
  if (!chain) return null
  const { address } = depositOf(config, receipt)
  const lastRead = memory.find(balanceReads, address)
  const read = lastRead && isRecent(lastRead) ? lastRead : startRead(ctx, { chain, address })
  return Promise.race([read.balances, sleep(maxWaitMs, null, { ref: false })])
}

/** A read in progress counts as recent: a second one would wait behind it. */
function isRecent({ endedAt }: BalanceRead): boolean {
  return endedAt === null || performance.now() - endedAt < balancesLastMs
}

function startRead(ctx: Context, { chain, address }: Omit<Owner, 'tokens'>): BalanceRead {
  const tokens = listTokens(ctx.config.chainId).map((token) => token.address)
  const balances = ctx.batches.run(balancesOf, { chain, address, tokens })
  const read: BalanceRead = { balances, endedAt: null }
  ctx.memory.set(balanceReads, address, read)
  void balances.then(() => {
    read.endedAt = performance.now()
  })
  return read
}

async function readTogether(owners: readonly Owner[]): Promise<Balances[]> {
  const { encodeFunctionData, erc20Abi } = await import('viem')
  const calls = owners.flatMap(({ address, tokens }) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] })
    return tokens.map((to) => ({ to, data }))
  })
  const words = (await owners[0]?.chain.callMany(calls).catch(() => null)) ?? null
  if (words === null) return owners.map(() => null)
  let place = 0
  return owners.map(
    ({ tokens }) => new Map(tokens.map((token) => [token, toUnits(words[place++] ?? null)])),
  )
}

/** A token that fails, or returns no number, shows no money. */
function toUnits(word: Hex | null): bigint {
  return word?.length === 66 ? BigInt(word) : 0n
}
