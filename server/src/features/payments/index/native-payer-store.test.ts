import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aHash } from '../../../../test/fixtures/buyer.js'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Address } from '../../../lib/hex.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { assignPayers } from './native-payer-store.js'

const chainId = 84_532
const [merchant, deposit, buyer, thirdParty] = [aWallet(), aWallet(), aWallet(), aWallet()]
const ref = { merchant, receiptId: 'r-1' }

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())
beforeEach(() => ctx.db.query('truncate announced_transactions, payments'))

async function flush(
  block: number,
  options: { units?: number; log?: number; state?: string; payer?: Address } = {},
) {
  const { units = 10, log = 0, state = 'confirmed', payer = null } = options
  await ctx.db.query(
    `insert into payments (chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, payer,
       deposit_address, payout_address, block_number, block_hash, paid_at, state, created_at)
     values ($1, $2, $3, $4, 'r-1', 'native', $5, $6, $7, $8, $4, $9, $2, 0, $10, 0)`,
    [chainId, aHash(), log, merchant, nativeToken, units, payer, deposit, block, state],
  )
}

async function announce(
  payer: Address,
  block: number | null,
  options: { units?: number; state?: string; to?: Address } = {},
) {
  const { units = 10, state = 'paying', to = deposit } = options
  await ctx.db.query(
    `insert into announced_transactions (merchant, receipt_id, tx_hash, created_at, state, payer, units,
       block_number, deposit_address)
     values ($1, 'r-1', $2, 0, $3, $4, $5, $6, $7)`,
    [merchant, aHash(), state, payer, units, block, to],
  )
}

/** Names the payers and returns them in chain order. */
async function name() {
  const changed = await assignPayers(ctx.db, { chainId, refs: [ref] })
  const { rows } = await ctx.db.query<{ payer: Address | null }>(
    'select payer from payments order by block_number, log_index',
  )
  return { changed, payers: rows.map(({ payer }) => payer) }
}

describe('assignPayers', () => {
  test('default: names the sender of the whole amount, once', async () => {
    await flush(5)
    await announce(buyer, 4)
    expect(await name()).toEqual({ changed: [ref], payers: [buyer] })
    expect(await name()).toEqual({ changed: [], payers: [buyer] })
  })

  test('behavior: two transactions that fit name no payer', async () => {
    await flush(5, { payer: buyer })
    await announce(buyer, 4)
    await announce(thirdParty, 3)
    expect(await name()).toEqual({ changed: [ref], payers: [null] })
  })

  test.each<[string, number | null, object]>([
    ['less', 4, { units: 9 }],
    ['more', 4, { units: 11 }],
    ['no native token', 4, { units: 0 }],
    ['the block of the flush', 5, {}],
    ['a later block', 6, {}],
    ['the block of the previous flush', 2, {}],
    ['a block before the previous flush', 1, {}],
    ['an unknown block, from an earlier version', null, {}],
    ['another deposit address', 4, { to: aWallet() }],
    ['no outcome yet', 4, { state: 'open' }],
    ['another outcome', 4, { state: 'unrelated' }],
  ])('behavior: does not name the sender of a transaction with %s', async (_, block, options) => {
    await flush(2, { units: 3 })
    await flush(5)
    await announce(thirdParty, block, options)
    expect(await name()).toEqual({ changed: [], payers: [null, null] })
  })

  test('behavior: a transaction explains one flush of several', async () => {
    for (const block of [2, 5, 9]) await flush(block)
    await announce(buyer, 4)
    expect((await name()).payers).toEqual([null, buyer, null])
    await announce(thirdParty, 1)
    expect((await name()).payers).toEqual([thirdParty, buyer, null])
  })

  test('behavior: two flushes in one block name no payer of the second', async () => {
    await flush(5)
    await flush(5, { log: 1 })
    await announce(buyer, 4)
    expect((await name()).payers).toEqual([buyer, null])
  })

  test('behavior: an orphaned flush neither counts nor changes', async () => {
    await flush(3, { state: 'orphaned', payer: thirdParty })
    await flush(5)
    await announce(buyer, 2)
    expect((await name()).payers).toEqual([thirdParty, buyer])
  })

  test('behavior: a payer without a transaction becomes unknown', async () => {
    await flush(5, { payer: thirdParty })
    expect(await name()).toEqual({ changed: [ref], payers: [null] })
  })
})
