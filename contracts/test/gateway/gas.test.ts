import { maxUint256, numberToHex, parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { compareGas, readGas } from '../gas.js'
import { anyTime, signAuthorization, signPermit, toVrs } from '../sign.js'
import {
  buyer,
  buyerAccount,
  createFixture,
  type Fixture,
  keyOf,
  merchant,
  native,
  receiptKey,
} from './fixture.js'
import { nonceOf } from './nonce-of.js'

const amount = 25_000_000n
const ether = parseEther('0.01')
const salt = keyOf('salt')

describe('gas of the gateway', () => {
  test('default', async () => {
    const measured = {
      ...(await measurePayments(await createFixture())),
      ...(await measureSignatures(await createPaidFixture())),
      ...(await measureDeposits(await createPaidFixture())),
    }
    expect(compareGas(readGas()['gateway'] ?? {}, measured)).toEqual([])
  })
})

/** The payout address already holds the asset, unless the name of an action states otherwise. */
async function createPaidFixture(): Promise<Fixture> {
  const fixture = await createFixture()
  const { chain, usdc } = fixture
  await chain.mustSend({ ...usdc, functionName: 'mint', args: [merchant, 1n] })
  return fixture
}

async function measurePayments({ chain, gateway, usdc, usdt, approve }: Fixture) {
  const pay = (token: string, units: bigint, value = 0n) =>
    chain.mustSend({
      ...gateway,
      from: buyer,
      functionName: 'pay',
      args: [receiptKey, merchant, token, units],
      value,
    })
  const deployed = await chain.deploy('PaymentGateway')
  const approved = await approve(usdc, 10n * amount)
  const first = await pay(usdc.to, amount)
  const later = await pay(usdc.to, amount)
  await approve(usdt, 10n * amount)
  await pay(usdt.to, amount)

  return {
    'deploy the gateway, once': deployed.gasUsed,
    'approve USDC, once': approved.gasUsed,
    'pay USDC, first of the merchant': first.gasUsed,
    'pay USDC': later.gasUsed,
    'pay USDT': (await pay(usdt.to, amount)).gasUsed,
    'pay ETH': (await pay(native, ether, ether)).gasUsed,
  }
}

async function measureSignatures({ chain, gateway, usdc }: Fixture) {
  const payWithPermit = async (nonce: bigint) => {
    const permit = { owner: buyer, spender: gateway.to, value: amount, nonce, deadline: maxUint256 }
    const vrs = toVrs(await signPermit(buyerAccount, usdc, permit))
    return chain.mustSend({
      ...gateway,
      from: buyer,
      functionName: 'payWithPermit',
      args: [receiptKey, merchant, usdc.to, amount, maxUint256, ...vrs],
    })
  }
  const signature = await signAuthorization(buyerAccount, usdc, 'ReceiveWithAuthorization', {
    from: buyer,
    to: gateway.to,
    value: amount,
    nonce: nonceOf({ receiptKey, payoutAddress: merchant, salt }),
    ...anyTime,
  })

  return {
    'payWithPermit USDC, first of the buyer': (await payWithPermit(0n)).gasUsed,
    'payWithPermit USDC': (await payWithPermit(1n)).gasUsed,
    'payWithAuthorization USDC': (
      await chain.mustSend({
        ...gateway,
        functionName: 'payWithAuthorization',
        args: [
          receiptKey,
          merchant,
          usdc.to,
          amount,
          { payer: buyer, salt, signature, ...anyTime },
        ],
      })
    ).gasUsed,
  }
}

async function measureDeposits({ chain, gateway, usdc, depositOf, transfer, flush }: Fixture) {
  const deposit = await depositOf()
  const paidIn = await transfer(usdc.to, amount, deposit)
  const first = await flush(usdc.to)
  await transfer(usdc.to, amount, deposit)
  const lateOutcome = await flush(usdc.to)

  const keys = Array.from({ length: 20 }, (_, index) => keyOf(index))
  for (const key of keys) await transfer(usdc.to, amount, await depositOf(merchant, key))
  const many = await chain.mustSend({
    ...gateway,
    functionName: 'flushMany',
    args: [keys.map((key) => ({ receiptKey: key, payoutAddress: merchant, token: usdc.to }))],
  })

  const payouts = Array.from({ length: 20 }, (_, index) =>
    numberToHex(0xf00d00 + index, { size: 20 }),
  )
  const spread = payouts.map((payout, index) => ({ payout, key: keyOf(`spread ${index}`) }))
  for (const { payout, key } of spread) {
    await transfer(usdc.to, 1n, payout)
    await transfer(usdc.to, amount, await depositOf(payout, key))
  }
  const manyPayouts = await chain.mustSend({
    ...gateway,
    functionName: 'flushMany',
    args: [
      spread.map(({ payout, key }) => ({
        receiptKey: key,
        payoutAddress: payout,
        token: usdc.to,
      })),
    ],
  })

  const inEther = keyOf('in ether')
  const etherDeposit = await depositOf(merchant, inEther)
  await transfer(native, ether, etherDeposit)
  const firstEther = await flush(native, merchant, inEther)
  const paidEtherIn = await transfer(native, ether, etherDeposit)
  const lateEther = await flush(native, merchant, inEther)

  return {
    'buyer sends USDC to a deposit': paidIn.gasUsed,
    'flush USDC, first': first.gasUsed,
    'flush USDC, late': lateOutcome.gasUsed,
    'flushMany of 20 USDC, first, each': (many.gasUsed + 19n) / 20n,
    'flushMany of 20 USDC to 20 merchants, first, each': (manyPayouts.gasUsed + 19n) / 20n,
    'buyer sends ETH to a deposit, late': paidEtherIn.gasUsed,
    'flush ETH, first': firstEther.gasUsed,
    'flush ETH, late': lateEther.gasUsed,
  }
}
