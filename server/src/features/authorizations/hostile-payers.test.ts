import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSigningBuyer } from '../../../test/fixtures/authorization.js'
import { aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../test/paying.js'
import type { Hex } from '../../platform/chain/chain.js'

/**
 * Returns the code of a wallet (EIP-1271) that accepts every signature if a condition holds, and
 * otherwise loops until its gas is used up. The condition is code that leaves a word on the stack.
 */
function acceptIf(condition: string): Hex {
  const at = (offset: number) => (condition.length / 2 + offset).toString(16).padStart(2, '0')
  return `0x${condition}60${at(7)}575b60${at(3)}565b631626ba7e60e01b60005260206000f3`
}

/** `tx.gasprice == 0`, as in a simulation without fees. */
const honestWithoutPrice = acceptIf('3a15')
/** `block.number % 2 == 0` */
const honestInEvenBlocks = acceptIf('4360011615')

let paying: Paying
let seller: Seller
beforeAll(async () => {
  // A payer may cause 500,000 reverted gas per day.
  paying = await startPaying({ RELAYER_DAILY_GAS: '1000000000' })
  seller = await aSeller(paying.app)
}, 60_000)
afterAll(() => paying.close())

let counter = 0
type Payer = Awaited<ReturnType<typeof aSigningBuyer>>['payer']
function aReceipt(payer?: Payer) {
  counter += 1
  return aSigningBuyer(paying, { id: `h-${counter}`, seller, ...(payer && { payer }) })
}

const become = (payer: Payer, code: Hex) => paying.chain.call('anvil_setCode', payer.address, code)

/** Sums the gas of the relayer's reverted transactions. */
async function revertedGas(): Promise<bigint> {
  const { rows } = await paying.app.ctx.db.query<{ gas: string }>(
    `select coalesce(sum(gas_used), 0) as gas from outgoing_transactions where state = 'reverted'`,
  )
  return BigInt(rows[0]?.gas ?? 0)
}

describe('hostile payers', () => {
  test('error: a wallet that accepts only without a gas price is refused for free', async () => {
    const buyer = await aReceipt()
    await become(buyer.payer, honestWithoutPrice)
    const response = await buyer.post('authorize', await buyer.sign())
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
    await paying.settle()
    expect(await revertedGas()).toBe(0n)
  })

  test('error: a wallet that changes its mind costs one revert per day', {
    tags: 'slow',
  }, async () => {
    const first = await aReceipt()
    const { payer } = first
    await become(payer, honestInEvenBlocks)
    const head = BigInt((await paying.chain.call('eth_blockNumber')) as Hex)
    if (head % 2n === 1n) await paying.mine()
    expect((await first.post('authorize', await first.sign())).statusCode).toBe(200)
    await paying.settle()
    const spent = await revertedGas()
    expect(spent).toBeGreaterThan(400_000n)
    expect(spent).toBeLessThanOrEqual(480_000n)

    for (let n = 0; n < 5; n += 1) {
      await paying.mine()
      const buyer = await aReceipt(payer)
      const response = await buyer.post('authorize', await buyer.sign())
      const { statusCode } = response
      expect([400, 429]).toContain(statusCode)
      if (statusCode === 429) {
        expect(response.json()).toMatchObject({
          error: 'rate_limited',
          resetAt: expect.any(Number),
        })
      }
      await paying.settle()
    }
    expect(await revertedGas()).toBe(spent)

    const honest = await aReceipt()
    expect((await honest.post('authorize', await honest.sign())).statusCode).toBe(200)
  })
})
