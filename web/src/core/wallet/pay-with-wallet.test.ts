import fc from 'fast-check'
import { decodeFunctionData, getAddress, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { aGaslessReceipt, eth, usdc } from '../../../test/fixtures/receipt.js'
import { aWallet, buyer, walletError } from '../../../test/fixtures/wallet.js'
import type { PaymentOption } from '../api/payment-option.js'
import type { PayStep } from './pay-outcome.js'
import { payWithWallet } from './pay-with-wallet.js'

type Options = NonNullable<Parameters<typeof aWallet>[0]>

const abi = parseAbi(['function transfer(address to, uint256 amount)'])
const base = aGaslessReceipt().payment
const from = buyer.address.toLowerCase()

async function pay(options: Options = {}, option = usdc, payment = base) {
  const wallet = aWallet(options)
  const steps: PayStep[] = []
  const onStep = (step: PayStep) => steps.push(step)
  const outcome = await payWithWallet(wallet, { payment, option, onStep })
  return { wallet, steps, outcome, sent: wallet.lastParams('eth_sendTransaction')?.[0] }
}

const throws = (error: unknown) => ({
  eth_sendTransaction: () => {
    throw error
  },
})

describe('payWithWallet', () => {
  test('default', async () => {
    const { outcome, steps, sent } = await pay()
    expect(outcome).toEqual({ kind: 'sent', txHash: `0x${'ab'.repeat(32)}` })
    expect(steps).toEqual(['connecting', 'checking', 'confirming'])
    expect(Object.keys(sent).toSorted()).toEqual(['chainId', 'data', 'from', 'to'])
    expect(sent).toMatchObject({ from, to: usdc.token, chainId: '0x14a34' })
    expect(decodeFunctionData({ abi, data: sent.data })).toEqual({
      functionName: 'transfer',
      args: [getAddress(base.depositAddress), 31_920_000n],
    })
  })

  test("behavior: pays with the chain's native token", async () => {
    const { outcome, sent } = await pay({}, eth)
    expect(outcome).toMatchObject({ kind: 'sent' })
    expect(sent).toEqual({
      from,
      to: base.depositAddress,
      value: '0x25cd060c690000',
      chainId: '0x14a34',
    })
  })

  test('behavior: switches to the right chain first', async () => {
    const { outcome, steps, wallet } = await pay({ chainId: 1 })
    expect(outcome).toMatchObject({ kind: 'sent' })
    expect(steps).toEqual(['connecting', 'switching', 'checking', 'confirming'])
    expect(wallet.methods().slice(-2)).toEqual(['eth_chainId', 'eth_sendTransaction'])
  })

  test('behavior: pays from the first account', async () => {
    const { sent } = await pay({ accounts: [from, `0x${'1'.repeat(40)}`] })
    expect(sent.from).toBe(from)
  })

  test('property: sends the amount due to the deposit address', async () => {
    const address = fc
      .bigInt({ min: 1n, max: 2n ** 160n - 1n })
      .map((number) => `0x${number.toString(16).padStart(40, '0')}`)
    const amount = fc.bigInt({ min: 1n, max: 2n ** 200n })
    await fc.assert(
      fc.asyncProperty(address, address, amount, async (depositAddress, token, dueUnits) => {
        const rich = { nativeUnits: 2n ** 201n, tokens: 2n ** 201n }
        const payment = { ...base, depositAddress }
        const amountUnits = String(dueUnits)

        const paid = await pay(rich, { ...usdc, token, amountUnits }, payment)
        expect(paid.sent.to).toBe(token)
        expect(decodeFunctionData({ abi, data: paid.sent.data }).args).toEqual([
          getAddress(depositAddress),
          dueUnits,
        ])

        const { sent } = await pay(rich, { ...eth, amountUnits }, payment)
        expect(sent).not.toHaveProperty('data')
        expect(sent.to).toBe(depositAddress)
        expect(sent.value).toMatch(/^0x[1-9a-f][0-9a-f]*$/)
        expect(BigInt(sent.value)).toBe(dueUnits)
      }),
      { numRuns: 100 },
    )
  })

  test('behavior: stops when the token or the native token is short', async () => {
    const { outcome, steps, sent } = await pay({ tokens: 1n })
    expect(outcome).toEqual({
      kind: 'insufficient_funds',
      of: 'token',
      needs: '31.92',
      has: '0.000001',
    })
    expect(steps).toEqual(['connecting', 'checking'])
    expect(sent).toBeUndefined()
    expect((await pay({ nativeUnits: 0n })).outcome).toMatchObject({
      kind: 'insufficient_funds',
      of: 'gas',
    })
  })

  test.each([
    ['by EIP-1193', walletError(4001)],
    ['through WalletConnect', walletError(5000)],
    ['through a library', walletError('ACTION_REJECTED')],
  ])('behavior: returns rejected when the buyer rejects %s', async (_name, error) => {
    const { outcome, steps } = await pay({ responses: throws(error) })
    expect(outcome).toEqual({ kind: 'rejected' })
    expect(steps).toContain('confirming')
  })

  test('behavior: returns rejected when the buyer rejects the connection', async () => {
    const responses = {
      eth_requestAccounts: () => {
        throw walletError(4001)
      },
    }
    expect((await pay({ responses })).outcome).toEqual({ kind: 'rejected' })
  })

  test('behavior: returns no_account without an account', async () => {
    expect((await pay({ accounts: [] })).outcome).toEqual({ kind: 'no_account' })
  })

  test('behavior: does not send when the chain changes during the balance check', async () => {
    const { outcome, sent } = await pay({
      responses: {
        eth_call: (_, wallet) => {
          wallet.chainId = 1
        },
      },
    })
    expect(outcome).toEqual({ kind: 'wrong_network' })
    expect(sent).toBeUndefined()
  })

  test('error: the wallet no longer has the account', async () => {
    const { outcome, sent } = await pay({
      accounts: [`0x${'1'.repeat(40)}`, from],
    })
    expect(outcome).toEqual({ kind: 'unknown', message: 'Not yours' })
    expect(sent.from).toBe(`0x${'1'.repeat(40)}`)
  })

  test('error: the wallet throws', async () => {
    const { outcome } = await pay({
      responses: throws(walletError(-32000, 'intrinsic gas too low')),
    })
    expect(outcome).toEqual({ kind: 'unknown', message: 'intrinsic gas too low' })
  })

  test.each([[null], ['0x'], [`0x${'ab'.repeat(31)}`], [{ hash: `0x${'ab'.repeat(32)}` }]])(
    'error: %j is not a transaction hash',
    async (response) => {
      const responses = { eth_sendTransaction: () => response }
      expect((await pay({ responses })).outcome).toEqual({
        kind: 'unknown',
        message: null,
      })
    },
  )

  test.each([
    { token: 'USDC' },
    { token: undefined },
    { amountUnits: '0' },
    { amountUnits: '31.92' },
  ])('error: sends no request for an option with %j', async (wrong) => {
    const { outcome, wallet } = await pay({}, { ...usdc, ...wrong } as PaymentOption)
    expect(outcome).toEqual({ kind: 'invalid' })
    expect(wallet.calls).toEqual([])
  })

  test('error: there is no deposit address', async () => {
    const { outcome, wallet } = await pay({}, eth, { ...base, depositAddress: '' })
    expect(outcome).toEqual({ kind: 'invalid' })
    expect(wallet.calls).toEqual([])
  })
})
