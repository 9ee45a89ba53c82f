import { type Static, Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import { ExpectedRevision, Revision } from '../../platform/http/revisions.js'
import {
  integer,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
  time,
} from '../../platform/http/schemas.js'

const filter = {
  q: Type.Optional(
    text(
      'The beginning of an e-mail address, a name or a wallet, or of a word in one: `lovelace@` finds ada.lovelace@example.com',
    ),
  ),
  sort: Type.Optional(text('lastSeenAt, spentUsd, receiptCount or name. Default lastSeenAt')),
  order: Type.Optional(text('asc or desc. Default asc for names, desc for all others')),
}

export const CustomerFilterQuery = Type.Object(filter)
export type CustomerFilterQuery = Static<typeof CustomerFilterQuery>

export const CustomerQuery = Type.Object({
  ...filter,
  limit: integerText('1 to 200, default 100', { minimum: 1, maximum: 200, default: 100 }),
  cursor: Type.Optional(text('nextCursor of the previous page')),
})
export type CustomerQuery = Static<typeof CustomerQuery>

export const CustomerParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

const Customer = namedObject('Customer', {
  id: Type.String(),
  wallet: orNull(text('The wallet that paid last, if known')),
  email: orNull(text('Null for customers who are known by their wallet alone')),
  name: orNull(text('The name in the newest billing details')),
  receiptCount: integer('All receipts, as `GET /api/receipts?customer=&archived=all` lists them'),
  spentUsd: number('The sum of all receipts that were paid, including those refunded later'),
  refundedUsd: number('The sum of all refunds'),
  firstSeenAt: time('when the first receipt was created'),
  lastSeenAt: time('when the newest receipt was created'),
  consent: orNull(
    Type.Boolean(),
    'Whether the customer agreed to be contacted, as your team recorded it; null if it did not',
  ),
  consentAt: orNull(time('when the consent was recorded')),
  note: orNull(text('A note of your team')),
  revision: Revision,
})

export const Customers = okResponse('Customers', {
  customers: Type.Array(Customer),
  nextCursor: orNull(Type.String()),
  total: orNull(
    Type.Integer(),
    'How many match; null for more than 10,000, and for a `q` that very many match',
  ),
})

export const CustomerResponse = okResponse('CustomerResponse', { customer: Customer })

/** Validated in code, for better error messages than a schema gives. */
export const CustomerBody = namedObject('CustomerBody', {
  note: Type.Optional(Type.Any({ description: 'Up to 2,000 characters on one line, or null' })),
  consent: Type.Optional(Type.Any({ description: 'true, false, or null if it is unknown' })),
  expectedRevision: ExpectedRevision,
})
