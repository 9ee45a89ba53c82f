import { pad } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { at } from '../chain.js'
import { createFixture, encodeRecipients, type Fixture, merchant, salt } from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})

const args = encodeRecipients([[merchant, 10_000]])
const predict = (...values: unknown[]) =>
  fixture.chain.read({ ...fixture.factory, functionName: 'predict', args: values })

describe('predict', () => {
  test('default', async () => {
    const { chain, factory } = fixture
    const predicted = await predict(args, salt)
    expect(await chain.getCode(predicted)).toBe('0x')
    const { returned } = await chain.mustSend({
      ...factory,
      functionName: 'create',
      args: [args, salt],
    })
    expect(returned).toBe(predicted)
    expect(await predict(args, salt)).toBe(predicted)
  })

  test('behavior: depends on the salt and on the factory', async () => {
    const { chain } = fixture
    const other = await chain.deploy('SplitFactory')
    const elsewhere = {
      ...at('SplitFactory', other.to),
      functionName: 'predict',
      args: [args, salt],
    }
    const predicted = await predict(args, salt)
    expect(await predict(args, pad('0x01'))).not.toBe(predicted)
    expect(await chain.read(elsewhere)).not.toBe(predicted)
  })

  test('error: refuses recipients that create refuses', async () => {
    const refused = encodeRecipients([[merchant, 9_999]])
    await expect(predict(refused, salt)).rejects.toThrow('SplitFactoryBadSum(9999)')
  })
})
