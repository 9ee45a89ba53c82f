// @module-tag slow
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getReceipt } from '../../../src/features/receipts/read/get-receipt.js'
import { type Address, checksumAddress, knownAddress } from '../../../src/lib/hex.js'
import type { Hex } from '../../../src/platform/chain/chain.js'
import { testUsdcAbi } from '../../../src/platform/chain/generated/test-contracts.js'
import { aPayer, aSigningBuyer } from '../../fixtures/authorization.js'
import { aWallet } from '../../fixtures/factories.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { aSignedInBuyer } from '../../fixtures/signed-in-buyer.js'
import { type Paying, startPaying } from '../../paying.js'

/** The wallet of an exchange: a key that sends its own transactions, for many customers. */
const exchange = knownAddress('0x90f79bf6eb2c4f870365e785982e1f101e93b906')
/** Calls the address in the first word of its calldata with the rest, like a contract wallet. */
const callingCode: Hex = '0x602036038060206000376000600082600060006000355af115601d57005b60006000fd'
/** Accepts every signature (EIP-1271). */
const signingCode: Hex = '0x631626ba7e60e01b60005260206000f3'
const units = 12_000_000n

let paying: Paying
let seller: Seller
beforeAll(async () => {
  paying = await startPaying()
  seller = await aSeller(paying.app)
  await mint(exchange)
  await paying.settle(4)
}, 60_000)
afterAll(() => paying.close())

let counter = 0
function nextId(): string {
  counter += 1
  return `u-${counter}`
}

async function mint(to: Address): Promise<void> {
  const args = [to, 100_000_000n] as const
  const data = encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args })
  await paying.send(paying.buyer, paying.tokenOf('USDC'), data)
}

/** Creates a receipt of 12 dollars and returns its deposit address. */
async function aReceipt(): Promise<{ receiptId: string; to: Address }> {
  const receiptId = nextId()
  const body = { id: receiptId, lineItems: [{ label: 'Tea', priceUsd: 12 }], totalUsd: 12 }
  expect((await seller.post('/api/receipts', body)).statusCode).toBe(201)
  return { receiptId, to: await paying.depositOf(seller.wallet, receiptId) }
}

async function plan(receiptId: string, fields: object = {}) {
  await paying.watch()
  const response = await seller.act('/api/receipts/refund/plan', { receiptId, ...fields })
  const { error, plan: planned } = response.json()
  if (error) return error
  const { transfers, unverifiedPayers, note = null } = planned
  return {
    to: transfers.map(({ to }: { to: string }) => to),
    unverifiedPayers: unverifiedPayers.map(({ address, token, units }: UnverifiedPayer) => ({
      address,
      token,
      units,
    })),
    note,
  }
}

type UnverifiedPayer = { address: string; token: string; units: string }

const transferTo = (payer: Address) => ({
  to: [checksumAddress(payer)],
  unverifiedPayers: [],
  note: null,
})
const unverified = (payer: Address) => ({
  to: [],
  unverifiedPayers: [
    {
      address: checksumAddress(payer),
      token: checksumAddress(paying.tokenOf('USDC')),
      units: String(units),
    },
  ],
  note: null,
})

describe('payers of a refund', () => {
  test('default: waits until the merchant confirms the wallet of an exchange', async () => {
    const { receiptId, to } = await aReceipt()
    await paying.pay('USDC', { from: exchange, to, units })
    expect(await plan(receiptId)).toEqual(unverified(exchange))
    expect(await plan(receiptId, { payers: [aWallet()] })).toBe('invalid_input')
    expect(await plan(receiptId, { payers: [exchange] })).toEqual(transferTo(exchange))
    const other = aWallet()
    expect(await plan(receiptId, { buyer: other })).toEqual(transferTo(other))
  })

  test('behavior: waits for a contract that sent a plain transfer', async () => {
    const wallet = aWallet()
    await paying.chain.call('anvil_setCode', wallet, callingCode)
    await mint(wallet)
    const { receiptId, to } = await aReceipt()
    const args = [to, units] as const
    const transfer = encodeFunctionData({ abi: testUsdcAbi, functionName: 'transfer', args })
    const target = paying.tokenOf('USDC').slice(2).padStart(64, '0')
    await paying.send(paying.buyer, wallet, `0x${target}${transfer.slice(2)}`)
    expect(await plan(receiptId)).toEqual(unverified(wallet))
    expect(await plan(receiptId, { payers: [wallet] })).toEqual(transferTo(wallet))
  })

  test('behavior: refunds a contract wallet that signed the payment', async () => {
    const payer = await aPayer(paying)
    await paying.chain.call('anvil_setCode', payer.address, signingCode)
    const buyer = await aSigningBuyer(paying, { id: nextId(), seller, payer })
    const response = await buyer.post('authorize', await buyer.sign())
    expect(response.statusCode, response.body).toBe(200)
    await paying.settle()
    expect(await plan(buyer.receiptId)).toEqual(transferTo(payer.address))
  })

  test('behavior: refunds a wallet that paid with the key of the receipt', async () => {
    const { receiptId } = await aReceipt()
    const { payoutAddress } = await getReceipt(paying.app.ctx, {
      merchant: seller.wallet,
      id: receiptId,
    })
    await paying.payByGateway({
      from: exchange,
      receiptKey: await paying.receiptKeyOf(seller.wallet, receiptId),
      payoutAddress,
      token: paying.tokenOf('USDC'),
      units,
    })
    expect(await plan(receiptId)).toEqual(transferTo(exchange))
  })

  test('behavior: refunds a wallet that signed in on the payment page, before or after it paid', async () => {
    for (const isFirst of [true, false]) {
      const buyer = await aSignedInBuyer(paying.app, { id: nextId(), seller })
      const { wallet } = buyer.person
      const to = await paying.depositOf(seller.wallet, buyer.receiptId)
      await mint(wallet)
      await paying.chain.call('anvil_setBalance', wallet, '0xde0b6b3a7640000')
      await paying.chain.call('anvil_impersonateAccount', wallet)
      if (isFirst) expect(await buyer.postStatus('buyer_logged_in')).toMatchObject([200, {}])
      await paying.pay('USDC', { from: wallet, to, units })
      if (!isFirst) {
        expect(await plan(buyer.receiptId)).toEqual(unverified(wallet))
        expect(await buyer.postStatus('refund_requested')).toMatchObject([200, {}])
      }
      expect(await plan(buyer.receiptId)).toEqual(transferTo(wallet))
    }
  })

  test('behavior: returns credit under the same condition', async () => {
    const { receiptId, to } = await aReceipt()
    await paying.pay('USDC', { from: exchange, to, units: 2n * units })
    expect(await plan(receiptId, { credit: true })).toEqual(unverified(exchange))
    const confirmed = { credit: true, payers: [checksumAddress(exchange)] }
    expect(await plan(receiptId, confirmed)).toEqual(transferTo(exchange))
  })

  test.each([
    ['payers that are not a list', { payers: exchange }, 'invalid_input'],
    ['payers that are not addresses', { payers: ['Ada'] }, 'invalid_input'],
    ['a buyer that is not an address', { buyer: 'Ada' }, 'invalid_buyer'],
  ])('error: %s', async (_name, fields, error) => {
    const { receiptId } = await aReceipt()
    expect(await plan(receiptId, fields)).toBe(error)
  })
})
