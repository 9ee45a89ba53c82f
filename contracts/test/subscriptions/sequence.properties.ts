import fc from 'fast-check'
import { zeroAddress } from 'viem'
import { requireEqual } from '../split/perform.js'
import { feeRecipient, funds, price, start, thirdParty } from './fixture.js'
import { createModel, type Model } from './model.js'
import { perform } from './perform.js'
import { aStepList } from './steps.js'
import { lastSecond, type World } from './world.js'

/**
 * Checks that each period of a permission is charged at most once, that all money which left an account arrived at
 * payouts and fee recipient, and that no contract keeps more than the fees that are owed, after any sequence of calls. Each run restores the chain.
 */
export function sequenceProperty(world: World) {
  const property = fc.asyncProperty(aStepList, async (steps) => {
    const model = createModel({ start, end: lastSecond })
    for (const account of world.accounts.keys()) model.allow(account, Number(funds / price))

    for (const step of steps) await perform(world, model, step)

    await requireBalances(world, model)
  })
  return property.beforeEach(() => world.chain.snapshot()).afterEach(() => world.chain.revert())
}

async function requireBalances(world: World, model: Model): Promise<void> {
  const { balanceOf, accounts, payouts, spenders, manager, charger } = world
  let unpaidUnits = 0n
  for (const [account, address] of accounts.entries()) {
    unpaidUnits += model.paidBy(account)
    requireEqual(`account ${account}`, await balanceOf(address), funds - model.paidBy(account))
  }
  let arrived = model.fees() + model.owed()
  for (const [payout, address] of payouts.entries()) {
    arrived += model.receivedBy(payout)
    requireEqual(`payout ${payout}`, await balanceOf(address), model.receivedBy(payout))
  }
  requireEqual('fees', await balanceOf(feeRecipient), model.fees())
  requireEqual('sum', arrived, unpaidUnits)
  const [first, ...others] = spenders
  requireEqual('owed', await balanceOf(first ?? zeroAddress), model.owed())
  for (const address of [...others, manager.to, charger.to, thirdParty]) {
    requireEqual(address, await balanceOf(address), 0n)
  }
}
