import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../../test/fixtures/factories.js'
import type { Address } from '../../../../lib/hex.js'
import type { Hex } from '../../../../platform/chain/chain.js'
import type { BillingPlanVersion } from '../../plans/plan.js'
import type { Attempt } from '../attempt/attempt.js'
import { gatherBatches } from './gather-batches.js'

const merchant = aWallet()
const plain: Hex = `0x${'1'.repeat(130)}`

type Fields = {
  merchant?: Address
  account?: Address
  signature?: Hex
  maxBatch?: number
  spender?: Address
  isApproved?: boolean
}

let count = 0

function aReady(fields: Fields = {}) {
  count += 1
  const { account = aWallet(), signature = plain, maxBatch = 50, spender = merchant } = fields
  const ownAddress = fields.merchant ?? merchant
  const attempt = {
    subscription: { id: `sub_${count}`, merchant: ownAddress, signature, permission: { account } },
    version: { spender },
    charge: { merchant: ownAddress, maxBatch },
  } as unknown as Attempt
  return { attempt, isApproved: fields.isApproved ?? false }
}

const many = (length: number, fields: Fields = {}) => Array.from({ length }, () => aReady(fields))

async function gather(
  ready: readonly ReturnType<typeof aReady>[],
  options: { withCode?: readonly Address[]; missingVersions?: readonly BillingPlanVersion[] } = {},
) {
  const { withCode = [], missingVersions = [] } = options
  const findCode = async (address: Address) => (withCode.includes(address) ? '0x60' : null) as Hex
  const batches = await gatherBatches({ findCode }, { ready, missingVersions })
  return batches.map(({ attempts, payer, missingVersions: created }) => ({
    size: attempts.length,
    payer,
    created: created.length,
  }))
}

describe('gatherBatches', () => {
  test('default: fifty of one merchant', async () => {
    const other = many(3, { merchant: aWallet() })
    const sizes = (await gather([...many(120), ...other])).map(({ size }) => size)
    expect(sizes).toEqual([50, 50, 20, 3])
  })

  test('behavior: the first charge of a wallet whose code runs is alone', async () => {
    const [account, longSigner] = [aWallet(), aWallet()]
    const ready = [
      ...many(2),
      aReady({ account }),
      aReady({ account: longSigner, signature: `${plain}00` }),
      aReady({ account, isApproved: true }),
    ]
    expect(await gather(ready, { withCode: [account] })).toEqual([
      { size: 3, payer: null, created: 0 },
      { size: 1, payer: account, created: 0 },
      { size: 1, payer: longSigner, created: 0 },
    ])
  })

  test('behavior: charges of a divided batch stay in smaller ones', async () => {
    const sizes = (await gather([...many(5, { maxBatch: 2 }), ...many(2)])).map(({ size }) => size)
    expect(sizes).toEqual([2, 2, 1, 2])
  })

  test('behavior: creates at most two spenders in one transaction', async () => {
    const spenders = Array.from({ length: 6 }, () => aWallet())
    const missingVersions = spenders.map(
      (spender) => ({ spender }) as unknown as BillingPlanVersion,
    )
    const ready = spenders.map((spender) => aReady({ spender }))
    expect(await gather(ready, { missingVersions })).toEqual([
      { size: 2, payer: null, created: 2 },
      { size: 2, payer: null, created: 2 },
      { size: 2, payer: null, created: 2 },
    ])
  })
})
