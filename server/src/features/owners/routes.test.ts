import type { TypedDataDefinition } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { useCalls } from '../../../test/fixtures/used-calls.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import { knownAddress } from '../../lib/hex.js'
import { DAY_MS } from '../../lib/time.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Owner = SignedIn & { account: PrivateKeyAccount; privateKey: `0x${string}` }
type Message = Record<string, unknown> & { nonce: string; expiresAt: number }
type TypedData = Omit<TypedDataDefinition, 'message'> & { message: Message }
type Action = 'transfer' | 'register-recovery-wallet' | 'remove-recovery-wallet'

async function aPerson(options: { asBuyer?: boolean } = {}): Promise<Owner> {
  const privateKey = generatePrivateKey()
  const account = privateKeyToAccount(privateKey)
  return { ...(await signIn(app, { privateKey, ...options })), account, privateKey }
}

const sign = ({ account }: Owner, typedData: TypedData) =>
  account.signTypedData(typedData as TypedDataDefinition)

/** Returns the message that the service offers to an owner. */
async function messageFor(owner: Owner, action: Action, other: Owner, merchant = owner.wallet) {
  const query = `wallet=${merchant}&action=${action}&other=${other.wallet}`
  const { headers } = owner
  const response = await app.inject({ url: `/api/owner/message?${query}`, headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().typedData as TypedData
}

const post = async ({ headers }: SignedIn, path: string, payload: object) => {
  const response = await app.inject({ method: 'POST', url: `/api/owner${path}`, headers, payload })
  return { status: response.statusCode, ...response.json() }
}

const termsOf = ({ message: { nonce, expiresAt } }: TypedData) => ({ nonce, expiresAt })

/** Returns the signed body of a transfer. Each part can be signed by another wallet or message. */
async function transferBody(
  owner: Owner,
  newOwner: Owner,
  change: { typedData?: TypedData; signers?: [Owner, Owner]; signed?: TypedData } = {},
) {
  const typedData = change.typedData ?? (await messageFor(owner, 'transfer', newOwner))
  const [first, second] = change.signers ?? [owner, newOwner]
  const signed = change.signed ?? typedData
  return {
    newOwner: newOwner.wallet,
    ...termsOf(typedData),
    ownerSignature: await sign(first, signed),
    newOwnerSignature: await sign(second, signed),
  }
}

const transfer = async (owner: Owner, newOwner: Owner) =>
  post(owner, '/transfer', await transferBody(owner, newOwner))

async function register(owner: Owner, second: Owner) {
  const typedData = await messageFor(owner, 'register-recovery-wallet', second)
  return post(owner, '/recovery-wallet', {
    recoveryWallet: second.wallet,
    ...termsOf(typedData),
    ownerSignature: await sign(owner, typedData),
    recoverySignature: await sign(second, typedData),
  })
}

/** Signs in again, because changes of the ownership require a recent sign-in. */
const again = async (person: Owner): Promise<Owner> => ({
  ...person,
  ...(await signIn(app, { privateKey: person.privateKey })),
})

async function remove(owner: Owner, second: Owner, signer: Owner) {
  const typedData = await messageFor(owner, 'remove-recovery-wallet', second)
  const signature = await sign(signer, typedData)
  const field = signer === owner ? 'ownerSignature' : 'recoverySignature'
  return post(owner, '/recovery-wallet/remove', { ...termsOf(typedData), [field]: signature })
}

async function recoveriesOf({ headers }: SignedIn) {
  const response = await app.inject({ url: '/api/owner/recoveries', headers })
  return response.json().recoveries as { merchant: string; typedData: TypedData }[]
}

async function recover(second: Owner, merchant: Owner) {
  const [recovery] = await recoveriesOf(second)
  if (!recovery) throw new Error('the wallet can recover no merchant')
  const signature = await sign(second, recovery.typedData)
  const body = { merchant: merchant.wallet, ...termsOf(recovery.typedData), signature }
  return { body, ...(await post(second, '/recover', body)) }
}

const roleAt = async (merchant: SignedIn, { headers }: SignedIn): Promise<string | undefined> => {
  const me = (await app.inject({ url: '/api/auth/me', headers })).json()
  const wallets = me.merchants as { wallet: string; role: string }[]
  return wallets.find(({ wallet }) => knownAddress(wallet) === merchant.wallet)?.role
}

const actionsOf = async (merchant: SignedIn, as: SignedIn): Promise<string[]> => {
  const url = `/api/audit?wallet=${merchant.wallet}`
  const { entries } = (await app.inject({ url, headers: as.headers })).json()
  return entries.map(({ action }: { action: string }) => action)
}

describe('POST /api/owner/transfer', () => {
  test('default: makes the other wallet the owner, and the former owner loses every right', async () => {
    const [owner, buyer] = [await aPerson(), await aPerson({ asBuyer: true })]
    const { apiKey } = await aDeveloper(app.ctx, { wallet: owner.wallet })
    expect(await transfer(owner, buyer)).toEqual({
      status: 200,
      ok: true,
      merchant: owner.account.address,
      owner: buyer.account.address,
      recoveryWallet: null,
      recoveryRemovedAt: null,
    })

    expect(await roleAt(owner, owner)).toBeUndefined()
    expect(await roleAt(owner, buyer)).toBe('owner')
    const url = `/api/members?wallet=${owner.wallet}`
    expect((await app.inject({ url, headers: owner.headers })).statusCode).toBe(403)
    const { members } = (await app.inject({ url, headers: buyer.headers })).json()
    expect(members).toMatchObject([{ wallet: buyer.account.address, role: 'owner' }])
    const ping = await app.inject({ url: '/api/status/ping', headers: { 'x-api-key': apiKey } })
    expect(ping.json()).toMatchObject({ wallet: owner.account.address })
    expect(await actionsOf(owner, buyer)).toContain('owner.transferred')
  })

  test('behavior: a new sign-in of the former owner brings nothing back', async () => {
    const [owner, buyer] = [await aPerson(), await aPerson()]
    await transfer(owner, buyer)
    const again = await signIn(app, { privateKey: owner.privateKey })
    expect(await roleAt(owner, again)).toBeUndefined()
    const { headers } = again
    const created = await app.inject({ method: 'POST', url: '/api/merchants', headers })
    expect(created.json()).toMatchObject({ error: 'conflict' })
    const log = await app.inject({
      url: `/api/audit?wallet=${owner.wallet}&limit=1`,
      headers: buyer.headers,
    })
    expect(log.json().entries).toMatchObject([{ action: 'owner.transferred' }])
  })

  test('behavior: a member or invited wallet can become the owner', async () => {
    const [owner, guest] = [await aPerson(), await aPerson()]
    const payload = { member: guest.wallet, role: 'viewer' }
    const { headers } = owner
    await app.inject({ method: 'POST', url: '/api/members', headers, payload })
    expect(await transfer(owner, guest)).toMatchObject({ status: 200 })
    expect(await roleAt(owner, guest)).toBe('owner')
    const invitations = await app.inject({ url: '/api/invitations', headers: guest.headers })
    expect(invitations.json().invitations).toEqual([])
  })

  test('behavior: new receipts without a split pay the new owner', async () => {
    const [owner, buyer] = [await aPerson(), await aPerson()]
    const { apiKey } = await aDeveloper(app.ctx, { wallet: owner.wallet })
    const payoutOf = async (id: string) => {
      const payload = { id, totalUsd: 1, lineItems: [{ label: 'A', priceUsd: 1 }] }
      const headers = { 'x-api-key': apiKey }
      await app.inject({ method: 'POST', url: '/api/receipts', headers, payload })
      return (await app.inject({ url: `/api/receipts/${id}`, headers })).json().payoutAddress
    }
    expect(await payoutOf('before')).toBe(owner.account.address)
    await transfer(owner, buyer)
    expect(await payoutOf('after')).toBe(buyer.account.address)
  })

  test('error: refuses a message that was used', async () => {
    const [owner, buyer] = [await aPerson(), await aPerson()]
    const body = await transferBody(owner, buyer)
    const once = await Promise.all([post(owner, '/transfer', body), post(owner, '/transfer', body)])
    expect(once.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    // The merchant returns to its first owner, who still holds the old signatures.
    const returnedTypedData = await messageFor(buyer, 'transfer', owner, owner.wallet)
    const returned = await post(buyer, '/transfer', {
      wallet: owner.wallet,
      ...(await transferBody(buyer, owner, { typedData: returnedTypedData })),
    })
    expect(returned).toMatchObject({ status: 200, owner: owner.account.address })
    expect(await post(owner, '/transfer', body)).toMatchObject({ status: 409, error: 'conflict' })
    expect(await roleAt(owner, owner)).toBe('owner')
  })

  test('error: refuses an expired message, and one that lasts longer than a day', async () => {
    const [owner, buyer] = [await aPerson(), await aPerson()]
    const body = await transferBody(owner, buyer)
    app.ctx.clock.advance(DAY_MS)
    const late = await signIn(app, { privateKey: owner.privateKey })
    expect(await post(late, '/transfer', body)).toMatchObject({
      status: 400,
      message: 'The message has expired. Get a new one and sign it.',
    })
    const typedData = await messageFor({ ...owner, ...late }, 'transfer', buyer)
    typedData.message.expiresAt += 1
    const long = await transferBody(owner, buyer, { typedData })
    expect(await post(late, '/transfer', long)).toMatchObject({
      status: 400,
      message: 'expiresAt must be within one day. Get a new message.',
    })
    expect(await roleAt(owner, late)).toBe('owner')
  })

  const forgeries: [string, (scene: { owner: Owner; buyer: Owner; other: Owner }) => object][] = [
    ['the owner signs for both', ({ owner }) => ({ signers: [owner, owner] })],
    ['the new owner signs for both', ({ buyer }) => ({ signers: [buyer, buyer] })],
    ['the signatures are swapped', ({ owner, buyer }) => ({ signers: [buyer, owner] })],
    ['a third party signs for the owner', ({ buyer, other }) => ({ signers: [other, buyer] })],
    ['a third party signs for the new owner', ({ owner, other }) => ({ signers: [owner, other] })],
  ]
  test.each(forgeries)('error: %s', async (_name, change) => {
    const [owner, buyer, other] = [await aPerson(), await aPerson(), await aPerson()]
    const body = await transferBody(owner, buyer, change({ owner, buyer, other }))
    expect(await post(owner, '/transfer', body)).toMatchObject({ status: 403, error: 'forbidden' })
    expect(await roleAt(owner, owner)).toBe('owner')
  })

  const otherMessages: [string, (typedData: TypedData, other: Owner) => void][] = [
    ['another chain', ({ domain }) => Object.assign(domain ?? {}, { chainId: 1 })],
    ['another service', ({ message }) => Object.assign(message, { service: 'http://evil.test' })],
    ['another nonce', ({ message }) => Object.assign(message, { nonce: 'made-up' })],
    ['a later expiry', ({ message }) => Object.assign(message, { expiresAt: 4e12 })],
    [
      'another merchant',
      ({ message }, { account }) => Object.assign(message, { merchant: account.address }),
    ],
    [
      'another new owner',
      ({ message }, { account }) => Object.assign(message, { newOwner: account.address }),
    ],
    [
      'swapped roles',
      ({ message }) =>
        Object.assign(message, { owner: message['newOwner'], newOwner: message['owner'] }),
    ],
    [
      'another action',
      (typedData) => {
        const types = { RecoverOwnership: typedData.types['TransferOwnership'] }
        Object.assign(typedData, { primaryType: 'RecoverOwnership', types })
      },
    ],
  ]
  test.each(otherMessages)('error: both sign a message for %s', async (_name, change) => {
    const [owner, buyer, other] = [await aPerson(), await aPerson(), await aPerson()]
    const typedData = await messageFor(owner, 'transfer', buyer)
    const signed = structuredClone(typedData)
    change(signed, other)
    const body = await transferBody(owner, buyer, { typedData, signed })
    expect(await post(owner, '/transfer', body)).toMatchObject({ status: 403, error: 'forbidden' })
    expect(await roleAt(owner, owner)).toBe('owner')
  })

  test('error: only the owner can transfer, even with both signatures', async () => {
    const [owner, buyer, admin] = [await aPerson(), await aPerson(), await aPerson()]
    await app.ctx.db.query(
      `insert into members (merchant, person, role, created_at, joined_at)
       values ($1, $2, 'admin', 0, 0)`,
      [owner.wallet, admin.wallet],
    )
    const body = { ...(await transferBody(owner, buyer)), wallet: owner.wallet }
    for (const person of [admin, buyer]) {
      expect(await post(person, '/transfer', body)).toMatchObject({ status: 403 })
    }
    const { headers } = admin
    const url = `/api/owner?wallet=${owner.wallet}`
    expect((await app.inject({ url, headers })).statusCode).toBe(403)
  })

  test('error: refuses the owner as new owner, and malformed input', async () => {
    const owner = await aPerson()
    expect(await transfer(owner, owner)).toMatchObject({ status: 400, error: 'invalid_input' })
    const other = await aPerson()
    const body = await transferBody(owner, other)
    for (const [change, error] of [
      [{ newOwner: '0x12' }, 'invalid_wallet'],
      [{ nonce: 7 }, 'invalid_input'],
      [{ expiresAt: 1e300 }, 'invalid_input'],
      [{ expiresAt: 1.5 }, 'invalid_input'],
      [{ ownerSignature: '0x' }, 'invalid_input'],
      [{ ownerSignature: '0x00' }, 'forbidden'],
    ] as const) {
      expect(await post(owner, '/transfer', { ...body, ...change })).toMatchObject({ error })
    }
    expect(await roleAt(owner, owner)).toBe('owner')
  })

  test('error: limits attempts per person', async () => {
    const [owner, other] = [await aPerson(), await aPerson()]
    const limit = 'ownership-changes'
    await useCalls(app.ctx, { limit, owner: 'person', key: owner.wallet, used: 20 })
    expect(await transfer(owner, other)).toMatchObject({ status: 429, limit })
  })
})

describe('a recovery wallet', () => {
  test('default: becomes the owner, and the former owner loses every right', async () => {
    const [owner, second] = [await aPerson(), await aPerson({ asBuyer: true })]
    expect(await register(owner, second)).toEqual({
      status: 200,
      ok: true,
      merchant: owner.account.address,
      owner: owner.account.address,
      recoveryWallet: second.account.address,
      recoveryRemovedAt: null,
    })
    expect(await roleAt(owner, second)).toBeUndefined()

    const { body, ...recovered } = await recover(second, owner)
    expect(recovered).toMatchObject({ status: 200, owner: second.account.address })
    expect(await roleAt(owner, owner)).toBeUndefined()
    expect(await roleAt(owner, second)).toBe('owner')
    expect(await actionsOf(owner, second)).toEqual([
      'owner.recovered',
      'recovery_wallet.registered',
      'session.started',
      'merchant.created',
    ])
    // It is no recovery wallet afterwards, and the message works once.
    expect(await recoveriesOf(second)).toEqual([])
    expect(await post(second, '/recover', body)).toMatchObject({ status: 404 })
  })

  test('behavior: a stolen owner key cannot transfer the merchant or prevent the recovery', async () => {
    const [owner, second, thief] = [await aPerson(), await aPerson(), await aPerson()]
    await register(owner, second)
    expect(await transfer(owner, thief)).toMatchObject({ status: 409, error: 'conflict' })
    expect(await register(owner, thief)).toMatchObject({ status: 409, error: 'conflict' })
    const recoveryRemovedAt = app.ctx.now() + 7 * DAY_MS
    const recoveryWallet = second.account.address
    const planned = { status: 200, recoveryWallet, recoveryRemovedAt }
    expect(await remove(owner, second, owner)).toMatchObject(planned)
    app.ctx.clock.advance(DAY_MS / 4)
    const [later, laterSecond] = [await again(owner), await again(second)]
    expect(await remove(later, second, later)).toMatchObject(planned)
    expect(await transfer(later, thief)).toMatchObject({ status: 409 })
    expect(await recover(laterSecond, owner)).toMatchObject({ status: 200 })
    expect(await roleAt(owner, owner)).toBeUndefined()
  })

  test('behavior: the removal by the owner takes effect after seven days', async () => {
    const [owner, second, third] = [await aPerson(), await aPerson(), await aPerson()]
    await register(owner, second)
    await remove(owner, second, owner)
    app.ctx.clock.advance(7 * DAY_MS - 1)
    const [later, laterSecond] = [await again(owner), await again(second)]
    const [recovery] = await recoveriesOf(laterSecond)
    expect(recovery).toMatchObject({ merchant: owner.account.address })
    app.ctx.clock.advance(1)
    expect(await recoveriesOf(laterSecond)).toEqual([])
    const typedData = recovery?.typedData as TypedData
    const signature = await sign(second, typedData)
    const body = { merchant: owner.wallet, ...termsOf(typedData), signature }
    expect(await post(laterSecond, '/recover', body)).toMatchObject({ status: 404 })
    const url = '/api/owner'
    expect((await app.inject({ url, headers: later.headers })).json()).toMatchObject({
      recoveryWallet: null,
      recoveryRemovedAt: null,
    })
    expect(await register(later, third)).toMatchObject({
      status: 200,
      recoveryWallet: third.account.address,
    })
  })

  test('behavior: its own signature removes it at once, and a transfer is possible', async () => {
    const [owner, second, buyer] = [await aPerson(), await aPerson(), await aPerson()]
    await register(owner, second)
    expect(await remove(owner, second, second)).toMatchObject({ status: 200, recoveryWallet: null })
    expect(await recoveriesOf(second)).toEqual([])
    expect(await remove(owner, second, second)).toMatchObject({ status: 404 })
    expect(await transfer(owner, buyer)).toMatchObject({ status: 200 })
  })

  test('behavior: registering it again cancels the removal', async () => {
    const [owner, second] = [await aPerson(), await aPerson()]
    await register(owner, second)
    await remove(owner, second, owner)
    expect(await register(owner, second)).toMatchObject({ recoveryRemovedAt: null })
  })

  test('error: a third party cannot recover, nor with a signature for another action', async () => {
    const [owner, second, thirdParty] = [await aPerson(), await aPerson(), await aPerson()]
    await register(owner, second)
    const [recovery] = await recoveriesOf(second)
    const typedData = recovery?.typedData as TypedData
    const body = { merchant: owner.wallet, ...termsOf(typedData) }
    const signature = await sign(second, typedData)
    expect(await post(thirdParty, '/recover', { ...body, signature })).toMatchObject({
      status: 404,
    })
    const foreign = await sign(thirdParty, typedData)
    expect(await post(second, '/recover', { ...body, signature: foreign })).toMatchObject({
      status: 403,
    })
    const removal = await messageFor(owner, 'remove-recovery-wallet', second)
    const misused = { ...body, ...termsOf(removal), signature: await sign(second, removal) }
    expect(await post(second, '/recover', misused)).toMatchObject({ status: 403 })
    const unknown = { ...body, signature, merchant: thirdParty.wallet }
    expect(await post(second, '/recover', unknown)).toMatchObject({ status: 404 })
    expect(await roleAt(owner, owner)).toBe('owner')
  })

  test('error: registering needs both signatures and another wallet', async () => {
    const [owner, second] = [await aPerson(), await aPerson()]
    const typedData = await messageFor(owner, 'register-recovery-wallet', second)
    const [ownersSignature, secondSignature] = [
      await sign(owner, typedData),
      await sign(second, typedData),
    ]
    const body = { recoveryWallet: second.wallet, ...termsOf(typedData) }
    for (const [ownerSignature, recoverySignature] of [
      [ownersSignature, ownersSignature],
      [secondSignature, secondSignature],
      [secondSignature, ownersSignature],
    ]) {
      const signed = { ...body, ownerSignature, recoverySignature }
      expect(await post(owner, '/recovery-wallet', signed)).toMatchObject({ status: 403 })
    }
    expect(await register(owner, owner)).toMatchObject({ status: 400 })
    const removal = {
      ...termsOf(typedData),
      ownerSignature: ownersSignature,
      recoverySignature: secondSignature,
    }
    await register(owner, second)
    expect(await post(owner, '/recovery-wallet/remove', removal)).toMatchObject({ status: 400 })
  })
})
