import { listMembers, listMemberships, type Member } from '../../../auth/merchants/member-store.js'
import { walletOf } from '../../../auth/person-id.js'
import { hasRight } from '../../../auth/roles.js'
import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { findSplitOwners } from '../../split/find-split.js'
import type { TransferSums } from './sum-transfers.js'

/** The merchants whose refunds a wallet sends, by wallet. Wallets that send none are absent. */
export type RefundSenders = ReadonlyMap<Address, ReadonlySet<Address>>

/**
 * Lists the wallets whose transfers can be a refund of a merchant. A split only pays shares to its
 * recipients.
 */
export async function listSenders(
  ctx: Pick<TxContext, 'db'>,
  merchant: Address,
): Promise<Address[]> {
  const members = await listMembers(ctx.db, merchant)
  return members.filter(isRefunder).flatMap(({ person }) => walletOf(person) ?? [])
}

/**
 * Finds the merchants that a transaction can refund for, by the wallets that sent money to the
 * buyers in it.
 */
export async function findRefundSenders(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  {
    from,
    transfers,
    buyers,
  }: { from: Address; transfers: TransferSums; buyers: readonly Address[] },
): Promise<RefundSenders> {
  const toBuyers = [...new Set(buyers)].flatMap((buyer) => transfers.get(buyer) ?? [])
  const wallets = [...new Set([from, ...toBuyers.map((transfer) => transfer.from)])]
  const senders = new Map<Address, Set<Address>>()
  const add = (wallet: Address, merchant: Address) =>
    senders.set(wallet, (senders.get(wallet) ?? new Set()).add(merchant))

  const memberships = await listMemberships(db, wallets)
  for (const { person, merchant } of memberships.filter(isRefunder)) {
    const wallet = walletOf(person)
    if (wallet) add(wallet, merchant)
  }
  const owners = await findSplitOwners({ db, config }, wallets)
  // A payout to a recipient is its share, not a refund.
  for (const split of owners.keys()) senders.set(split, new Set())
  return senders
}

/**
 * Returns whether money from a wallet counts for the refunds of a merchant. The wallet of an
 * exchange counts for every merchant that names the transaction; a wallet that sends refunds of
 * merchants counts only for these.
 */
export function isSenderFor(
  senders: RefundSenders,
  { wallet, merchant }: { wallet: Address; merchant: Address },
): boolean {
  return senders.get(wallet)?.has(merchant) ?? true
}

function isRefunder({ role, joinedAt }: Pick<Member, 'role' | 'joinedAt'>): boolean {
  return joinedAt !== null && hasRight(role, 'refunds:write')
}
