// @module-tag slow
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Address, checksumAddress, knownAddress } from '../../../src/lib/hex.js'
import type { Hex } from '../../../src/platform/chain/chain.js'
import { testUsdcAbi } from '../../../src/platform/chain/generated/test-contracts.js'
import { aWallet } from '../../fixtures/factories.js'
import { encodeForward, placeNativeKeeper } from '../../fixtures/hostile/hostile-contracts.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const abi = testUsdcAbi
/** A wallet with its own native tokens. */
const thirdParty = knownAddress('0x90f79bf6eb2c4f870365e785982e1f101e93b906')

let paying: Paying
let seller: Seller
let buyer: Address
beforeAll(async () => {
  paying = await startPaying()
  buyer = paying.buyer
  const items = [{ sku: 'A', name: 'A', priceUsd: 100, stockQty: 500 }]
  seller = await aSeller(paying.app, { items })
  await paying.settle(4)
}, 60_000)
afterAll(() => paying.close())
beforeEach(async () => {
  await paying.watch()
})

/** An order whose payment page was opened. */
async function order() {
  const response = await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })
  const id: string = response.json().receipt.receiptId
  const to = await paying.depositOf(seller.wallet, id)
  const page = (await paying.app.inject(`/api/portal/${id}`)).json()
  const headers = { 'x-portal-token': page.portalToken }
  const ethOption = page.payment.options.find(
    (option: { symbol: string }) => option.symbol === 'ETH',
  )
  return {
    id,
    units: BigInt(ethOption.amountUnits),
    pay: (from: Address, units = BigInt(ethOption.amountUnits)) =>
      paying.send(from, to, '0x', units),
    to,
    async announce(txHash: Hex): Promise<void> {
      const url = `/api/portal/${id}/tx`
      const payload = { txHash }
      const { statusCode, body } = await paying.app.inject({
        method: 'POST',
        url,
        headers,
        payload,
      })
      if (statusCode !== 200) throw new Error(`not announced: ${body}`)
    },
  }
}

/**
 * Returns the payers of the refund plan, which signed nothing, its note, and the buyer of the
 * receipt.
 */
async function refundOf(id: string) {
  const response = await seller.act('/api/receipts/refund/plan', { receiptId: id })
  const { transfers, unverifiedPayers, note = null } = response.json().plan
  expect(transfers).toEqual([])
  const { buyerWallet } = (await seller.get(`/api/receipts/${id}`)).json()
  const to = unverifiedPayers.map(({ address }: { address: string }) => address)
  return { to, note, buyerWallet }
}

const unknown = {
  to: [],
  note: 'The payer is unknown. Ask the buyer for a wallet address.',
  buyerWallet: null,
}
const knownPayer = (wallet: Address) => ({
  to: [checksumAddress(wallet)],
  note: null,
  buyerWallet: checksumAddress(wallet),
})

async function payersOf(id: string): Promise<(Address | null)[]> {
  const { rows } = await paying.app.ctx.db.query<{ payer: Address | null }>(
    `select payer from payments where receipt_id = $1 and kind = 'native' and state <> 'orphaned'
     order by block_number`,
    [id],
  )
  return rows.map(({ payer }) => payer)
}

async function announcedOf(id: string) {
  const { rows } = await paying.app.ctx.db.query(
    `select state, network, (block_number is not null) as is_found from announced_transactions
     where receipt_id = $1 order by created_at, tx_hash`,
    [id],
  )
  return rows
}

describe('the payer of native tokens', () => {
  test('default: is the sender of an announced transfer of the whole amount', async () => {
    const { id, pay, announce } = await order()
    await announce(await pay(buyer))
    await paying.settle()
    expect(await refundOf(id)).toEqual(knownPayer(buyer))
    expect(await announcedOf(id)).toEqual([{ state: 'paying', network: null, is_found: true }])
  })

  test('behavior: is not a third party who sent a token through a contract that keeps the native token', async () => {
    const { id, to, units, pay, announce } = await order()
    const keeper = aWallet()
    const usdc = paying.tokenOf('USDC')
    await placeNativeKeeper(paying.chain, keeper)
    const mint = encodeFunctionData({ abi, functionName: 'mint', args: [keeper, 1n] })
    await paying.send(thirdParty, usdc, mint)
    const forward = encodeForward({ token: usdc, to })
    const hash = await paying.send(thirdParty, keeper, forward, 2n * units)
    expect(await paying.balanceOf('ETH', keeper)).toBe(2n * units)
    expect(await paying.balanceOf('USDC', to)).toBe(1n)
    await announce(hash)
    await paying.watch()

    await pay(buyer)
    await paying.settle()

    expect(await payersOf(id)).toEqual([null])
    expect(await refundOf(id)).toEqual(unknown)
  })

  test('behavior: is named by an announcement after the flush', async () => {
    const { id, pay, announce } = await order()
    const hash = await pay(buyer)
    await paying.settle()
    expect(await refundOf(id)).toEqual(unknown)

    await announce(hash)
    await paying.settle()
    expect(await refundOf(id)).toEqual(knownPayer(buyer))
    const { timeline } = (await seller.get(`/api/receipts/${id}`)).json()
    const paid = timeline.filter((entry: { status: string }) => entry.status === 'paid')
    expect(paid).toHaveLength(1)
  })

  test('behavior: a transfer names only the payer of the flush that follows it', async () => {
    const { id, pay, announce } = await order()
    const early = await pay(thirdParty)
    await paying.settle()
    const late = await pay(buyer)
    await paying.settle()
    await announce(early)
    await paying.settle()
    expect(await payersOf(id)).toEqual([thirdParty, null])
    await announce(late)
    await paying.settle()
    expect(await payersOf(id)).toEqual([thirdParty, buyer])
    // The second payment is extra, so the buyer of the receipt stays.
    expect(await refundOf(id)).toMatchObject({ buyerWallet: checksumAddress(thirdParty) })
  })

  test('behavior: is unknown when another transfer is in the same flush', async () => {
    const { id, pay, announce, units } = await order()
    await announce(await pay(buyer))
    await pay(thirdParty, units / 500n)
    await paying.settle()
    expect(await payersOf(id)).toEqual([null])
  })

  test('behavior: is known although a third party added a wei', async () => {
    const { id, pay, announce } = await order()
    await announce(await pay(buyer))
    await pay(thirdParty, 1n)
    await paying.settle()
    expect(await payersOf(id)).toEqual([buyer])
  })

  test('behavior: a reorg reopens an announced transfer, which names the payer where it returns', async () => {
    const { id, to, units, pay, announce } = await order()
    const open = { state: 'open', network: null, is_found: false }
    const expectedRow = { state: 'paying', network: null, is_found: true }
    await announce(await pay(buyer))
    await paying.watch()
    expect(await announcedOf(id)).toEqual([expectedRow])

    await paying.chain.call('anvil_reorg', 1, [])
    await paying.watch()
    expect(await announcedOf(id)).toEqual([open])
    expect(await payersOf(id)).toEqual([])
    expect(await paying.balanceOf('ETH', to)).toBe(0n)

    // The chain forgets the removed transfer. An equal one can have its hash, which waits for its
    // next lookup.
    await announce(await pay(buyer, units + 1n))
    expect(await paying.balanceOf('ETH', to)).toBe(units + 1n)
    await paying.settle()
    expect(await announcedOf(id)).toContainEqual(expectedRow)
    expect(await payersOf(id)).toEqual([buyer])
    expect(await refundOf(id)).toEqual(knownPayer(buyer))
  })
})
