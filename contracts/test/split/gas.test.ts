import { parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { compareGas, readGas } from '../gas.js'
import {
  affiliate,
  ascending,
  createFixture,
  createSplit,
  encodeRecipients,
  merchant,
  native,
  platform,
  type Recipient,
  salt,
} from './fixture.js'

const two: Recipient[] = [
  [merchant, 9_900],
  [platform, 100],
]
const three: Recipient[] = [
  [merchant, 9_000],
  [platform, 50],
  [affiliate, 950],
]

describe('gas of the split', () => {
  test('default', async () => {
    expect(compareGas(readGas()['split'] ?? {}, await measure())).toEqual([])
  })
})

/** Recipients already hold the asset and the split was used before, unless the name of an action states otherwise. */
async function measure(): Promise<Record<string, bigint>> {
  const fixture = await createFixture()
  const { chain, factory, usdc, usdt, pay, payNative } = fixture
  for (const token of [usdc, usdt]) {
    for (const account of [merchant, platform, affiliate]) {
      await chain.mustSend({ ...token, functionName: 'mint', args: [account, 1n] })
    }
  }
  const creates = (recipients: Recipient[]) =>
    chain.mustSend({
      ...factory,
      functionName: 'create',
      args: [encodeRecipients(ascending(recipients)), salt],
    })
  const deployed = await chain.deploy('SplitFactory')
  const created = await creates(two)
  const createdAgain = await creates(two)
  const createdThree = await creates(three)

  const split = await createSplit(fixture, two)
  const ofThree = await createSplit(fixture, three)
  const amount = 100_000_000n
  const distributes = (token: string, { to } = split) =>
    chain.mustSend({ ...split, to, functionName: 'distribute', args: [token] })
  const releases = (...args: string[]) =>
    chain.mustSend({ ...split, functionName: 'release', args })

  const paidOutcome = await pay(usdc.to, amount, split.to)
  const distributedFirst = await distributes(usdc.to)
  await pay(usdc.to, amount, split.to)
  const distributed = await distributes(usdc.to)
  await pay(usdc.to, amount, split.to)
  const released = await releases(usdc.to, merchant)

  await pay(usdt.to, amount, split.to)
  await distributes(usdt.to)
  await pay(usdt.to, amount, split.to)
  const distributedUsdt = await distributes(usdt.to)

  const paidNative = await payNative(parseEther('1'), split.to)
  await distributes(native)
  await payNative(parseEther('1'), split.to)
  const distributedNative = await distributes(native)
  await payNative(parseEther('1'), split.to)
  const releasedNative = await releases(merchant)

  await pay(usdc.to, amount, ofThree.to)
  await distributes(usdc.to, ofThree)
  await pay(usdc.to, amount, ofThree.to)
  const distributedThree = await distributes(usdc.to, ofThree)

  return {
    'deploy the factory, once': deployed.gasUsed,
    'create, two recipients': created.gasUsed,
    'create again': createdAgain.gasUsed,
    'create, three recipients': createdThree.gasUsed,
    'buyer sends USDC': paidOutcome.gasUsed,
    'distribute USDC to two, first time': distributedFirst.gasUsed,
    'distribute USDC to two': distributed.gasUsed,
    'distribute USDC to three': distributedThree.gasUsed,
    'distribute USDT to two': distributedUsdt.gasUsed,
    'release USDC to one': released.gasUsed,
    'buyer sends ETH': paidNative.gasUsed,
    'distribute ETH to two': distributedNative.gasUsed,
    'release ETH to one': releasedNative.gasUsed,
  }
}
