import { createHash } from 'node:crypto'
import type { Recipient } from '../../src/features/split/split.js'
import { type Address, type Hash, knownAddress } from '../../src/lib/hex.js'
import type { Block, Hex, Log } from '../../src/platform/chain/chain.js'
import { paymentGateway, subscriptionCharger } from '../../src/platform/chain/contracts.js'
import { topicOfAddress, topics } from '../../src/platform/chain/logs/decode-logs.js'
import { nativeToken } from '../../src/platform/chain/tokens.js'

/** An action of a transaction. Its effect depends on its position on chain. */
export type Action =
  | { kind: 'transfer'; token: Address; to: Address; units: bigint }
  | { kind: 'native'; to: Address; units: bigint }
  | { kind: 'pay'; receiptKey: Hash; payoutAddress: Address; token: Address; units: bigint }
  | { kind: 'flush'; receiptKey: Hash; payoutAddress: Address; token: Address }
  /** Has no effect the second time. */
  | { kind: 'charge'; chargeKey: Hash; payoutAddress: Address; token: Address; units: bigint }
  /** To one recipient, or to all if null. */
  | { kind: 'release'; split: Address; token: Address; account: Address | null }
  /** An unrelated log, which shifts the position of later logs. */
  | { kind: 'noise' }

export type ModelTransaction = {
  hash: Hash
  from: Address
  /**
   * The address that is called directly, with `value` in native tokens. Actions may reach others.
   */
  to: Address
  value: bigint
  actions: readonly Action[]
}

/** A payment according to the chain model, independent of logs. */
export type Fact = {
  transactionHash: Hash
  logIndex: number
  /** Either the deposit address or the receipt key identifies the receipt. */
  deposit: Address | null
  receiptKey: Hash | null
  payoutAddress: Address | null
  token: Address
  units: bigint
  /**
   * Whether the money came from the deposit address. Tokens that a flush moves were paid earlier.
   */
  isFlush: boolean
}

export type ModelBlock = Block & {
  transactions: readonly ModelTransaction[]
  logs: readonly Log[]
  facts: readonly Fact[]
  /** Balances and split payouts after this block. */
  state: ReadonlyMap<string, bigint>
}

/** The logic of the contracts. */
export type Terms = {
  depositAt(receiptKey: Hash, payoutAddress: Address): Address
  recipientsOf(split: Address): readonly Recipient[]
}

const unrelated = knownAddress(`0x${'50'.repeat(20)}`)

export function hashOf(text: string): Hash {
  return `0x${createHash('sha256').update(text).digest('hex')}` as Hash
}

/** Returns the state key of a balance. */
export const heldBy = (token: Address, owner: Address) => `${token} ${owner}`
const paidBy = (token: Address, split: Address, account: Address) => `${token} ${split} ${account}`

/** Builds the next block and executes its transactions on the state of its parent. */
export function buildBlock(
  parent: ModelBlock | null,
  {
    transactions,
    name,
    at,
  }: {
    transactions: readonly ModelTransaction[]
    name: string
    /** The time in seconds. By default two seconds per block, from the start of the test clock. */
    at?: bigint | undefined
  },
  terms: Terms,
): ModelBlock {
  const number = parent ? parent.number + 1n : 0n
  const place = { blockNumber: number, blockHash: hashOf(name) }
  const state = new Map(parent?.state)
  const logs: Log[] = []
  const facts: Fact[] = []
  for (const { hash: transactionHash, from, actions } of transactions) {
    const write = (address: Address, [first = '0x', ...more]: Hex[], data: bigint[]) => {
      const logIndex = logs.length
      const words = data.map((word) => word.toString(16).padStart(64, '0'))
      const log = { address, topics: [first, ...more], data: `0x${words.join('')}` as Hex }
      logs.push({ ...log, ...place, transactionHash, logIndex })
      return { transactionHash, logIndex }
    }
    for (const action of actions) perform(action, { state, write, facts, terms, from })
  }
  return {
    number,
    hash: place.blockHash,
    parentHash: parent?.hash ?? hashOf('nothing'),
    timestampSeconds: laterOf(at ?? 1_767_268_800n + 2n * number, parent),
    transactions,
    logs,
    facts,
    state,
  }
}

/** A block is not older than its parent. */
function laterOf(at: bigint, parent: ModelBlock | null): bigint {
  return parent && parent.timestampSeconds > at ? parent.timestampSeconds : at
}

/** Returns the native token that a split has paid out. */
export function releasedBy(
  state: ModelBlock['state'],
  { split, terms }: { split: Address; terms: Terms },
): bigint {
  const paid = terms
    .recipientsOf(split)
    .map(({ address }) => state.get(paidBy(nativeToken, split, address)) ?? 0n)
  return paid.reduce((sum, units) => sum + units, 0n)
}

type Machine = {
  state: Map<string, bigint>
  write: (
    address: Address,
    topics: Hex[],
    data: bigint[],
  ) => Pick<Fact, 'transactionHash' | 'logIndex'>
  facts: Fact[]
  terms: Terms
  /** The sender of the transaction. */
  from: Address
}

function perform(action: Action, machine: Machine): void {
  const { write, facts, from: sender } = machine
  switch (action.kind) {
    case 'noise':
      write(unrelated, [topics.transfer, topicOfAddress(sender), topicOfAddress(unrelated)], [1n])
      return
    case 'native':
      add(machine, heldBy(nativeToken, action.to), action.units)
      return
    case 'transfer': {
      const { token, to, units } = action
      const place = move(machine, { token, from: sender, to, units })
      const about = { deposit: to, receiptKey: null, payoutAddress: null, isFlush: false }
      if (place) facts.push({ ...place, ...about, token, units })
      return
    }
    case 'pay':
      receive(action, { machine, from: sender, isFlush: false })
      return
    case 'flush': {
      const { receiptKey, payoutAddress, token } = action
      const from = machine.terms.depositAt(receiptKey, payoutAddress)
      const units = machine.state.get(heldBy(token, from)) ?? 0n
      if (units > 0n) receive({ ...action, units }, { machine, from, isFlush: true })
      return
    }
    case 'charge':
      charge(action, machine)
      return
    case 'release':
      release(action, machine)
  }
}

/** Executes the charge of a subscription, whose fee the split takes. */
function charge(
  charged: { chargeKey: Hash; payoutAddress: Address; token: Address; units: bigint },
  machine: Machine,
): void {
  const { chargeKey, payoutAddress, token, units } = charged
  const { state, write, from } = machine
  if (state.has(chargeKey)) return
  state.set(chargeKey, 1n)
  move(machine, { token, from, to: payoutAddress, units })
  const named = [chargeKey, topicOfAddress(unrelated), topicOfAddress(from)]
  const data = [BigInt(token), BigInt(payoutAddress), units, 0n, 0n, 50n]
  write(subscriptionCharger.address, [topics.charged, ...named], data)
}

/** Executes a gateway payment, from a buyer or a deposit address. */
function receive(
  payment: { receiptKey: Hash; payoutAddress: Address; token: Address; units: bigint },
  { machine, from, isFlush }: { machine: Machine; from: Address; isFlush: boolean },
): void {
  const { receiptKey, payoutAddress, token, units } = payment
  move(machine, { token, from, to: payoutAddress, units })
  const named = [receiptKey, topicOfAddress(payoutAddress), topicOfAddress(from)]
  const place = machine.write(
    paymentGateway.address,
    [topics.received, ...named],
    [BigInt(token), units],
  )
  const about = { deposit: null, receiptKey, payoutAddress, isFlush }
  machine.facts.push({ ...place, ...about, token, units })
}

/** Executes a release: floor(total received * share) minus what was paid. */
function release(
  { split, token, account }: { split: Address; token: Address; account: Address | null },
  machine: Machine,
): void {
  const { state, terms, write } = machine
  const recipients = [...terms.recipientsOf(split)].sort((a, b) => (a.address < b.address ? -1 : 1))
  const paid = (account: Address) => state.get(paidBy(token, split, account)) ?? 0n
  const received =
    (state.get(heldBy(token, split)) ?? 0n) +
    recipients.reduce((sum, { address }) => sum + paid(address), 0n)
  for (const { address, sharesBps } of recipients) {
    const units = (received * BigInt(sharesBps)) / 10_000n - paid(address)
    if ((account !== null && account !== address) || units <= 0n) continue
    add(machine, paidBy(token, split, address), units)
    move(machine, { token, from: split, to: address, units })
    write(split, [topics.released, topicOfAddress(token), topicOfAddress(address)], [units])
  }
}

function move(
  machine: Machine,
  { token, from, to, units }: { token: Address; from: Address; to: Address; units: bigint },
) {
  add(machine, heldBy(token, from), -units)
  add(machine, heldBy(token, to), units)
  if (token === nativeToken) return null
  return machine.write(token, [topics.transfer, topicOfAddress(from), topicOfAddress(to)], [units])
}

function add({ state }: Machine, key: string, units: bigint): void {
  state.set(key, (state.get(key) ?? 0n) + units)
}
