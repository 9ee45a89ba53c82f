import { type Address, type Hex, numberToHex, zeroAddress } from 'viem'
import type { Signer } from '../sign.js'
import { createFixture, end, merchant, noProof, period } from './fixture.js'
import { aPayoutMessage, signPayout } from './payout-message.js'
import { createPeople } from './people.js'
import type { Charge, Permission } from './permission.js'
import { type Attempt, accountCount, payoutCount, type Subscription } from './steps.js'
import { anySignature, createHostileSubscriber } from './wallets.js'

/** Permissions end in the middle of a period. */
export const lastSecond = end + 432_000

/** Creates a chain with two plans, two people and a hostile wallet. Each has a permission for each plan. */
export async function createWorld() {
  const fixture = await createFixture()
  const people = await createPeople(fixture, accountCount - 1)
  const hostile = await createHostileSubscriber(fixture)
  const accounts = [...people.map(({ address }) => address), hostile.to]
  const payouts = Array.from({ length: payoutCount }, (_, index) =>
    numberToHex(0xbeef00 + index, { size: 20 }),
  )
  const [first = zeroAddress, second = zeroAddress] = payouts
  const spenders = [
    await fixture.createSpender({ payout: first }),
    await fixture.createSpender({ payout: second, feeBps: 0 }),
  ]

  const signatures = new Map<string, Hex>()
  for (const [account, address] of accounts.entries()) {
    for (const [plan, spender] of spenders.entries()) {
      const permission = fixture.aPermission({ account: address, spender, end: lastSecond })
      const person: Signer | undefined = people[account]
      const signature = person ? await fixture.sign(permission, person) : anySignature
      signatures.set(`${account} ${plan}`, signature)
    }
  }
  return { ...fixture, hostile, accounts, payouts, spenders, signatures }
}

export type World = Awaited<ReturnType<typeof createWorld>>

export function accountOf({ accounts }: World, account: number): Address {
  return accounts[account] ?? zeroAddress
}

export function permissionOf(world: World, { account, plan }: Subscription): Permission {
  const spender = world.spenders[plan] ?? zeroAddress
  return world.aPermission({ account: accountOf(world, account), spender, end: lastSecond })
}

/** Returns the charge of an attempt that is made at `time`. */
export function chargeOf(world: World, attempt: Attempt, time: number): Charge {
  const { subscription, periods, isSigned, isLate } = attempt
  const permission = permissionOf(world, subscription)
  const { start } = permission
  const current = start + Math.floor((time - start) / period) * period
  const key = `${subscription.account} ${subscription.plan}`
  return {
    permission,
    signature: isSigned ? (world.signatures.get(key) ?? '0x') : '0x',
    periodStart: current - periods * period,
    deadline: isLate ? time - 1 : time,
  }
}

/** Returns the arguments of `setPayout` with the merchant's signature. */
export async function payoutArgs({ chain, charger }: World, payout: Address) {
  const [, nonce] = await chain.read({ ...charger, functionName: 'payoutOf', args: [merchant] })
  const message = aPayoutMessage({ payout, nonce })
  return [message, noProof, await signPayout({ chain, charger }, message)] as const
}
