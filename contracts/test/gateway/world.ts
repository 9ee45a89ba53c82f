import type { Address, Hex } from 'viem'
import { type Contract, toCalldata } from '../call.js'
import { accounts, at } from '../chain.js'
import { createFixture, funds, keyOf, native } from './fixture.js'
import { type Asset, payouts, receipts, type Slot } from './steps.js'

/** Creates a chain with allowances of the buyer, payout addresses that can refuse money, and a wallet. */
export async function createWorld() {
  const fixture = await createFixture()
  const { chain, approve, usdc, usdt, depositOf } = fixture
  await approve(usdc, funds)
  await approve(usdt, funds)
  const receivers: Contract[] = []
  while (receivers.length < payouts - 1) receivers.push(await chain.deploy('HostileReceiver'))
  const wallet = at('HostileReceiver', accounts[5]?.address ?? native)
  const places = [...receivers, wallet]

  const deposits = new Map<string, Address>()
  for (const [payout, { to }] of places.entries()) {
    for (let receipt = 0; receipt < receipts; receipt += 1) {
      deposits.set(`${payout} ${receipt}`, await depositOf(to, keyOf(receipt)))
    }
  }
  return { ...fixture, receivers, wallet: wallet.to, places, deposits }
}

export type World = Awaited<ReturnType<typeof createWorld>>

export function tokenOf({ usdc, usdt }: World, asset: Asset): Address {
  return { usdc: usdc.to, usdt: usdt.to, native }[asset] as Address
}

export function payoutOf({ places }: World, payout: number): Address {
  return places[payout]?.to ?? native
}

export function depositAt({ deposits }: World, { payout, receipt }: Slot): Address {
  return deposits.get(`${payout} ${receipt}`) ?? native
}

/** Returns the arguments of a flush, which `flushMany` also takes. */
export function flushOf(world: World, token: Address, { payout, receipt }: Slot) {
  return { receiptKey: keyOf(receipt), payoutAddress: payoutOf(world, payout), token }
}

/** Returns the call that a hostile contract makes during a call: a flush that is otherwise valid. */
export function reentrantCall(world: World, slot: Slot): { target: Address; payload: Hex } {
  const { receiptKey, payoutAddress } = flushOf(world, native, slot)
  const args = [receiptKey, payoutAddress, native]
  const { gateway } = world
  return { target: gateway.to, payload: toCalldata({ ...gateway, functionName: 'flush', args }) }
}

export function balanceOf(world: World, account: Address, asset: Asset): Promise<bigint> {
  return world.chain.getBalance(account, asset === 'native' ? undefined : tokenOf(world, asset))
}
