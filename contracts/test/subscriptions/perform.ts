import { zeroAddress } from 'viem'
import { toCalldata } from '../call.js'
import { at } from '../chain.js'
import { requireEqual } from '../split/perform.js'
import {
  cancelerAccount,
  chargesIn,
  failuresIn,
  feeRecipient,
  price,
  thirdParty,
} from './fixture.js'
import type { Model } from './model.js'
import { signCancellation } from './permission.js'
import { accountCount, type Step } from './steps.js'
import { playSubscriber } from './wallets.js'
import { accountOf, chargeOf, payoutArgs, permissionOf, type World } from './world.js'

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

const gasEach = 250_000n

/**
 * Performs one step on the chain and in the model.
 * @throws Error when the results differ.
 */
export async function perform(world: World, model: Model, step: Step): Promise<void> {
  const { chain, usdc } = world
  switch (step.kind) {
    case 'charge':
      return charge(world, model, step)
    case 'chargeBatch':
      return chargeBatch(world, model, step)
    case 'wait':
      return chain.setNextTimestamp(chain.now() + BigInt(step.seconds))
    case 'revoke':
      return revoke(world, model, step)
    case 'cancel':
      return cancel(world, model, step)
    case 'claimFee': {
      const args = [world.spenders[0]]
      const { status } = await chain.send({ ...world.charger, functionName: 'claimFee', args })
      return requireEqual(step, status === 'success', model.claimFee())
    }
    case 'freezeFees': {
      model.freezeFees(step.isFrozen)
      const functionName = step.isFrozen ? 'blacklist' : 'unBlacklist'
      await chain.mustSend({ ...usdc, functionName, args: [feeRecipient] })
      return
    }
    case 'allow':
      return allow(world, model, step)
    case 'blacklist':
    case 'unBlacklist': {
      model.setBlacklisted(step.payout, step.kind === 'blacklist')
      const args = [world.payouts[step.payout]]
      await chain.mustSend({ ...usdc, functionName: step.kind, args })
      return
    }
    case 'setPayout': {
      model.setPayout(step.payout)
      const args = await payoutArgs(world, world.payouts[step.payout] ?? zeroAddress)
      await chain.mustSend({ ...world.charger, functionName: 'setPayout', args })
      return
    }
    case 'play':
      model.play(step.trick)
      return playSubscriber(chain, world.hostile, step.trick)
    case 'steal':
      return steal(world, step)
  }
}

/** The time of the next transaction. */
const nextTime = ({ chain }: World) => Number(chain.now()) + 2

async function charge(world: World, model: Model, step: StepOf<'charge'>): Promise<void> {
  const time = nextTime(world)
  const item = chargeOf(world, step.attempt, time)
  const outcome = await world.charge(item, gasEach + 60_000n)
  requireEqual(step, outcome.status === 'success', model.charge(step.attempt, time))
}

/** Expects one event for each attempt, in order, with the key of its charge. */
async function chargeBatch(world: World, model: Model, step: StepOf<'chargeBatch'>): Promise<void> {
  const time = nextTime(world)
  const items = step.attempts.map((attempt) => chargeOf(world, attempt, time))
  const outcome = await world.chargeBatch(items, gasEach)
  requireEqual(step, outcome.status, 'success')
  const results = step.attempts.map((attempt) => model.charge(attempt, time))
  const keys = (isCharged: boolean) =>
    items.filter((_, index) => results[index] === isCharged).map(world.keyOf)
  const charged = chargesIn(outcome).map(({ chargeKey }) => chargeKey)
  const failed = failuresIn(outcome).map(({ chargeKey }) => chargeKey)
  requireEqual(step, charged.join(), keys(true).join())
  requireEqual(step, failed.join(), keys(false).join())
}

async function revoke(world: World, model: Model, step: StepOf<'revoke'>): Promise<void> {
  model.revoke(step.subscription)
  const { manager } = world
  const call = {
    ...manager,
    functionName: 'revoke',
    args: [permissionOf(world, step.subscription)],
  }
  await sendAs(world, step.subscription.account, call)
}

/** The signature is of the canceler, so that a hostile wallet cannot refuse. */
async function cancel(world: World, model: Model, step: StepOf<'cancel'>): Promise<void> {
  model.revoke(step.subscription)
  const { chain, charger, domain } = world
  const permission = permissionOf(world, step.subscription)
  const signature = await signCancellation(cancelerAccount, domain, { charger, permission })
  const args = [[{ permission, signature }]]
  await chain.mustSend({ ...charger, from: thirdParty, functionName: 'cancel', args })
}

async function allow(world: World, model: Model, step: StepOf<'allow'>): Promise<void> {
  model.allow(step.account, step.charges)
  const args = [world.manager.to, price * BigInt(step.charges)]
  await sendAs(world, step.account, { ...world.usdc, functionName: 'approve', args })
}

/** The last account is a contract, which sends its own calls. */
async function sendAs(
  world: World,
  account: number,
  call: Parameters<World['chain']['mustSend']>[0],
): Promise<void> {
  if (account < accountCount - 1) {
    await world.chain.mustSend({ ...call, from: accountOf(world, account) })
    return
  }
  const args = [call.to, toCalldata(call)]
  await world.chain.mustSend({ ...world.hostile, functionName: 'execute', args })
}

/** Tries to take the money. It must fail, and the balances at the end must not show it. */
async function steal(world: World, step: StepOf<'steal'>): Promise<void> {
  const { chain, manager, charger } = world
  const permission = permissionOf(world, step.subscription)
  const attempt = { subscription: step.subscription, periods: 0, isSigned: true, isLate: false }
  const item = chargeOf(world, attempt, nextTime(world))
  const spender = at('PlanSpender', permission.spender)
  const [movedSetPayout, proof, signature] = await payoutArgs(
    world,
    world.payouts[0] ?? zeroAddress,
  )
  const calls = {
    spender: { ...spender, functionName: 'charge', args: [item, thirdParty, 0n] },
    manager: { ...manager, functionName: 'spend', args: [permission, price] },
    payout: {
      ...charger,
      functionName: 'setPayout',
      args: [{ ...movedSetPayout, payout: thirdParty }, proof, signature],
    },
  }
  const { status } = await chain.send({ ...calls[step.thief], from: thirdParty, gas: 500_000n })
  requireEqual(step, status, 'reverted')
}
