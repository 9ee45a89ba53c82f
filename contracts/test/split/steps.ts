import fc from 'fast-check'
import { type ReceiverTrick, type TokenTrick, tokenTricks } from './hostile.js'

const assets = ['usdc', 'usdt', 'native'] as const
export type Asset = (typeof assets)[number]

export type Step =
  | { kind: 'receive'; asset: Asset; amount: bigint }
  | { kind: 'distribute'; asset: Asset }
  | { kind: 'release'; asset: Asset; recipient: number }
  | { kind: 'refuse'; asset: Asset; recipient: number; trick: ReceiverTrick }
  | { kind: 'accept'; asset: Asset; recipient: number; trick: ReceiverTrick }
  /** A hostile token arrives, is distributed, and calls back to distribute `asset`. */
  | { kind: 'attack'; asset: Asset; amount: bigint; trick: TokenTrick }

const asset = fc.constantFrom(...assets)
/** Prefers the first recipients, so that steps interact. Higher indices may not exist in a smaller split. */
const recipient = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 2 }) },
  { weight: 1, arbitrary: fc.nat({ max: 15 }) },
)
const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 20_000n }),
  fc.bigInt({ min: 1n, max: 10n ** 12n }),
)
const refusal = fc.constantFrom<ReceiverTrick>('Revert', 'BurnGas', 'RevertWithBomb')
const acceptance = fc.constantFrom<ReceiverTrick>('Accept', 'ReturnBomb', 'CallBack')
const attack = fc.constantFrom<TokenTrick>(...tokenTricks)

const kind = <const Kind extends Step['kind']>(name: Kind) => fc.constant(name)

export const aStepList: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: kind('receive'), asset, amount }) },
    { weight: 4, arbitrary: fc.record({ kind: kind('distribute'), asset }) },
    { weight: 4, arbitrary: fc.record({ kind: kind('release'), asset, recipient }) },
    { weight: 2, arbitrary: fc.record({ kind: kind('refuse'), asset, recipient, trick: refusal }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: kind('accept'), asset, recipient, trick: acceptance }),
    },
    { weight: 1, arbitrary: fc.record({ kind: kind('attack'), asset, amount, trick: attack }) },
  ),
  { minLength: 1, maxLength: 8 },
)
