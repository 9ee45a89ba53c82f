import { type Static, Type } from 'typebox'
import { NetworkSchema } from '../../../platform/chain/networks.js'
import { integerText } from '../../../platform/http/query-schemas.js'
import {
  boolean,
  integer,
  namedEnum,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
} from '../../../platform/http/schemas.js'
import { waitingReasons } from './waiting-reason.js'

const token = {
  token: text('Contract of the token; the zero address for the native token'),
  symbol: text('USDC, USDT, EURC or ETH'),
  decimals: Type.Integer(),
}
const amount = { units: text('In the smallest unit of the token'), amount: text('As a decimal') }
const usd = orNull(Type.Number(), 'Null while the token has no rate, or until it is in the ledger')

export const PayoutBalances = okResponse('PayoutBalances', {
  automatic: boolean('Whether the service pays out by itself. Otherwise you do, with your wallet.'),
  minUsd: number('Money moves at once from this value'),
  withinHours: integer('Money of less value moves after this time at the latest'),
  next: namedObject('NextPayout', {
    usd: number('All that waits, as far as it has a value'),
    at: orNull(Type.Integer(), 'Unix ms of the next move; null when nothing waits for one'),
  }),
  depositsUsd: number('The part at deposit addresses'),
  splitsUsd: number('The part in splits'),
  balances: Type.Array(
    namedObject('PayoutBalance', {
      place: Type.Enum(['deposit', 'split'], {
        type: 'string',
        description: 'At deposit addresses of receipts, or in a split',
      }),
      payoutAddress: text('The split, or the wallet of a merchant that has no split'),
      ...token,
      ...amount,
      usd,
      addresses: integer('The number of deposit addresses; 0 for a split'),
      since: integer('Unix ms; since when the oldest part waits'),
      waitsFor: namedEnum(
        'PayoutWait',
        waitingReasons,
        'See docs/settlement.md. `below_minimum` waits for more money or for `nextAt`.',
      ),
      nextAt: orNull(Type.Integer(), 'Unix ms; null when the service does not move it by itself'),
    }),
    { description: 'Largest value first' },
  ),
})
export type PayoutBalances = Static<typeof PayoutBalances>

const range = {
  account: Type.Optional(text('Only what this recipient got')),
  from: integerText('Start of the range, Unix ms, inclusive', { minimum: 0 }),
  to: integerText('End of the range, Unix ms, inclusive', { minimum: 0 }),
}

export const PayoutsQuery = Type.Object({
  ...range,
  limit: integerText('1 to 100, default 50', { minimum: 1, maximum: 100, default: 50 }),
  cursor: Type.Optional(text('nextCursor of the previous page')),
})
export type PayoutsQuery = Static<typeof PayoutsQuery>

export const PayoutsCsvQuery = Type.Object(range)
export type PayoutsCsvQuery = Static<typeof PayoutsCsvQuery>

const recipient = {
  address: Type.String(),
  label: text('Display name in the newest split with this recipient; empty for none'),
  role: orNull(Type.String(), '`merchant`, `platform` or `partner`; null if unknown'),
}
const part = { symbol: token.symbol, ...amount, usd }

export const Payouts = okResponse('Payouts', {
  payouts: Type.Array(
    namedObject('Payout', {
      transactionHash: Type.String(),
      split: Type.String(),
      at: integer('Unix ms; when the service saw it'),
      status: Type.Enum(['sent', 'confirmed'], {
        type: 'string',
        description: '`confirmed` once its block has enough confirmations',
      }),
      usd,
      recipients: Type.Array(namedObject('PayoutPart', { ...recipient, ...part })),
    }),
    { description: 'By transaction, newest first' },
  ),
  count: integer('Transactions in the range'),
  recipients: Type.Array(namedObject('PayoutSum', { ...recipient, ...part }), {
    description: 'The sum of the range by recipient and token',
  }),
  explorerUrl: orNull(Type.String(), 'Block explorer of the chain; null in a sandbox'),
  nextCursor: orNull(Type.String(), 'Null on the last page'),
})
export type Payouts = Static<typeof Payouts>

export const ReleaseQuery = Type.Object({
  payoutAddress: text('From a balance'),
  token: text('From a balance'),
})

export const PayoutTransaction = okResponse('PayoutTransaction', {
  chainId: Type.Integer(),
  network: NetworkSchema,
  to: text('The contract to call'),
  data: text('Calldata'),
  value: Type.Literal('0x0'),
  deposits: integer('Deposit addresses that it empties, at most 20'),
  deploysSplit: boolean('Whether it deploys the split first'),
})
export type PayoutTransaction = Static<typeof PayoutTransaction>
