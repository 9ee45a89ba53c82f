import type { TestApp } from '../../../../test/harness.js'
import { type SignedIn, signIn } from '../../../../test/sign-in.js'
import type { Address } from '../../../lib/hex.js'
import type { ReceiptStatus } from '../../receipts/statuses.js'
import { aBuyer, type Buyer } from '../buyer.properties.js'
import { findSession } from '../session-store.js'

const url = '/api/receipts/status'

/** Somebody with the payment link of a receipt who is signed in on its page. */
export async function aSignedInBuyer(
  app: TestApp,
  options: Parameters<typeof aBuyer>[1] & { person?: SignedIn } = {},
) {
  const buyer = await aBuyer(app, options)
  const { merchant, receiptId, portalToken } = buyer
  const person = options.person ?? (await signIn(app))
  const headers = { ...person.headers, 'x-portal-token': portalToken }
  const send = (payload: object, more: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, headers: { ...headers, ...more }, payload })

  return {
    ...buyer,
    person,
    headers,
    send,
    /** What comes of saying this of the receipt. */
    async say(status: string, fields: object = {}) {
      const response = await send({ receiptId, status, ...fields })
      return [response.statusCode, response.json().error ?? response.json()]
    },
    /** What the service knows of the page. */
    session: () => findSession(app.ctx.db, { merchant, receiptId }),
    /** Makes the receipt this, however it may have come to be so. */
    async be(status: ReceiptStatus): Promise<void> {
      await app.ctx.db.query('update receipts set status = $3 where merchant = $1 and id = $2', [
        ...[merchant, receiptId, status],
      ])
    },
    /** Money of this wallet, as the watcher of the chain writes it down. */
    async payFrom(
      payer: Address,
      payment: Partial<Parameters<Buyer['pay']>[0]> = {},
    ): Promise<void> {
      await buyer.pay({ units: 12_000_000n, state: 'confirmed', ...payment })
      await app.ctx.db.query(
        'update payments set payer = $3 where merchant = $1 and receipt_id = $2',
        [...[merchant, receiptId, payer]],
      )
    },
  }
}
