import { randomBytes } from 'node:crypto'
import type { TestApp } from '../../../test/harness.js'
import type { PortalRef } from '../../auth/portal-tokens.js'
import { findToken } from '../../platform/chain/tokens.js'
import type { Context } from '../../platform/context.js'
import { aSeller, type Seller } from '../receipts/seller.properties.js'
import type { ShopConfigChange } from '../shop/schemas.js'

const chainId = 84_532
export const aHash = () => `0x${randomBytes(32).toString('hex')}`

export type Buyer = Awaited<ReturnType<typeof aBuyer>>

/** Somebody who has the payment link of a receipt of 12 dollars, unless the test says otherwise. */
export async function aBuyer(
  app: TestApp,
  options: { id?: string; body?: object; config?: ShopConfigChange; seller?: Seller } = {},
) {
  const { id = 'r-1', config } = options
  const seller = options.seller ?? (await aSeller(app, config ? { config } : {}))
  const body = { lineItems: [{ label: 'Tea', priceUsd: 12 }], totalUsd: 12, ...options.body }
  const made = await seller.post('/api/receipts', { id, ...body })
  if (made.statusCode !== 201) throw new Error(`no receipt was made: ${made.body}`)
  const url = `/api/portal/${id}`
  const link = `${url}?recipient=${seller.wallet}`
  const { portalToken } = (await app.inject(link)).json()
  const headers = { 'x-portal-token': portalToken }

  return {
    seller,
    merchant: seller.wallet,
    receiptId: id,
    link,
    portalToken,
    /** What the payment page shows. */
    look: async () => (await app.inject(link)).json(),
    /** What the merchant sees. */
    receipt: async () => (await seller.get(`/api/receipts/${id}`)).json(),
    post: (verb: string, payload: object) =>
      app.inject({ method: 'POST', url: `${url}/${verb}`, headers, payload }),
    /** Money as the watcher of the chain writes it down. */
    async pay(payment: {
      units: bigint
      block?: number
      state?: 'seen' | 'confirmed' | 'orphaned'
      mismatch?: string
    }) {
      const { units, block = 10, state = 'seen', mismatch = null } = payment
      await app.ctx.db.query(
        `insert into payments (
           chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, payout_address,
           block_number, block_hash, paid_at, state, mismatch, created_at
         ) values ($1, $2, 0, $3, $4, 'deposit', $5, $6, $3, $7, $2, $8, $9, $10, $8)`,
        [
          ...[chainId, aHash(), seller.wallet, id, findToken(chainId, 'USDC')?.address, units],
          ...[block, app.ctx.now(), state, mismatch],
        ],
      )
      await app.ctx.db.query(
        `insert into settlements (merchant, receipt_id, version, settled_version)
         values ($1, $2, 1, 0)
         on conflict (merchant, receipt_id) do update set version = settlements.version + 1`,
        [seller.wallet, id],
      )
    },
  }
}

/** Coin at the deposit address of a receipt, as the watcher of balances notes it. */
export async function lieThere(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { merchant, receiptId, units }: PortalRef & { units: bigint | null },
): Promise<void> {
  await db.query(
    'update deposits set native_units = $3, native_since = $4 where merchant = $1 and receipt_id = $2',
    [merchant, receiptId, units, units === null ? null : now()],
  )
}

/** How far the chain has been read. */
export async function readUpTo(app: TestApp, block: number): Promise<void> {
  await app.ctx.db.query(
    `insert into chain_cursors (chain_id, block_number, block_hash, finalized_number, moved_at)
     values ($1, $2, '0x', 0, 0) on conflict (chain_id) do update set block_number = $2`,
    [chainId, block],
  )
}
