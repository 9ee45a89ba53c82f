import fc from 'fast-check'
import { requireEqual } from '../split/perform.js'
import { buyer, thirdParty } from './fixture.js'
import { createModel, type Model } from './model.js'
import { perform } from './perform.js'
import { type Asset, aStepList, assets, type Step } from './steps.js'
import { balanceOf, payoutOf, type World } from './world.js'

/**
 * Checks that money of a deposit is either still there or at its payout address, after any sequence
 * of payments, flushes, refusals and attacks. Each run restores the chain.
 */
export async function sequenceProperty(world: World) {
  const start = await readBalances(world, assets)
  const property = fc.asyncProperty(aStepList, async (steps) => {
    const model = createModel()

    for (const step of steps) await perform(world, model, step)

    const expected = expectBalances(world, start, model)
    for (const [place, balance] of await readBalances(world, assetsOf(steps))) {
      requireEqual(place, balance, expected.get(place))
    }
  })
  return property.beforeEach(() => world.chain.snapshot()).afterEach(() => world.chain.revert())
}

/** Always includes native token, because every hostile contract calls back for it. */
function assetsOf(steps: readonly Step[]): Set<Asset> {
  const named = steps.flatMap((step) => {
    if (step.kind === 'flushMany') return step.flushes.map(({ asset }) => asset)
    return step.kind === 'attack' ? [] : step.asset
  })
  return new Set(['native', ...named])
}

type Balances = Map<string, bigint>

/** Reads the balances of all places that may or must never hold money. */
async function readBalances(world: World, among: Iterable<Asset>): Promise<Balances> {
  const balances: Balances = new Map()
  for (const asset of among) {
    for (const [slot, address] of world.deposits) {
      balances.set(`${asset} deposit ${slot}`, await balanceOf(world, address, asset))
    }
    for (const payout of world.places.keys()) {
      const balance = await balanceOf(world, payoutOf(world, payout), asset)
      balances.set(`${asset} payout ${payout}`, balance)
    }
    balances.set(`${asset} buyer`, await balanceOf(world, buyer, asset))
    balances.set(`${asset} thirdParty`, await balanceOf(world, thirdParty, asset))
    balances.set(`${asset} gateway`, await balanceOf(world, world.gateway.to, asset))
  }
  return balances
}

function expectBalances(world: World, start: Balances, model: Model): Balances {
  const expected = new Map(start)
  const add = (place: string, amount: bigint) =>
    expected.set(place, (start.get(place) ?? 0n) + amount)
  for (const asset of assets) {
    for (const name of world.deposits.keys()) {
      const [payout = 0, receipt = 0] = name.split(' ').map(Number)
      add(`${asset} deposit ${name}`, model.heldBy(asset, { payout, receipt }))
    }
    for (const payout of world.places.keys()) {
      add(`${asset} payout ${payout}`, model.receivedBy(asset, payout))
    }
    add(`${asset} buyer`, -model.spentOf(asset))
  }
  return expected
}
