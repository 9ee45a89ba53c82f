// @module-tag slow
import { type Address, type Hex, numberToHex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { compareGas, readGas } from '../gas.js'
import type { Signer } from '../sign.js'
import {
  cancelerAccount,
  createFixture,
  type Fixture,
  failuresIn,
  feeRecipient,
  noProof,
  payout,
  period,
  start,
} from './fixture.js'
import { createCharges, createPeople, renew } from './people.js'
import { type Charge, type Permission, signCancellation } from './permission.js'
import { anySignature, createHostileSubscriber } from './wallets.js'

const size = 50
const keyOf = (index: number): Hex => numberToHex(index, { size: 32 })

describe('gas of subscriptions', () => {
  test('default', async () => {
    const fixture = await createFixture()
    const { chain, usdc } = fixture
    for (const address of [payout, feeRecipient]) {
      await chain.mustSend({ ...usdc, functionName: 'mint', args: [address, 1n] })
    }
    const people = await createPeople(fixture, size)
    const measured = {
      ...(await measureDeployment(fixture)),
      ...(await measureBatches(fixture, people)),
    }
    expect(compareGas(readGas()['subscriptions'] ?? {}, measured)).toEqual([])
  }, 120_000)
})

async function measureDeployment(fixture: Fixture) {
  const { chain, factory, charger, terms, manager, aPermission } = fixture
  const create = {
    ...charger,
    functionName: 'createSpender',
    args: [{ ...terms, price: 1n }, noProof],
  }
  const from = aPermission().account
  const args = [aPermission({ salt: 99n })]
  return {
    'deploy the manager, once': (await chain.deploy('SpendPermissionManager')).gasUsed,
    'deploy the charger, once': (await chain.deploy('SubscriptionCharger', [factory.to])).gasUsed,
    'create the spender of a plan': (await chain.mustSend(create)).gasUsed,
    'revoke a permission': (
      await chain.mustSend({ ...manager, from, functionName: 'revoke', args })
    ).gasUsed,
  }
}

async function measureBatches(fixture: Fixture, people: readonly Signer[]) {
  const { charge } = fixture
  const wallet = await createCharges(fixture, people)
  const splitSpender = await createSplitSpender(fixture, 99)
  const split = await createCharges(fixture, people, () => ({ spender: splitSpender }))
  const spenders: Address[] = []
  for (let index = 0; index < 10; index += 1) {
    spenders.push(await createSplitSpender(fixture, index))
  }
  const plans = people.map(({ address: account }, index) => {
    const spender = spenders[index % spenders.length] ?? zeroAddress
    return { permission: fixture.aPermission({ account, spender }) }
  })
  for (const { permission } of plans) await approve(fixture, permission)
  const alone = await createCharges(fixture, people.slice(0, 1), () => ({ salt: 7n }))

  const at = start + 60
  return {
    'charge, first': (await requireOk(charge(alone[0] as Charge))).gasUsed,
    'chargeBatch of 50 to a wallet, first, each': await measure(fixture, wallet, at),
    'chargeBatch of 50 to a split, first, each': await measure(fixture, split, at),
    'charge, renewal': await measureRenewal(fixture, alone[0] as Charge),
    'chargeBatch of 50 to a wallet, renewal, each': await measure(fixture, later(wallet)),
    'chargeBatch of 50 to a split, renewal, each': await measure(fixture, later(split)),
    'chargeBatch of 50 to 10 splits, renewal, each': await measure(fixture, later(plans)),
    'chargeBatch of 50 to a wallet, renewal, one burns 250,000': await measureHostile(
      fixture,
      wallet,
    ),
    ...(await measureCancellations(fixture, people)),
    ...(await measureClaim(fixture, people)),
  }
}

/** Creates the spender of a plan that pays a split with money, which has a share of the fee recipient. */
async function createSplitSpender(fixture: Fixture, index: number): Promise<Address> {
  const { chain, usdc, terms, aSplit, createSpender } = fixture
  const { split, proof } = await aSplit(50, keyOf(index))
  await chain.mustSend({ ...usdc, functionName: 'mint', args: [split, terms.price] })
  return createSpender({ planKey: keyOf(index), payout: split, splitFeeBps: 50 }, proof)
}

/** Measures cancellations that the platform signed. */
async function measureCancellations(fixture: Fixture, people: readonly Signer[]) {
  const { chain, charger, domain, aPermission } = fixture
  const cancellations = await Promise.all(
    people.map(async ({ address: account }) => {
      const permission = aPermission({ account, salt: 8n })
      return {
        permission,
        signature: await signCancellation(cancelerAccount, domain, { charger, permission }),
      }
    }),
  )
  const send = async (items: typeof cancellations) =>
    (await chain.mustSend({ ...charger, functionName: 'cancel', args: [items] })).gasUsed
  const [first, ...others] = cancellations
  return {
    'cancel a subscription': await send(first ? [first] : []),
    'cancel 49 subscriptions, each': ((await send(others)) + 48n) / 49n,
  }
}

async function measureClaim(fixture: Fixture, people: readonly Signer[]) {
  const { chain, usdc, charger, spender, charge } = fixture
  await chain.mustSend({ ...usdc, functionName: 'blacklist', args: [feeRecipient] })
  const [item] = await createCharges(fixture, people.slice(0, 1), () => ({
    salt: 9n,
    start: start + 2 * period,
  }))
  const owedGasUsed = (await requireOk(charge(item as Charge))).gasUsed
  await chain.mustSend({ ...usdc, functionName: 'unBlacklist', args: [feeRecipient] })
  const claim = { ...charger, functionName: 'claimFee', args: [spender] }
  return {
    'charge, first, the fee recipient is frozen': owedGasUsed,
    'claim a fee': (await chain.mustSend(claim)).gasUsed,
  }
}

/** Measures a batch of renewals, in which one more wallet burns all the gas it gets. */
async function measureHostile(fixture: Fixture, items: readonly Charge[]) {
  const { chain, chargeBatch, aCharge, aPermission } = fixture
  const wallet = await createHostileSubscriber(fixture, 'BurnGas')
  const hostile = await aCharge(aPermission({ account: wallet.to }), { signature: anySignature })
  chain.setNextTimestamp(BigInt(start + 2 * period))
  const bad = { ...renew(hostile, 2), signature: anySignature }
  const validCharges = items.slice(1).map((item) => renew(item, 2))
  const outcome = await requireOk(chargeBatch([bad, ...validCharges]))
  expect(failuresIn(outcome)).toHaveLength(1)
  return outcome.gasUsed
}

const approve = ({ chain, manager }: Fixture, permission: Permission) =>
  chain.mustSend({
    ...manager,
    from: permission.account,
    functionName: 'approve',
    args: [permission],
  })

const later = (items: readonly Pick<Charge, 'permission'>[]) => items.map((item) => renew(item, 1))

async function measureRenewal(fixture: Fixture, item: Charge): Promise<bigint> {
  fixture.chain.setNextTimestamp(BigInt(start + period))
  return (await requireOk(fixture.charge(renew(item, 1)))).gasUsed
}

/** Returns the gas of each charge of a batch, rounded up. */
async function measure(fixture: Fixture, items: readonly Charge[], at?: number): Promise<bigint> {
  if (at !== undefined) fixture.chain.setNextTimestamp(BigInt(at))
  const outcome = await requireOk(fixture.chargeBatch(items))
  expect(failuresIn(outcome)).toEqual([])
  const count = BigInt(items.length)
  return (outcome.gasUsed + count - 1n) / count
}

async function requireOk(sending: ReturnType<Fixture['charge']>) {
  const outcome = await sending
  expect(outcome.failure).toBeNull()
  return outcome
}
