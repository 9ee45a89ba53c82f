import { findSuspension } from '../../../auth/merchants/suspension-store.js'
import type { PortalPage, PortalTokens } from '../../../auth/portal-tokens.js'
import { type Address, parseAddress } from '../../../lib/hex.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { degradedFields } from '../../../platform/degraded/degraded.js'
import { rememberedDb } from '../../../platform/snapshot/statements.js'
import { listKnownIssuers, recallReceipt } from '../../receipts/outage/recall-receipts.js'
import type { WholeReceipt } from '../../receipts/read/describe-receipt.js'
import { getShopConfig } from '../../shop/get-shop-config.js'
import { choosePage, openPortal } from '../checkout/open-portal.js'
import type { PortalFacts } from '../read-model/facts-store.js'
import type { PortalQuery, PortalReceipt } from '../schemas.js'
import { describePortal } from './describe-portal.js'
import { getShownPortal, showOn } from './get-portal.js'
import { recallMoney, rememberMoney } from './recall-money.js'

type Link = { id: string; query: Pick<PortalQuery, 'recipient' | 'k' | 'thumbs'> }

/** A receipt on the page that its link opens. */
type ShownPortal = {
  page: PortalPage
  receipt: PortalReceipt
  /** The sites that may show it in a frame. */
  embedOrigins: readonly string[]
}

/** Reads the facts of a merchant that its payment pages need during an outage. */
export async function rememberPortal(ctx: TxContext, merchant: Address): Promise<void> {
  await rememberMoney(ctx, merchant)
  await findSuspension(ctx.db, merchant)
}

/**
 * Returns the payment page that a link opens. While the database is unavailable, it shows the
 * receipt of the snapshot: paying needs only the chain.
 *
 * @throws {AppError} `invalid_input`, `not_found`.
 */
export async function showPortal(
  ctx: Context,
  { link, tokens }: { link: Link; tokens: PortalTokens },
): Promise<ShownPortal> {
  try {
    const page = await openPortal(ctx, link)
    ctx.snapshot.use(page.merchant)
    return { page, ...(await getShownPortal(ctx, { page, tokens, thumbs: link.query.thumbs })) }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    const portalReceipt = await recallPortal(ctx, { link, tokens })
    if (!portalReceipt) throw error
    return portalReceipt
  }
}

async function recallPortal(
  ctx: Context,
  { link, tokens }: { link: Link; tokens: PortalTokens },
): Promise<ShownPortal | null> {
  const linked = await recallLinked(ctx, link)
  const issuers = linked.map(({ receipt }) => receipt)
  const page = await choosePage(ctx, { ...link, issuers })
  const opened = linked.find(({ receipt }) => receipt.merchant === page?.merchant)
  if (!page || !opened) return null
  const facts = await recallFacts(ctx, opened)
  const deposit = depositOf(ctx.config, facts.receipt)
  const receipt = await describePortal(ctx, { facts, deposit, tokens, thumbs: link.query.thumbs })
  const shown = showOn(page, { receipt: { ...receipt, card: onlyCharged(receipt) }, tokens })
  const { embedOrigins = [] } = receipt
  return { page, receipt: { ...shown, ...degradedFields }, embedOrigins }
}

/**
 * A card payment cannot start without the database. One that was charged must not be paid again.
 */
function onlyCharged({ card }: PortalReceipt): PortalReceipt['card'] {
  return card?.status === 'processing' ? card : null
}

/** Returns the known receipts that a link may mean. */
async function recallLinked(ctx: Context, { id, query }: Link): Promise<WholeReceipt[]> {
  const named = parseAddress(query.recipient ?? '')
  const merchants: readonly Address[] = named ? [named] : listKnownIssuers(ctx, id)
  const recalled = await Promise.all(
    merchants.map((merchant) => recallReceipt(ctx, { merchant, id }).catch(() => null)),
  )
  return recalled.filter((receipt) => receipt !== null)
}

/** Neither quotes for native token nor the relayer of signed payments work without the database. */
async function recallFacts(ctx: Context, { receipt, history }: WholeReceipt): Promise<PortalFacts> {
  const { merchant } = receipt
  const db = rememberedDb(ctx.snapshot, merchant)
  const shop = await getShopConfig({ ...ctx, db }, merchant)
  const { theme, contact, payments, tax, publicOrders } = shop
  const acceptedTokens = payments.acceptedTokens.filter((token) => token !== 'ETH')
  return {
    receipt,
    attemptCode: null,
    terms: {
      theme,
      contact,
      payments: { ...payments, acceptedTokens },
      taxId: tax.taxId,
      embedOrigins: publicOrders.embedOrigins,
    },
    refunds: [...history.refunds],
    ...(await recallMoney(ctx, { receipt, acceptedTokens: payments.acceptedTokens })),
    soldOut: [],
    quote: null,
    watches: [],
    head: null,
    safe: null,
    lacksGas: true,
    platformBps: null,
    isSuspended: await isKnownSuspended({ db }, merchant),
    subscription: null,
  }
}

/**
 * Returns whether the snapshot knows a suspension. An unknown one closes no shop: most shops are not
 * suspended, and money that is sent to one that is still settles.
 */
async function isKnownSuspended(
  { db }: Pick<TxContext, 'db'>,
  merchant: Address,
): Promise<boolean> {
  try {
    return (await findSuspension(db, merchant)) !== null
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}
