import { type Static, Type } from 'typebox'
import { outgoingStates, requestableSteps } from '../../../platform/chain/outgoing/outgoing.js'
import { integerText } from '../../../platform/http/query-schemas.js'
import {
  boolean,
  integer,
  namedEnum,
  namedObject,
  okResponse,
  orNull,
  text,
  time,
} from '../../../platform/http/schemas.js'

/** Validated by `readTransactionQuery`, because forms also send empty fields. */
export const OperatedTransactionQuery = Type.Object({
  state: Type.Optional(text(`One of ${outgoingStates.join(', ')}, or stuck`)),
  limit: integerText('1 to 100, default 50', { minimum: 1, maximum: 100, default: 50 }),
  cursor: Type.Optional(text('`nextCursor` of the previous page. Stuck ones have no pages.')),
})
export type OperatedTransactionQuery = Static<typeof OperatedTransactionQuery>

const TransactionAttempt = namedObject('TransactionAttempt', {
  number: integer('Counts from 1'),
  hash: Type.String(),
  nonce: Type.Integer(),
  maxFeeGwei: text('Per gas, as a decimal'),
  maxPriorityFeeGwei: text('Per gas, as a decimal'),
  isEmpty: boolean('A transfer of nothing to the signer, which only uses the nonce'),
  broadcastAt: orNull(time('null before a node responded')),
  outcome: orNull(
    text('Last response of a node: accepted, nonce_used, underpriced, unfunded or refused'),
  ),
})

const OperatedTransaction = namedObject('OperatedTransaction', {
  id: Type.String(),
  purpose: text('For example `deposit.flush`'),
  wallet: orNull(text('Wallet of the merchant; null for the platform itself')),
  state: namedEnum('OutgoingState', outgoingStates, 'See docs/operations.md'),
  stateSince: time('real clock'),
  createdAt: time('service clock, which a sandbox can move'),
  ageMs: integer('Time since it was planned'),
  to: Type.String(),
  valueWei: Type.String(),
  gasLimit: Type.Integer(),
  signer: orNull(Type.String()),
  nonce: orNull(Type.Integer()),
  hash: orNull(text('Of the mined attempt, or of the last signed one')),
  blockNumber: orNull(Type.Integer()),
  gasUsed: orNull(Type.Integer()),
  error: orNull(text('Why it waits or failed')),
  isStuck: boolean('It needs you'),
  isNonceUsedElsewhere: boolean('Its nonce seems to be used by an unknown transaction'),
  attempts: integer('Number of times it was signed'),
  newestAttempts: Type.Array(TransactionAttempt, { description: 'Up to 10, newest first' }),
  request: orNull(
    namedObject('TransactionRequest', {
      step: namedEnum('TransactionStep', requestableSteps),
      at: time('real clock'),
      result: orNull(text('Null while it waits for the sender, else what became of it')),
    }),
    'The last request of an operator for a signed transaction',
  ),
  actions: Type.Array(namedEnum('TransactionAction', ['replace', 'cancel', 'retry']), {
    description: 'Requests that are accepted now',
  }),
})

export const OperatedTransactionPage = okResponse('OperatedTransactionPage', {
  transactions: Type.Array(OperatedTransaction, {
    description: 'Newest first; with `state=stuck` the longest stuck first',
  }),
  nextCursor: orNull(Type.String()),
})

export const TransactionParams = Type.Object({
  id: Type.String({ maxLength: 64, description: 'Id of the outgoing transaction' }),
})

export const ReplaceTransactionBody = namedObject('ReplaceTransaction', {
  with: namedEnum(
    'TransactionReplacement',
    ['higher_fee', 'empty'],
    'The same work with a higher fee, or an empty transfer that drops the work',
  ),
  attempts: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: '`attempts` as you have seen it. If there are more by now, nothing happens.',
  }),
})

export const OperatedTransactionResponse = okResponse('OperatedTransactionResponse', {
  transaction: OperatedTransaction,
})
