import { decodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { eth, usdc } from '../../../test/fixtures/receipt.js'
import { aWallet, buyer, walletError } from '../../../test/fixtures/wallet.js'
import { findShortfall } from './find-shortfall.js'

type Options = Parameters<typeof aWallet>[0]

const find = (options: Options, option = usdc, paysGas = true) =>
  findShortfall(aWallet(options).provider, { from: buyer.address, option, paysGas })

const dueUnits = BigInt(eth.amountUnits)
const fee = 21_000n * 1_000_000n
const fails = () => {
  throw walletError(-32603)
}

describe('findShortfall', () => {
  test('default', async () => {
    const wallet = aWallet()
    const payer = { from: buyer.address, option: usdc, paysGas: true }
    expect(await findShortfall(wallet.provider, payer)).toBeNull()

    const [call, block] = wallet.lastParams('eth_call')
    expect([call.to, block]).toEqual([usdc.token, 'latest'])
    expect(decodeFunctionData({ abi: erc20Abi, data: call.data })).toEqual({
      functionName: 'balanceOf',
      args: [buyer.address],
    })
    expect(wallet.lastParams('eth_getBalance')).toEqual([buyer.address, 'latest'])
  })

  test('behavior: compares the token balance to the unit', async () => {
    expect(await find({ tokens: 31_920_000n })).toBeNull()
    expect(await find({ tokens: 31_919_999n })).toEqual({
      kind: 'insufficient_funds',
      of: 'token',
      needs: '31.92',
      has: '31.919999',
    })
  })

  test('behavior: a token transfer needs some native token for its fee', async () => {
    expect(await find({ nativeUnits: 1n })).toBeNull()
    expect(await find({ nativeUnits: 0n })).toEqual({
      kind: 'insufficient_funds',
      of: 'gas',
      needs: '0.00000004',
      has: '0',
    })
  })

  test('behavior: reports the token first when both are short', async () => {
    expect(await find({ nativeUnits: 0n, tokens: 0n })).toMatchObject({ of: 'token', has: '0' })
  })

  test('behavior: a native transfer includes its fee', async () => {
    expect(await find({ nativeUnits: dueUnits + fee }, eth)).toBeNull()
    expect(await find({ nativeUnits: dueUnits + fee - 1n }, eth)).toEqual({
      kind: 'insufficient_funds',
      of: 'gas',
      needs: '0.010640021',
      has: '0.010640020999999999',
    })
    expect(await find({ nativeUnits: dueUnits - 1n }, eth)).toEqual({
      kind: 'insufficient_funds',
      of: 'token',
      needs: '0.01064',
      has: '0.010639999999999999',
    })
  })

  test('behavior: a signature needs no gas', async () => {
    const wallet = aWallet({ nativeUnits: 0n })
    const payer = { from: buyer.address, option: usdc, paysGas: false }
    expect(await findShortfall(wallet.provider, payer)).toBeNull()
    expect(wallet.methods()).toEqual(['eth_call'])
    expect(await find({ tokens: 1n }, usdc, false)).toMatchObject({ of: 'token' })
  })

  test('behavior: treats unknown balances as sufficient', async () => {
    const unreadable = { eth_call: fails, eth_getBalance: fails, eth_gasPrice: fails }
    expect(await find({ responses: unreadable })).toBeNull()
    expect(await find({ responses: unreadable }, eth)).toBeNull()
    expect(await find({ tokens: 0n, responses: { eth_call: () => '0x' } })).toBeNull()
    expect(
      await find({ nativeUnits: dueUnits, responses: { eth_gasPrice: fails } }, eth),
    ).toBeNull()
  })

  test('behavior: reports a fee of 0 when the gas price is unknown', async () => {
    expect(await find({ nativeUnits: 0n, responses: { eth_gasPrice: fails } })).toEqual({
      kind: 'insufficient_funds',
      of: 'gas',
      needs: '0',
      has: '0',
    })
  })
})
