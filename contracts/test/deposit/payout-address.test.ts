import fc from 'fast-check'
import { type Address, concatHex, getAddress, toHex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Contract } from '../call.js'
import { at, createTestChain, type TestChain } from '../chain.js'

let chain: TestChain
let maker: Contract
beforeAll(async () => {
  chain = await createTestChain()
  maker = await chain.deploy('DepositMaker')
})

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

describe('payoutAddress', () => {
  test('property: returns the payout address that the clone was created with', async () => {
    await fc.assert(
      fc.asyncProperty(bytes(20), bytes(32), async (payoutBytes, keyBytes) => {
        const args = [concatHex([toHex(payoutBytes), toHex(keyBytes)])]
        const { logs } = await chain.mustSend({ ...maker, functionName: 'make', args })
        const deposit = at('Deposit', logs[0]?.args['deposit'] as Address)
        expect(await chain.read({ ...deposit, functionName: 'payoutAddress' })).toBe(
          getAddress(toHex(payoutBytes)),
        )
      }),
      { numRuns: 100, seed: 1 },
    )
  })

  test('error: the implementation has no payout address', async () => {
    const to: Address = await chain.read({ ...maker, functionName: 'implementation' })
    const implementation = at('Deposit', to)
    await expect(chain.read({ ...implementation, functionName: 'payoutAddress' })).rejects.toThrow(
      'CloneCodeNotAClone',
    )
  })
})
