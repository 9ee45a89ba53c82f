import { type Static, type TInteger, Type } from 'typebox'
import { type OutgoingState, outgoingStates } from '../../platform/chain/outgoing/outgoing.js'
import { signerRoles } from '../../platform/chain/outgoing/signer-roles.js'
import { integerText } from '../../platform/http/query-schemas.js'
import {
  boolean,
  namedEnum,
  namedObject,
  okResponse,
  orNull,
  text,
  time,
} from '../../platform/http/schemas.js'

const count = (description: string) => Type.Integer({ description })

const Relayer = namedObject(
  'Relayer',
  {
    address: Type.String(),
    signs: Type.Array(Type.Enum(signerRoles, { type: 'string' }), {
      description: 'The kinds of transactions it signs',
    }),
    balance: text('In the native token, for example 0.25'),
    balanceWei: Type.String(),
    nonce: count('Number of mined transactions'),
    pendingNonce: count('Number of mined and pending transactions'),
  },
  { description: 'A wallet that pays for gas' },
)

const ChainContract = namedObject('ChainContract', {
  name: Type.String(),
  address: Type.String(),
  isDeployed: Type.Boolean(),
})

const ChainToken = namedObject('ChainToken', {
  symbol: Type.String(),
  address: Type.String(),
  decimals: Type.Integer(),
})

const OutgoingCounts = namedObject(
  'OutgoingCounts',
  {
    planned: count('Not signed yet'),
    signed: count('Signed, not yet accepted by a node'),
    sent: count('Accepted by a node, not yet in a block'),
    mined: count('In a block'),
    reverted: count('In a block, but reverted'),
    final: count('In a block with enough confirmations'),
    failed: count('Abandoned without effect'),
  } satisfies Record<OutgoingState, TInteger>,
  { description: 'Number of transactions in each state, counted up to 10,000' },
)

export const ChainOverview = namedObject('ChainOverview', {
  chainId: Type.Integer(),
  blockNumber: count('Number of the latest block'),
  blockHash: Type.String(),
  blockTime: time('timestamp of the latest block'),
  relayer: orNull(Relayer, 'The wallet that pays for settlement'),
  relayers: Type.Array(Relayer, { description: 'All wallets that pay for gas' }),
  contracts: Type.Array(ChainContract, {
    description: 'Contracts that payments on this chain use',
  }),
  tokens: Type.Array(ChainToken, { description: 'Tokens accepted on this chain' }),
  outgoing: OutgoingCounts,
})
export type ChainOverview = Static<typeof ChainOverview>

export const ChainResponse = okResponse(
  'ChainResponse',
  { chain: orNull(ChainOverview) },
  { description: '`chain` is null when no chain is configured.' },
)

/** Validated by `readTransactionQuery`, because forms also send empty fields. */
export const TransactionQuery = Type.Object({
  state: Type.Optional(text(`One of ${outgoingStates.join(', ')}`)),
  limit: integerText('1 to 200, default 50', { minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(text('`nextCursor` of the previous page')),
})
export type TransactionQuery = Static<typeof TransactionQuery>

export const OutgoingTransaction = namedObject('OutgoingTransaction', {
  id: Type.String(),
  key: text('Idempotency key'),
  purpose: text('For example `split.create`'),
  merchant: orNull(text('Null for transactions of the platform itself')),
  state: namedEnum('OutgoingState', outgoingStates, 'See docs/operations.md'),
  to: Type.String(),
  valueWei: Type.String(),
  signer: orNull(Type.String()),
  nonce: orNull(Type.Integer()),
  hash: orNull(text('Hash of the mined attempt, or of the last signed one')),
  generation: count('Number of times it was signed'),
  bumps: count('Number of times its fees were raised'),
  blockNumber: orNull(Type.Integer()),
  gasUsed: orNull(Type.Integer()),
  error: orNull(text('Why it is blocked or failed')),
  isStuck: boolean('Raising the fees did not get it mined'),
  createdAt: time('service clock, which a sandbox can move'),
  stateSince: time('real clock'),
})
export type OutgoingTransaction = Static<typeof OutgoingTransaction>

export const TransactionPage = okResponse('TransactionPage', {
  transactions: Type.Array(OutgoingTransaction, { description: 'Newest first' }),
  nextCursor: orNull(Type.String()),
})
