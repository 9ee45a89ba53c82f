// @module-tag slow
import { encodeFunctionData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getTrialBalance } from '../../../src/features/ledger/get-trial-balance.js'
import { type Address, checksumAddress, knownAddress } from '../../../src/lib/hex.js'
import { DAY_MS, HOUR_MS } from '../../../src/lib/time.js'
import type { Hex } from '../../../src/platform/chain/chain.js'
import { subscriptionCharger } from '../../../src/platform/chain/contracts.js'
import { subscriptionChargerAbi } from '../../../src/platform/chain/generated/subscription-charger.js'
import { noSplitProof } from '../../../src/platform/chain/plan-spender.js'
import { nativeToken } from '../../../src/platform/chain/tokens.js'
import { sandboxPlatformWallet } from '../../../src/platform/config/sandbox-secrets.js'
import { type Charging, startCharging } from '../../fixtures/charging.js'
import { aWallet } from '../../fixtures/factories.js'
import { aMember, aSeller } from '../../fixtures/seller.js'
import { walletCode } from '../../fixtures/servers/evm-node.js'
import { aPlan } from '../../fixtures/subscriber.js'

const url = '/api/subscriptions/payout'
const month = 30 * DAY_MS
const [net, fee] = [19_900_000n, 100_000n]
/** The status depends on the number of blocks since. */
const isSettled = expect.stringMatching(/^(completed|reconciled)$/)
const platform = knownAddress(sandboxPlatformWallet)

let charging: Charging
beforeAll(async () => {
  charging = await startCharging()
}, 60_000)
afterAll(() => charging.close())

/** A shop with a plan, and the key of its owner. */
async function aShop({ priceUsd = 20, ...options }: { hasSplit: boolean; priceUsd?: number }) {
  const privateKey = generatePrivateKey()
  const seller = await aSeller(charging.app, { ...options, privateKey })
  const plan = await aPlan(seller, { priceUsd })
  const account = privateKeyToAccount(privateKey)

  async function message(changes: object = {}) {
    const typedData = (await seller.get(url)).json().typedData ?? (await aMessage(seller.wallet))
    return { ...typedData, message: { ...typedData.message, ...changes } }
  }
  /** Signs the message with the changes, and returns the body to send. */
  async function sign(changes: object = {}, by = account) {
    const typedData = await message(changes)
    const { payout, nonce, deadline } = typedData.message
    const signature = await by.signTypedData(typedData)
    return { payout, nonce, deadline, signature }
  }
  return {
    ...seller,
    plan,
    sign,
    show: async () => (await seller.get(url)).json(),
    set: (body: object) => seller.act(url, body),
    async setSplit(recipient: Address = aWallet()): Promise<Address> {
      const recipients = [{ address: recipient, sharesBps: 9950 }]
      const response = await seller.act('/api/split/deploy', { recipients })
      return knownAddress(response.json().split.address)
    },
    /** Submits an override as a third party would. */
    async setOnChain(payout: Address): Promise<void> {
      const { nonce, deadline, signature } = await sign({
        payout: checksumAddress(payout),
        ...noShare,
      })
      await relay({ signer: seller.wallet, payout, nonce, deadline, signature })
    },
    receipts: async (id: string) => {
      const ids = (await charging.charges(id)).flatMap(({ receipt_id }) => receipt_id ?? [])
      return Promise.all(
        ids.map(async (receiptId) => (await seller.get(`/api/receipts/${receiptId}`)).json()),
      )
    },
  }
}

const noShare = { splitFeeRecipient: nativeToken, splitFeeBps: 0 }

/** The message without a payout, for a shop that the service offers none. */
async function aMessage(signer: Address) {
  const [, nonce] = (await charging.app.ctx.chain?.readContract({
    address: subscriptionCharger.address,
    abi: subscriptionChargerAbi,
    functionName: 'payoutOf',
    args: [signer],
  })) ?? ['0x', 0n]
  const { writePayoutMessage } = await import(
    '../../../src/features/subscriptions/payout/payout-message.js'
  )
  const deadline = Math.floor(charging.app.ctx.now() / 1_000) + 3_600
  const none = { payout: nativeToken, ...noShare }
  return writePayoutMessage(84_532, { signer, ...none, nonce: Number(nonce), deadline })
}

async function relay(input: {
  signer: Address
  payout: string
  nonce: number
  deadline: number
  signature: Hex
}): Promise<void> {
  const { signer, payout, nonce, deadline, signature } = input
  const message = { merchant: signer, payout: payout as Hex, ...noShare }
  const numbers = { nonce: BigInt(nonce), deadline: BigInt(deadline) }
  const args = [{ ...message, ...numbers }, noSplitProof, signature] as const
  const data = encodeFunctionData({ abi: subscriptionChargerAbi, functionName: 'setPayout', args })
  await charging.send(charging.buyer, subscriptionCharger.address, data)
}

async function countPlanned(): Promise<number> {
  const { rows } = await charging.app.ctx.db.query<{ count: string }>(
    `select count(*) as count from outgoing_transactions where purpose = 'subscription.payout'`,
  )
  return Number(rows[0]?.count)
}

async function gains(owners: Address[], work: () => Promise<unknown>): Promise<bigint[]> {
  const read = () => Promise.all(owners.map((owner) => charging.balanceOf('USDC', owner)))
  const before = await read()
  await work()
  return (await read()).map((units, index) => units - (before[index] ?? 0n))
}

async function renew(): Promise<void> {
  await charging.advance(month + HOUR_MS)
  await charging.charge()
}

/** Requires balanced books without money in custody, and returns the platform's fee in them. */
async function feeInBooks(merchant: Address): Promise<bigint> {
  const { accounts, isBalanced } = await getTrialBalance(charging.app.ctx, merchant)
  expect(isBalanced).toBe(true)
  const open = accounts.filter(
    ({ account }) =>
      account === 'custody' || account === 'customer_credit' || account.startsWith('due:'),
  )
  for (const { account, debitUnits, creditUnits, usdMicros } of open) {
    expect([account, debitUnits - creditUnits, usdMicros]).toEqual([account, 0n, 0n])
  }
  return -(accounts.find(({ account }) => account === 'platform_fee')?.usdMicros ?? 0n)
}

describe('moving the payout', () => {
  test('default: existing subscribers pay the new split', async () => {
    const shop = await aShop({ hasSplit: true })
    const { id } = await charging.subscribe(shop.plan)
    await charging.charge()
    const recipient = aWallet()
    const split = await shop.setSplit(recipient)
    const before = await shop.show()
    expect(before).toMatchObject({
      success: true,
      signer: checksumAddress(shop.wallet),
      signers: [checksumAddress(shop.wallet)],
      override: null,
      nonce: 0,
      pending: null,
      newPlansPayout: checksumAddress(split),
      problem: null,
      typedData: { primaryType: 'SetPayout', message: { payout: checksumAddress(split) } },
    })

    const body = await shop.sign()
    const planned = { success: true, payout: checksumAddress(split), nonce: 0, status: 'pending' }
    expect((await shop.set(body)).json()).toMatchObject({ ...planned, txHash: null })
    expect((await shop.set(body)).json()).toMatchObject(planned)
    expect((await shop.show()).pending).toBe(checksumAddress(split))
    await charging.settle()
    await charging.mine(30)
    await charging.settle()
    const done = { ...planned, status: 'done', txHash: expect.stringMatching(/^0x/) }
    expect((await shop.set(body)).json()).toMatchObject(done)
    const after = { override: checksumAddress(split), nonce: 1, pending: null }
    expect(await shop.show()).toMatchObject(after)
    expect(await countPlanned()).toBe(1)

    expect(await gains([recipient, shop.wallet, platform], renew)).toEqual([net, 0n, fee])
    expect((await shop.receipts(id))[1]).toMatchObject({
      status: isSettled,
      payoutAddress: checksumAddress(split),
    })
    expect(await feeInBooks(shop.wallet)).toBe(2n * fee)
    const { rows } = await charging.app.ctx.db.query<{ target: string; after: unknown }>(
      `select target, after from audit_entries where merchant = $1 and action = 'payout.changed'`,
      [shop.wallet],
    )
    expect(rows).toEqual([
      { target: shop.wallet, after: { payout: checksumAddress(split), nonce: 0 } },
    ])
  })

  test('behavior: a contract wallet signs, and zero restores the payout', async () => {
    const shop = await aShop({ hasSplit: false })
    const guardian = privateKeyToAccount(generatePrivateKey())
    const code = walletCode(guardian.address.toLowerCase() as Hex)
    await charging.chain.call('anvil_setCode', shop.wallet, code)
    const other = aWallet()
    const body = await shop.sign({ payout: checksumAddress(other) }, guardian)
    expect((await shop.set(body)).json()).toMatchObject({ status: 'pending' })
    await charging.settle()
    const { id } = await charging.subscribe(shop.plan)
    const paid = await gains([other, platform], () => charging.charge())
    expect(paid).toEqual([net, fee])
    expect(await shop.receipts(id)).toMatchObject([
      { status: isSettled, payoutAddress: checksumAddress(other) },
    ])

    const back = await shop.sign({ payout: nativeToken }, guardian)
    expect((await shop.set(back)).json()).toMatchObject({ status: 'pending', nonce: 1 })
    await charging.settle()
    expect(await shop.show()).toMatchObject({ override: null, nonce: 2 })
    expect(await gains([shop.wallet, other], renew)).toEqual([net, 0n])
    expect(await feeInBooks(shop.wallet)).toBe(2n * fee)
  })

  test('behavior: a signature that another party submits first is done', async () => {
    const shop = await aShop({ hasSplit: false })
    const body = await shop.sign({ payout: checksumAddress(aWallet()) })
    await shop.set(body)
    await relay({ signer: shop.wallet, ...body })
    await charging.settle()
    expect((await shop.set(body)).json()).toMatchObject({ status: 'done', txHash: null })
    const replay = await shop.set({ ...body, payout: checksumAddress(aWallet()) })
    expect([replay.statusCode, replay.json().error]).toEqual([409, 'conflict'])
  })

  test('behavior: the former owner signs for the plans of their time', async () => {
    const shop = await aShop({ hasSplit: false })
    const next = await aMember(charging.app, { merchant: shop.wallet, role: 'viewer' })
    const { db } = charging.app.ctx
    await db.query(`delete from members where merchant = $1 and person = $1`, [shop.wallet])
    await db.query(`update members set role = 'owner' where merchant = $1`, [shop.wallet])
    expect(await shop.show()).toMatchObject({
      signer: checksumAddress(next.wallet),
      signers: [checksumAddress(shop.wallet)],
    })
    const signer = checksumAddress(shop.wallet)
    const of = await charging.app.inject({ url: `${url}?signer=${signer}`, headers: shop.headers })
    expect(of.json()).toMatchObject({ signer, newPlansPayout: checksumAddress(next.wallet) })
    const unknown = await shop.get(`${url}?signer=${aWallet()}`)
    expect(unknown.statusCode).toBe(403)
    const message = { merchant: signer, payout: checksumAddress(aWallet()) }
    const body = { ...(await shop.sign(message)), wallet: signer }
    const send = (payload: object) =>
      charging.app.inject({ method: 'POST', url, headers: next.headers, payload })
    expect((await send(body)).statusCode).toBe(403)
    expect((await send({ ...body, signer })).json()).toMatchObject({ status: 'pending', signer })
  })
})

describe('a change that is refused', () => {
  test('error: a wrong signature, nonce or deadline plans nothing', async () => {
    const shop = await aShop({ hasSplit: false })
    const payout = checksumAddress(aWallet())
    const thirdParty = privateKeyToAccount(generatePrivateKey())
    const before = await countPlanned()
    const validSignature = await shop.sign({ payout })
    const now = Math.floor(charging.app.ctx.now() / 1_000)
    const refusals = [
      [await shop.sign({ payout }, thirdParty), 403, 'forbidden'],
      [{ ...validSignature, payout: checksumAddress(aWallet()) }, 403, 'forbidden'],
      [
        { ...validSignature, signature: `${validSignature.signature}${'6492'.repeat(16)}` },
        403,
        'forbidden',
      ],
      [await shop.sign({ payout, deadline: now }), 400, 'invalid_input'],
      [await shop.sign({ payout, nonce: 1 }), 409, 'conflict'],
      [await shop.sign({ payout: subscriptionCharger.address }), 400, 'invalid_input'],
      [{ ...validSignature, payout: 'home' }, 400, 'invalid_wallet'],
      [{ ...validSignature, signer: aWallet() }, 403, 'forbidden'],
      [{ ...validSignature, nonce: -1 }, 400, 'invalid_input'],
    ] as const
    for (const [body, status, error] of refusals) {
      const response = await shop.set(body)
      expect([response.statusCode, response.json()]).toMatchObject([
        status,
        { success: false, error },
      ])
    }
    expect(await countPlanned()).toBe(before)
    expect((await shop.set(validSignature)).statusCode).toBe(200)
    const second = await shop.set(await shop.sign({ payout: checksumAddress(aWallet()) }))
    expect(second.statusCode).toBe(409)
  })

  test('error: only the owner may submit it', async () => {
    const shop = await aShop({ hasSplit: false })
    const body = await shop.sign({ payout: checksumAddress(aWallet()) })
    expect((await shop.post(url, body)).statusCode).toBe(403)
    const send = (headers: Record<string, string>) =>
      charging.app.inject({
        method: 'POST',
        url,
        headers,
        payload: { ...body, wallet: shop.wallet },
      })
    const admin = await aMember(charging.app, { merchant: shop.wallet, role: 'admin' })
    expect((await send(admin.headers)).statusCode).toBe(403)
    expect((await send({})).statusCode).toBe(401)
  })

  test('behavior: a plan that paid a split pays a wallet with the whole fee', async () => {
    const shop = await aShop({ hasSplit: true, priceUsd: 200 })
    const { id } = await charging.subscribe(shop.plan)
    await charging.charge()
    const other = aWallet()
    const moved = await shop.set(await shop.sign({ payout: checksumAddress(other), ...noShare }))
    expect(moved.statusCode).toBe(200)
    await charging.settle(4)
    const [paid = 0n, fees = 0n] = await gains([other, platform], renew)
    expect(paid).toBe(199_000_000n)
    // Subscriptions of other tests are renewed too.
    expect(fees).toBeGreaterThanOrEqual(1_000_000n)
    const events = (await charging.events('subscription.charged')).filter(
      ({ subscriptionId }) => subscriptionId === id,
    )
    expect(events).toMatchObject([{ feeUsd: 1 }, { feeUsd: 1 }])
    expect(await feeInBooks(shop.wallet)).toBe(2_000_000n)
  })

  test('behavior: a plan that paid a wallet pays a split, whose share is the fee', async () => {
    const shop = await aShop({ hasSplit: false })
    await charging.subscribe(shop.plan)
    const recipient = aWallet()
    await shop.setSplit(recipient)
    expect((await shop.set(await shop.sign())).statusCode).toBe(200)
    await charging.settle(4)
    const paid = await gains([recipient, platform], () => charging.charge())
    expect(paid).toEqual([net, fee])
    expect(await feeInBooks(shop.wallet)).toBe(fee)
  })

  test('error: the split of another merchant', async () => {
    const [shop, plain] = [await aShop({ hasSplit: true }), await aShop({ hasSplit: false })]
    const split = checksumAddress(await plain.setSplit())
    const foreign = await shop.set(await shop.sign({ payout: split }))
    expect(foreign.json().message).toContain('another merchant')
  })
})

describe('an override that was set on chain', () => {
  test('behavior: after the charge was planned, the receipt is still paid', async () => {
    const shop = await aShop({ hasSplit: false })
    const { id } = await charging.subscribe(shop.plan)
    await charging.run()
    const other = aWallet()
    await shop.setOnChain(other)
    const paid = await gains([other, shop.wallet], () => charging.charge())
    expect(paid).toEqual([net, 0n])
    expect(await shop.receipts(id)).toMatchObject([{ status: isSettled }])
    expect(await feeInBooks(shop.wallet)).toBe(fee)
  })

  test('behavior: a split plan that pays a wallet takes the fee directly', async () => {
    const shop = await aShop({ hasSplit: true })
    const other = aWallet()
    await shop.setOnChain(other)
    const { id } = await charging.subscribe(shop.plan)
    const paid = await gains([other, platform], () => charging.charge())
    expect(paid).toEqual([net, fee])
    expect(await shop.receipts(id)).toMatchObject([
      { status: isSettled, payoutAddress: checksumAddress(other) },
    ])
    expect(await feeInBooks(shop.wallet)).toBe(fee)
  })

  test('behavior: a split without a signed share takes the fee twice, even after a reorganization', async () => {
    const shop = await aShop({ hasSplit: false })
    const { id } = await charging.subscribe(shop.plan)
    const recipient = aWallet()
    await shop.setOnChain(await shop.setSplit(recipient))
    const second = (net * 50n) / 10_000n
    const paid = await gains([recipient, platform], () => charging.charge())
    expect(paid).toEqual([net - second, fee + second])
    expect(await shop.receipts(id)).toMatchObject([{ status: isSettled, totalUsd: 20 }])
    expect(await feeInBooks(shop.wallet)).toBe(fee + second)
    const report = (await shop.get('/api/reports/settlement?format=json')).json()
    expect(report.rows).toMatchObject([{ total: 20, net: 20 }])
    expect(report.receivedNotSold.rows).toEqual([])
    const through = (await shop.get('/api/split/transactions')).json()
    expect(through).toMatchObject([{ amount: 19.9, fees: 0.0995 }])

    await charging.chain.call('anvil_reorg', 4, [])
    await charging.watch()
    await charging.run()
    expect(await shop.receipts(id)).toMatchObject([{ status: 'generated' }])
    expect(await feeInBooks(shop.wallet)).toBe(0n)
  })

  test('behavior: money in the split of another merchant is in the books of both', async () => {
    const [shop, other] = [await aShop({ hasSplit: false }), await aShop({ hasSplit: true })]
    const { newPlansPayout } = await other.show()
    await shop.setOnChain(knownAddress(newPlansPayout))
    const { id } = await charging.subscribe(shop.plan)
    await charging.charge()
    expect(await shop.receipts(id)).toMatchObject([{ status: isSettled }])
    expect(await feeInBooks(shop.wallet)).toBe(fee)
    const { accounts } = await getTrialBalance(charging.app.ctx, other.wallet)
    const received = accounts.find(({ account }) => account === 'proceeds')
    expect(received?.debitUnits).toBe(net)
  })
})
