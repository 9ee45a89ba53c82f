import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '../../lib/hex.js'
import { baseUnits } from '../../lib/money.js'
import { depositOf } from '../../platform/chain/deposit-address.js'
import { listTokens } from '../../platform/chain/tokens.js'
import type { Context, TxContext } from '../../platform/context.js'
import type { MemorySlot } from '../../platform/memory.js'
import { rememberedDb } from '../../platform/snapshot/statements.js'
import { maxRecalled } from '../receipts/recall-receipts.js'
import type { Receipt } from '../receipts/receipt.js'
import type { Valued } from '../settlement/value-payments.js'
import { type KnownMoney, listKnownMoney, type PortalFacts } from './facts-store.js'

/** A page that many buyers reload must not ask the node each time. */
const balancesLastMs = 2_000
/** The page is shown without the balances of a node that takes longer. */
const maxWaitMs = 1_000

type Balances = { readAt: number; units: ReadonlyMap<Address, bigint> }

const balances: MemorySlot<Balances> = { name: 'deposit-balances', sizeOf: () => 512 }

const nothing: KnownMoney = { payments: [], returned: [], sent: null, held: new Map() }

/** Reads the money of a merchant's newest receipts, for outages. */
export async function rememberMoney({ db }: TxContext, merchant: Address): Promise<void> {
  await listKnownMoney(db, { merchant, limit: maxRecalled })
}

/**
 * Returns the money that is known for a receipt without the database: the payments before the outage, and what the chain shows
 * at the deposit address since then.
 */
export async function recallMoney(
  ctx: Context,
  receipt: Receipt,
): Promise<Pick<PortalFacts, 'payments' | 'returned' | 'sent' | 'unrecorded'>> {
  const { held, ...known } = await findKnownMoney(ctx, receipt)
  // No one pays to the address of a charge.
  const isPaidThere = receipt.kind !== 'subscription'
  const found = isPaidThere ? await readBalances(ctx, receipt) : null
  return { ...known, unrecorded: listUnrecorded({ found, held, chainId: ctx.config.chainId }) }
}

/**
 * Lists what is at a deposit address beyond the payments that are known to have stayed there. It counts for the page, so that
 * a buyer who pays during an outage is not asked for the same money again.
 */
export function listUnrecorded(input: {
  /** The balances by token; null when they are unknown. */
  found: ReadonlyMap<Address, bigint> | null
  held: ReadonlyMap<Address, bigint>
  chainId: number
}): Valued[] {
  const { found, held, chainId } = input
  return [...(found ?? [])].flatMap(([token, units]): Valued[] => {
    const excess = units - (held.get(token) ?? 0n)
    // The relayer may have moved what was held.
    if (excess <= 0n) return []
    const counted = { usdPerUnit: null, mismatch: null, state: 'seen' } as const
    return [{ chainId, token, units: baseUnits(excess), ...counted }]
  })
}

async function findKnownMoney(
  { snapshot }: Pick<Context, 'snapshot'>,
  { merchant, id }: Receipt,
): Promise<KnownMoney> {
  const db = rememberedDb(snapshot, merchant)
  const known = await snapshot.derive(merchant, 'money', () =>
    listKnownMoney(db, { merchant, limit: maxRecalled }),
  )
  return known.get(id) ?? nothing
}

/** Returns the balances at the deposit address of a receipt, or null when the chain does not respond in time. */
async function readBalances(
  ctx: Context,
  receipt: Receipt,
): Promise<ReadonlyMap<Address, bigint> | null> {
  const { chain, memory, config } = ctx
  if (!chain) return null
  const { address } = depositOf(config, receipt)
  const known = memory.find(balances, address)
  if (known && performance.now() - known.readAt < balancesLastMs) return known.units

  const tokens = listTokens(config.chainId).map((token) => token.address)
  const readAt = performance.now()
  const reading = chain.getTokenBalances(address, tokens).catch(() => null)
  const found = await Promise.race([reading, sleep(maxWaitMs, null, { ref: false })])
  if (!found) return null
  const units = new Map(tokens.map((token, place) => [token, found[place] ?? 0n]))
  memory.keep(balances, address, { readAt, units })
  return units
}
