import fc from 'fast-check'
import { type ReceiverTrick, type TokenTrick, tokenTricks } from '../split/hostile.js'

export const assets = ['usdc', 'usdt', 'native'] as const
export type Asset = (typeof assets)[number]

/** Identifies a deposit address by the indices of its payout address and receipt. */
export type Slot = { payout: number; receipt: number }

/**
 * The first three call the deposit itself. The flusher calls the gateway with its own payout
 * address.
 */
const thieves = ['thirdParty', 'buyer', 'wallet', 'flusher'] as const
type Thief = (typeof thieves)[number]

export type Step =
  | { kind: 'payIn'; asset: Asset; slot: Slot; amount: bigint }
  | { kind: 'pay'; asset: Asset; payout: number; amount: bigint }
  | { kind: 'flush'; asset: Asset; slot: Slot }
  | { kind: 'flushMany'; flushes: { asset: Asset; slot: Slot }[] }
  | { kind: 'refuse'; asset: Asset; payout: number; trick: ReceiverTrick }
  | { kind: 'accept'; asset: Asset; payout: number; trick: ReceiverTrick }
  /** A thief tries to take the money of a deposit. */
  | { kind: 'steal'; asset: Asset; slot: Slot; amount: bigint; thief: Thief }
  /** A hostile token is paid in and flushed, and calls back to flush native token. */
  | { kind: 'attack'; slot: Slot; amount: bigint; trick: TokenTrick }

/** A contract that can refuse money, and a wallet. */
export const payouts = 2
export const receipts = 2

const asset = fc.constantFrom(...assets)
const payout = fc.nat({ max: payouts - 1 })
const slot = fc.record({ payout, receipt: fc.nat({ max: receipts - 1 }) })
const amount = fc.bigInt({ min: 1n, max: 10n ** 9n })
const flushes = fc.array(fc.record({ asset, slot }), { minLength: 1, maxLength: 4 })
const thief = fc.constantFrom(...thieves)
const refusal = fc.constantFrom<ReceiverTrick>('Revert', 'Revert', 'BurnGas', 'RevertWithBomb')
const acceptance = fc.constantFrom<ReceiverTrick>('Accept', 'ReturnBomb', 'CallBack')
const attack = fc.constantFrom<TokenTrick>(...tokenTricks)

const kind = <const Kind extends Step['kind']>(name: Kind) => fc.constant(name)

export const aStepList: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: kind('payIn'), asset, slot, amount }) },
    { weight: 2, arbitrary: fc.record({ kind: kind('pay'), asset, payout, amount }) },
    { weight: 4, arbitrary: fc.record({ kind: kind('flush'), asset, slot }) },
    { weight: 3, arbitrary: fc.record({ kind: kind('flushMany'), flushes }) },
    { weight: 2, arbitrary: fc.record({ kind: kind('refuse'), asset, payout, trick: refusal }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('accept'), asset, payout, trick: acceptance }) },
    { weight: 2, arbitrary: fc.record({ kind: kind('steal'), asset, slot, amount, thief }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('attack'), slot, amount, trick: attack }) },
  ),
  { minLength: 1, maxLength: 10 },
)
