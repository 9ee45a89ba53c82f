import { at } from '../chain.js'
import { playReceiver, playToken } from '../split/hostile.js'
import { requireEqual } from '../split/perform.js'
import { buyer, keyOf, native, paymentsIn, thirdParty } from './fixture.js'
import type { Model } from './model.js'
import type { Step } from './steps.js'
import { depositAt, flushOf, payoutOf, reentrantCall, tokenOf, type World } from './world.js'

/** Enough for every call except those that burn all gas. */
const gas = 400_000n

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

/**
 * Performs one step on the chain and in the model.
 * @throws Error when the results differ.
 */
export async function perform(world: World, model: Model, step: Step): Promise<void> {
  switch (step.kind) {
    case 'payIn': {
      model.payIn(step.asset, step.slot, step.amount)
      await world.transfer(tokenOf(world, step.asset), step.amount, depositAt(world, step.slot))
      return
    }
    case 'pay':
      return pay(world, model, step)
    case 'flush':
      return flush(world, model, step)
    case 'flushMany':
      return flushMany(world, model, step)
    case 'refuse':
    case 'accept':
      return setRefusal(world, model, step)
    case 'steal':
      return steal(world, step)
    case 'attack':
      return attack(world, step)
  }
}

async function pay(world: World, model: Model, step: StepOf<'pay'>): Promise<void> {
  const token = tokenOf(world, step.asset)
  const outcome = await world.chain.send({
    ...world.gateway,
    from: buyer,
    functionName: 'pay',
    args: [keyOf(0), payoutOf(world, step.payout), token, step.amount],
    value: token === native ? step.amount : 0n,
    gas,
  })
  const expected = model.pay(step.asset, step.payout, step.amount)
  requireEqual(step, paymentsIn(outcome)[0]?.amount ?? null, expected)
}

async function flush(world: World, model: Model, step: StepOf<'flush'>): Promise<void> {
  const args = Object.values(flushOf(world, tokenOf(world, step.asset), step.slot))
  const outcome = await world.chain.send({ ...world.gateway, functionName: 'flush', args, gas })
  const expected = model.flush(step.asset, step.slot)
  requireEqual(step, outcome.returned, expected)
  requireEqual(step, paymentsIn(outcome)[0]?.amount ?? 0n, expected ?? 0n)
}

/** Expects an event for every payment that is flushed and for every failure. */
async function flushMany(world: World, model: Model, step: StepOf<'flushMany'>): Promise<void> {
  const flushes = step.flushes.map(({ asset, slot }) => flushOf(world, tokenOf(world, asset), slot))
  const outcome = await world.chain.mustSend({
    ...world.gateway,
    functionName: 'flushMany',
    args: [flushes],
    gas: 60_000n + 480_000n * BigInt(flushes.length),
  })
  const expected = step.flushes.map(({ asset, slot }) => model.flush(asset, slot))
  const amounts = paymentsIn(outcome).map(({ amount }) => amount)
  requireEqual(step, amounts.join(), expected.filter((amount) => amount).join())
  const failed = outcome.logs.filter(({ eventName }) => eventName === 'FlushFailed')
  requireEqual(step, failed.length, expected.filter((amount) => amount === null).length)
}

async function setRefusal(
  world: World,
  model: Model,
  step: StepOf<'refuse' | 'accept'>,
): Promise<void> {
  const { chain, usdc, receivers } = world
  const refuses = step.kind === 'refuse'
  const receiver = receivers[step.payout]
  // A wallet cannot refuse native token.
  if (step.asset === 'native' && receiver === undefined) return

  model.setRefuses(step.asset, step.payout, refuses)
  if (step.asset === 'native' && receiver) {
    const slot = { payout: step.payout, receipt: 0 }
    return playReceiver(chain, receiver, step.trick, reentrantCall(world, slot))
  }
  const functionName = refuses ? 'blacklist' : 'unBlacklist'
  const args = [payoutOf(world, step.payout)]
  await chain.mustSend({ ...usdc, to: tokenOf(world, step.asset), functionName, args })
}

/** Tries to take the money. The balances at the end show whether it worked. */
async function steal(world: World, step: StepOf<'steal'>): Promise<void> {
  const { chain, gateway } = world
  const token = tokenOf(world, step.asset)
  if (step.thief === 'flusher') {
    const args = [keyOf(step.slot.receipt), thirdParty, token]
    await chain.mustSend({ ...gateway, from: thirdParty, functionName: 'flush', args })
    return
  }
  const from = { thirdParty, buyer, wallet: world.wallet }[step.thief]
  const deposit = at('Deposit', depositAt(world, step.slot))
  await chain.send({ ...deposit, from, functionName: 'sweep', args: [token, step.amount] })
}

/**
 * Expects the recorded amount to arrive. The model ignores the hostile token, so other assets must
 * not change.
 */
async function attack(world: World, step: StepOf<'attack'>): Promise<void> {
  const { chain, gateway, sly } = world
  const payoutAddress = payoutOf(world, step.slot.payout)
  await chain.mustSend({
    ...sly,
    functionName: 'mint',
    args: [depositAt(world, step.slot), step.amount],
  })
  const before = await chain.getBalance(payoutAddress, sly.to)
  await playToken(chain, sly, step.trick, reentrantCall(world, step.slot))
  const args = Object.values(flushOf(world, sly.to, step.slot))
  const outcome = await chain.send({ ...gateway, functionName: 'flush', args, gas })

  const arrived = (await chain.getBalance(payoutAddress, sly.to)) - before
  requireEqual(step, paymentsIn(outcome)[0]?.amount ?? 0n, arrived)
  requireEqual(step, await chain.read({ ...sly, functionName: 'calledBack' }), false)
  await playToken(chain, sly, 'None')
}
