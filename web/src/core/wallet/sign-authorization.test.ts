import type { PortalReceipt } from '@tallystick/sdk'
import { type Address, concat, type Hex, keccak256, recoverTypedDataAddress, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { aGaslessReceipt, eth, usdc } from '../../../test/fixtures/receipt.js'
import { aWallet, buyer, walletError } from '../../../test/fixtures/wallet.js'
import type { PaymentOption } from '../api/payment-option.js'
import type { PayStep } from './pay-outcome.js'
import { type AuthorizationBody, signAuthorization } from './sign-authorization.js'

type Options = NonNullable<Parameters<typeof aWallet>[0]>

const now = 1_767_268_800_999
const salt = `0x${'a5'.repeat(32)}` as const
const random = () => new Uint8Array(32).fill(0xa5)
const base = aGaslessReceipt()
const gasless = base.payment.gasless as NonNullable<PortalReceipt['payment']['gasless']>

async function sign(options: Options = {}, option = usdc, receipt = base) {
  const wallet = aWallet(options)
  const steps: PayStep[] = []
  const onStep = (step: PayStep) => steps.push(step)
  const outcome = await signAuthorization(wallet, { receipt, option, now, random, onStep })
  return { wallet, steps, outcome }
}

/** Computes the nonce as the gateway's abi.encode does, with the address at the end of its word. */
function nonceOf(salt: Hex): Hex {
  const zeros = `0x${'00'.repeat(12)}` as const
  const { receiptKey, payoutAddress } = gasless
  return keccak256(concat([receiptKey as Hex, zeros, payoutAddress as Hex, salt]))
}

/** Recovers the signer as the token does. */
function signerOf(body: AuthorizationBody): Promise<Address> {
  const uint = <Name extends string>(name: Name) => ({ name, type: 'uint256' }) as const
  const address = <Name extends string>(name: Name) => ({ name, type: 'address' }) as const
  return recoverTypedDataAddress({
    domain: {
      name: 'USDC',
      version: '2',
      chainId: 84_532,
      verifyingContract: usdc.token as Address,
    },
    types: {
      ReceiveWithAuthorization: [
        address('from'),
        address('to'),
        uint('value'),
        uint('validAfter'),
        uint('validBefore'),
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'ReceiveWithAuthorization',
    message: {
      from: body.payer as Address,
      to: gasless.gateway as Address,
      value: BigInt(body.amountUnits),
      validAfter: BigInt(body.validAfter),
      validBefore: BigInt(body.validBefore),
      nonce: nonceOf(body.salt as Hex),
    },
    signature: body.signature as Hex,
  })
}

const throws = (method: string, error: unknown) => ({
  [method]: () => {
    throw error
  },
})

describe('signAuthorization', () => {
  test('default', async () => {
    const { outcome, steps } = await sign()
    expect(outcome).toEqual({
      kind: 'signed',
      body: {
        token: 'USDC',
        payer: buyer.address,
        amountUnits: '31920000',
        validAfter: 0,
        validBefore: 1_767_272_400,
        salt,
        signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
      },
    })
    expect(steps).toEqual(['connecting', 'checking', 'confirming'])
    if (outcome.kind === 'signed') expect(await signerOf(outcome.body)).toBe(buyer.address)
  })

  test('behavior: passes JSON text with all types', async () => {
    const { wallet } = await sign()
    const [from, text] = wallet.lastParams('eth_signTypedData_v4')
    expect(from).toBe(buyer.address.toLowerCase())
    const { types, domain, primaryType, message } = JSON.parse(text)
    expect(Object.keys(types)).toEqual(['EIP712Domain', primaryType])
    expect(types.EIP712Domain.map(({ name }: { name: string }) => name)).toEqual(
      Object.keys(domain),
    )
    expect(message.nonce).toBe(nonceOf(salt))
  })

  test('behavior: every salt is unique', async () => {
    const salts = await Promise.all(
      [1, 2].map(async () => {
        const outcome = await signAuthorization(aWallet(), { receipt: base, option: usdc, now })
        return outcome.kind === 'signed' && outcome.body.salt
      }),
    )
    expect(salts[0]).toMatch(/^0x[0-9a-f]{64}$/)
    expect(salts[0]).not.toBe(salts[1])
  })

  test('behavior: the nonce depends on the salt', async () => {
    const other = () => new Uint8Array(32).fill(1)
    const input = { receipt: base, option: usdc, now, random: other }
    const outcome = await signAuthorization(aWallet(), input)
    if (outcome.kind !== 'signed') throw new Error(outcome.kind)
    expect(outcome.body.salt).toBe(toHex(other()))
    expect(await signerOf(outcome.body)).toBe(buyer.address)
    expect(await signerOf({ ...outcome.body, salt })).not.toBe(buyer.address)
  })

  test('behavior: converts a recovery byte of 0 or 1', async () => {
    const { outcome } = await sign({
      responses: {
        eth_signTypedData_v4: async (params) => {
          const signature: string = (await aWallet().provider.request({
            method: 'eth_signTypedData_v4',
            params,
          })) as string
          return signature.replace(/1b$/, '00').replace(/1c$/, '01')
        },
      },
    })
    if (outcome.kind !== 'signed') throw new Error(outcome.kind)
    expect(outcome.body.signature).toMatch(/1[bc]$/)
    expect(await signerOf(outcome.body)).toBe(buyer.address)
  })

  test('behavior: switches to the right chain first and needs no native token', async () => {
    const { outcome, steps, wallet } = await sign({ chainId: 1, nativeUnits: 0n })
    expect(outcome).toMatchObject({ kind: 'signed' })
    expect(steps).toEqual(['connecting', 'switching', 'checking', 'confirming'])
    expect(wallet.methods()).not.toContain('eth_getBalance')
    expect(wallet.methods().slice(-2)).toEqual(['eth_chainId', 'eth_signTypedData_v4'])
  })

  test('behavior: stops when the token is short', async () => {
    const { outcome, wallet } = await sign({ tokens: 1_000_000n })
    expect(outcome).toEqual({ kind: 'insufficient_funds', of: 'token', needs: '31.92', has: '1' })
    expect(wallet.methods()).not.toContain('eth_signTypedData_v4')
  })

  test('behavior: returns rejected when the buyer rejects', async () => {
    const error = walletError(4001)
    for (const method of ['eth_requestAccounts', 'eth_signTypedData_v4']) {
      const { outcome } = await sign({ responses: throws(method, error) })
      expect(outcome).toEqual({ kind: 'rejected' })
    }
  })

  test('behavior: does not sign when the chain changes during the balance check', async () => {
    const { outcome, wallet } = await sign({
      responses: {
        eth_call: (_, changed) => {
          changed.chainId = 1
        },
      },
    })
    expect(outcome).toEqual({ kind: 'wrong_network' })
    expect(wallet.methods()).not.toContain('eth_signTypedData_v4')
  })

  test('behavior: returns no_account without an account', async () => {
    expect((await sign({ accounts: [] })).outcome).toEqual({ kind: 'no_account' })
  })

  test('error: the wallet cannot sign typed data', async () => {
    const responses = throws('eth_signTypedData_v4', walletError(-32601, 'Not supported'))
    expect((await sign({ responses })).outcome).toEqual({
      kind: 'failed',
      message: 'Not supported',
    })
  })

  test.each([[null], ['0x'], ['yes'], [{}]])('error: %j is not a signature', async (response) => {
    const { outcome } = await sign({ responses: { eth_signTypedData_v4: () => response } })
    expect(outcome).toEqual({ kind: 'not_signed' })
  })

  const cannot = { kind: 'not_signable' }

  test.each([
    ['the native token', eth],
    ['the native token as USDC', { ...usdc, token: null }],
    ['a token without signatures', { ...usdc, symbol: 'USDT' }],
    ['no amount', { ...usdc, amountUnits: '' }],
  ])('error: %s', async (_name, option: PaymentOption) => {
    const { outcome, wallet } = await sign({}, option)
    expect(outcome).toEqual(cannot)
    expect(wallet.calls).toEqual([])
  })

  test.each([
    ['no gasless terms', null],
    ['no gateway', { ...gasless, gateway: `0x${'0'.repeat(40)}` }],
    ['no payout address', { ...gasless, payoutAddress: '' }],
    ['an invalid receipt key', { ...gasless, receiptKey: '0x5e' }],
  ])('error: %s', async (_name, wrong: PortalReceipt['payment']['gasless']) => {
    const { outcome, wallet } = await sign({}, usdc, aGaslessReceipt({ gasless: wrong }))
    expect(outcome).toEqual(cannot)
    expect(wallet.calls).toEqual([])
  })
})
