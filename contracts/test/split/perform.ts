import { type Address, encodeFunctionData } from 'viem'
import type { Contract } from '../call.js'
import { createFixture, native } from './fixture.js'
import { playReceiver, playToken } from './hostile.js'
import type { Model } from './model.js'
import type { Asset, Step } from './steps.js'

/** Creates a chain with a hostile token and sixteen receivers that can refuse money, in the order of a split. */
export async function createSequenceFixture() {
  const fixture = await createFixture()
  const hostile = await fixture.chain.deploy('HostileToken')
  const receivers: Contract[] = []
  for (let index = 0; index < 16; index += 1) {
    receivers.push(await fixture.chain.deploy('HostileReceiver'))
  }
  receivers.sort((a, b) => (a.to.toLowerCase() < b.to.toLowerCase() ? -1 : 1))
  return { ...fixture, hostile, receivers }
}

export type World = Awaited<ReturnType<typeof createSequenceFixture>>

/**
 * Performs one step on the chain and in the model.
 * @throws Error when the results differ.
 */
export async function perform(world: World, model: Model, step: Step): Promise<void> {
  const { chain, split, receivers } = world
  const token = addressOf(world, step.asset)
  switch (step.kind) {
    case 'receive': {
      model.receive(step.amount)
      if (step.asset === 'native') await world.payNative(step.amount, split.to)
      else await world.pay(token, step.amount, split.to)
      return
    }
    case 'distribute': {
      const call = { ...split, functionName: 'distribute', args: [token] }
      const { returned } = await chain.mustSend(call)
      return requireEqual(step, returned, model.distribute())
    }
    case 'release': {
      const args = [token, receivers[step.recipient]?.to ?? world.factory.to]
      // Limits the gas that a hostile receiver can burn.
      const call = { ...split, functionName: 'release', args, gas: 250_000n }
      const { returned } = await chain.send(call)
      return requireEqual(step, returned, model.release(step.recipient))
    }
    case 'refuse':
    case 'accept':
      return setRefusal(world, model, step)
    case 'attack':
      return attack(world, step)
  }
}

async function setRefusal(
  world: World,
  model: Model,
  step: Extract<Step, { kind: 'refuse' | 'accept' }>,
): Promise<void> {
  const { chain, usdc, receivers } = world
  const receiver = receivers[step.recipient]
  if (receiver === undefined) return

  const refuses = step.kind === 'refuse'
  model.setRefuses(step.recipient, refuses)
  if (step.asset === 'native')
    return playReceiver(chain, receiver, step.trick, reentrantCall(world, native))
  const functionName = refuses ? 'blacklist' : 'unBlacklist'
  const to = addressOf(world, step.asset)
  await chain.mustSend({ ...usdc, to, functionName, args: [receiver.to] })
}

/** The models ignore the hostile token, so other assets must not change. */
async function attack(world: World, step: Extract<Step, { kind: 'attack' }>): Promise<void> {
  const { chain, split, hostile, receivers } = world
  await chain.mustSend({ ...hostile, functionName: 'mint', args: [split.to, step.amount] })
  await playToken(chain, hostile, step.trick, reentrantCall(world, addressOf(world, step.asset)))
  const call = { ...split, functionName: 'distribute', args: [hostile.to], gas: 1_000_000n }
  await chain.send(call)

  let heldBalance = await chain.getBalance(split.to, hostile.to)
  for (const { to } of receivers) heldBalance += await chain.getBalance(to, hostile.to)
  const supply = await chain.read({ ...hostile, functionName: 'totalSupply' })
  requireEqual(step, heldBalance, supply)
  const calledBack = await chain.read({ ...hostile, functionName: 'calledBack' })
  requireEqual(step, calledBack, false)
}

function reentrantCall({ split }: World, token: Address) {
  const args = [token]
  const payload = encodeFunctionData({ abi: split.abi, functionName: 'distribute', args })
  return { target: split.to, payload }
}

export function addressOf({ usdc, usdt }: World, asset: Asset): Address {
  return { usdc: usdc.to, usdt: usdt.to, native }[asset]
}

export function requireEqual(subject: unknown, actual: unknown, expected: unknown): void {
  if (actual === expected) return
  const label = JSON.stringify(subject, (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  throw new Error(`${label}: ${actual} instead of ${expected}`)
}
