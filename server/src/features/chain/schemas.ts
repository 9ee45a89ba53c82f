import { type Static, type TInteger, Type } from 'typebox'
import { type OutgoingState, outgoingStates } from '../../platform/chain/outgoing/outgoing.js'

const text = (description: string) => Type.String({ description })
const count = (description: string) => Type.Integer({ description })
const time = (description: string) => Type.Integer({ description: `Unix ms; ${description}` })
const orNull = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

const Relayer = Type.Object(
  {
    address: Type.String(),
    balance: text("In the chain's coin, e.g. 0.25"),
    balanceWei: Type.String(),
    nonce: count('How many of its transactions are in blocks'),
    pendingNonce: count("The same, with those in the node's queue"),
  },
  { title: 'Relayer', description: 'The wallet that pays for gas' },
)

const ChainContract = Type.Object(
  { name: Type.String(), address: Type.String(), isDeployed: Type.Boolean() },
  { title: 'ChainContract' },
)

const ChainToken = Type.Object(
  { symbol: Type.String(), address: Type.String(), decimals: Type.Integer() },
  { title: 'ChainToken' },
)

const OutgoingCounts = Type.Object(
  {
    planned: count('Not signed yet'),
    signed: count('Signed, not known to be with a node'),
    sent: count('With a node, in no block'),
    mined: count('In a block'),
    reverted: count('In a block, without effect'),
    final: count('In a block, with enough others on top'),
    failed: count('Given up, without effect'),
  } satisfies Record<OutgoingState, TInteger>,
  { title: 'OutgoingCounts', description: 'How many are in each state; up to 10,000' },
)

export const ChainOverview = Type.Object(
  {
    chainId: Type.Integer(),
    blockNumber: count('Of the newest block'),
    blockHash: Type.String(),
    blockTime: time('by the chain'),
    relayer: orNull(Relayer),
    contracts: Type.Array(ChainContract, { description: 'What payments on this chain need' }),
    tokens: Type.Array(ChainToken, { description: 'What payments on this chain are made in' }),
    outgoing: OutgoingCounts,
  },
  { title: 'ChainOverview' },
)
export type ChainOverview = Static<typeof ChainOverview>

export const ChainAnswer = Type.Object(
  { ok: Type.Literal(true), chain: orNull(ChainOverview) },
  { title: 'ChainAnswer', description: 'chain is null when none is configured' },
)

/** Read by `readTransactionQuery`: a form sends the fields nobody filled in as well. */
export const TransactionQuery = Type.Object({
  state: Type.Optional(text(`One of ${outgoingStates.join(', ')}`)),
  limit: Type.Optional(text('1 to 200, default 50')),
  cursor: Type.Optional(text('nextCursor of the page before')),
})
export type TransactionQuery = Static<typeof TransactionQuery>

export const OutgoingTransaction = Type.Object(
  {
    id: Type.String(),
    key: text('What it does, once'),
    purpose: text('e.g. split.create'),
    merchant: orNull(text('For whom; null is the platform itself')),
    state: Type.Enum(outgoingStates, { type: 'string', description: 'See docs/operations.md' }),
    to: Type.String(),
    valueWei: Type.String(),
    signer: orNull(Type.String()),
    nonce: orNull(Type.Integer()),
    hash: orNull(text('Of the attempt in a block, or else of the one signed last')),
    generation: count('How often it was signed'),
    bumps: count('How often its fees were raised'),
    blockNumber: orNull(Type.Integer()),
    gasUsed: orNull(Type.Integer()),
    error: orNull(text('What keeps it from going on, or why it failed')),
    isStuck: Type.Boolean({ description: 'Raising its fees has not helped' }),
    createdAt: time("by the service's clock, which a sandbox may move"),
    stateSince: time('by the real clock'),
  },
  { title: 'OutgoingTransaction' },
)
export type OutgoingTransaction = Static<typeof OutgoingTransaction>

export const TransactionPage = Type.Object(
  {
    ok: Type.Literal(true),
    transactions: Type.Array(OutgoingTransaction, { description: 'Newest first' }),
    nextCursor: orNull(Type.String()),
  },
  { title: 'TransactionPage' },
)
