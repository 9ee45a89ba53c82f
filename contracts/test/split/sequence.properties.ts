import fc from 'fast-check'
import type { Address } from 'viem'
import { aShareList } from './arbitraries.js'
import { createSplit, native } from './fixture.js'
import { createModel, type Model } from './model.js'
import { addressOf, perform, requireEqual, type World } from './perform.js'
import { aStepList } from './steps.js'

/**
 * Checks that every recipient gets exactly its share by the rule of PaymentSplitter, after any sequence of payments,
 * releases, distributions, refusals and attacks. Each run restores the chain.
 */
export function sequenceProperty(base: World) {
  const property = fc.asyncProperty(aShareList, aStepList, async (shares, steps) => {
    const receivers = base.receivers.slice(0, shares.length)
    const recipients = receivers.map(({ to }, index) => [to, shares[index] ?? 0] as const)
    const world = { ...base, receivers, split: await createSplit(base, recipients) }
    const models = {
      usdc: createModel(shares),
      usdt: createModel(shares),
      native: createModel(shares),
    }

    for (const step of steps) await perform(world, models[step.asset], step)

    for (const asset of new Set(steps.map((step) => step.asset))) {
      await requireSame(world, models[asset], addressOf(world, asset))
    }
  })
  return property.beforeEach(() => base.chain.snapshot()).afterEach(() => base.chain.revert())
}

async function requireSame(world: World, model: Model, token: Address): Promise<void> {
  const { chain, split, receivers } = world
  const asset = token === native ? undefined : token
  requireEqual(token, await chain.getBalance(split.to, asset), model.balance())
  const total = { ...split, functionName: 'totalReleased', args: [token] }
  requireEqual(token, await chain.read(total), model.totalReleased())
  for (const [index, { to }] of receivers.entries()) {
    const args = [token, to]
    requireEqual(to, await chain.getBalance(to, asset), model.released(index))
    const paid = await chain.read({ ...split, functionName: 'released', args })
    requireEqual(to, paid, model.released(index))
    const dueUnits = await chain.read({ ...split, functionName: 'releasable', args })
    requireEqual(to, dueUnits, model.due(index))
  }
}
