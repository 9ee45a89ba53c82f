import { nativeToken } from '../../src/platform/chain/tokens.js'
import type { Action } from './chain.js'
import { usdc, usdt } from './payments.js'
import type { Scene } from './scene.js'

type Choose = (below: number) => number

/**
 * Chooses what a third party does at any point: add one unit, flush, distribute, or pay the split
 * directly. Each list has the actions of one transaction.
 */
export function chooseMeddling(scene: Pick<Scene, 'owed' | 'split'>, choose: Choose): Action[][] {
  const pick = <Item>(items: readonly Item[]): Item => items[choose(items.length)] as Item
  const { split } = scene
  const { address, receiptKey, payoutAddress } = pick(scene.owed).deposit
  const token = pick([usdc, usdc, usdt, nativeToken])
  const unit: Action =
    token === nativeToken
      ? { kind: 'native', to: address, units: 1n }
      : { kind: 'transfer', token, to: address, units: 1n }
  const unitByGateway: Action = { kind: 'pay', receiptKey, payoutAddress, token, units: 1n }
  const flush: Action = { kind: 'flush', receiptKey, payoutAddress, token }
  if (!split) return pick([[[flush]], [[unit]], [[unit, flush]], [[unitByGateway]]])

  const releaseTo = (account: (typeof split.recipients)[number]['address'] | null): Action => {
    return { kind: 'release', split: split.address, token, account }
  }
  const distribute = releaseTo(null)
  const release = releaseTo(pick(split.recipients).address)
  const direct = (units: bigint): Action => {
    return { kind: 'transfer', token: usdc, to: split.address, units }
  }
  const directNative = (units: bigint): Action => {
    return { kind: 'native', to: split.address, units }
  }
  return pick([
    [[flush]],
    [[distribute]],
    [[release]],
    [[flush, distribute]],
    [[flush, release]],
    [[unit]],
    [[unit, flush, distribute]],
    [[unit], [flush], [distribute]],
    [[unitByGateway]],
    [[unitByGateway, distribute]],
    [[direct(777_777n)]],
    [[direct(1n)]],
    [[direct(1n), distribute]],
    [[directNative(10n ** 15n)]],
    [[directNative(10n ** 15n), distribute]],
    [[directNative(1n)]],
  ])
}
