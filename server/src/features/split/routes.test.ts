import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { useCalls } from '../../../test/fixtures/used-calls.js'
import { createTestApp, type TestApp, testNow } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import { buildApp } from '../../app.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import type { Chain, Hex } from '../../platform/chain/chain.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/split/deploy'
/** The platform wallet of a sandbox. */
const platform = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const zero = `0x${'0'.repeat(40)}`
const none = { ok: true, configured: false, split: null }

type Headers = Record<string, string>

const get = (headers: Headers, query = '') => app.inject({ url: url + query, headers })

const post = ({ headers }: Pick<SignedIn, 'headers'>, payload: object | string) =>
  app.inject({ method: 'POST', url, headers, payload })

const aBody = (fields: object = {}) => ({
  recipients: [{ address: aWallet(), sharesBps: 9_950 }],
  ...fields,
})

async function aMember(owner: SignedIn, role: string): Promise<SignedIn> {
  const member = await signIn(app)
  await app.ctx.db.query(
    `insert into members (merchant, person, role, created_at, joined_at) values ($1, $2, $3, 0, 0)`,
    [owner.wallet, member.wallet, role],
  )
  return member
}

describe('POST /api/split/deploy from one network address', () => {
  test('error: counts requests of all merchants', async () => {
    const { inject } = await app.sibling({}, { mode: 'live' })
    const owner = await signIn(app)
    const limit = 'new-splits'
    await useCalls(app.ctx, { limit, owner: 'network', key: '192.0.2.60', used: 59 })
    const send = (remoteAddress: string) =>
      inject({ method: 'POST', url, headers: owner.headers, payload: aBody(), remoteAddress })
    expect((await send('192.0.2.60')).statusCode).toBe(200)
    const refused = await send('192.0.2.60')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ error: 'rate_limited', limit })
    expect((await send('192.0.2.61')).statusCode).toBe(200)
  })
})

describe('GET /api/split/deploy', () => {
  test('default: any key reads that there is no split', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { scopes: [] })
    const response = await get({ 'x-api-key': apiKey })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual(none)
  })

  test('behavior: returns the split to sessions and keys', async () => {
    const owner = await signIn(app)
    const { split } = (await post(owner, aBody())).json()
    const { apiKey } = await aDeveloper(app.ctx, { wallet: owner.wallet, scopes: [] })
    const expected = { ok: true, configured: true, split }
    expect((await get(owner.headers)).json()).toEqual(expected)
    expect((await get({ 'x-api-key': apiKey })).json()).toEqual(expected)
  })

  test.each(['admin', 'accountant', 'viewer'])('behavior: a %s can read it', async (role) => {
    const owner = await signIn(app)
    await post(owner, aBody())
    const member = await aMember(owner, role)
    const response = await get(member.headers, `?wallet=${owner.wallet}`)
    expect(response.json().split.owner).toBe(checksumAddress(owner.wallet))
  })

  test('behavior: a key returns its own merchant and ignores `wallet`', async () => {
    const [owner, other] = [await signIn(app), await aDeveloper(app.ctx)]
    await post(owner, aBody())
    const response = await get({ 'x-api-key': other.apiKey }, `?wallet=${owner.wallet}`)
    expect(response.json()).toEqual(none)
  })

  test('behavior: warns a merchant without a split whose wallet is a contract', {
    tags: 'slow',
  }, async () => {
    const owner = await signIn(app)
    const { headers } = owner
    const read = async (findCode: () => Promise<Hex | null>) => {
      const chain = { findCode } as unknown as Chain
      const { server } = await buildApp({ ...app.ctx, chain })
      const response = await server.inject({ url, headers })
      await server.close()
      return response.json()
    }
    const warning = expect.stringContaining('Set up a split')
    expect(await read(async () => '0x00')).toEqual({ ...none, warning })
    expect(await read(async () => null)).toEqual(none)
    const down = () => Promise.reject(new Error('the chain does not respond'))
    expect(await read(down)).toEqual(none)

    await post(owner, aBody())
    expect(await read(async () => '0x00')).not.toHaveProperty('warning')
  })

  test('error: refuses a person who is not a member', async () => {
    const [owner, thirdParty] = [await signIn(app), await signIn(app)]
    const response = await get(thirdParty.headers, `?wallet=${owner.wallet}`)
    expect(response.statusCode).toBe(403)
  })

  test('error: refuses an anonymous request', async () => {
    expect((await get({})).statusCode).toBe(401)
  })
})

describe('POST /api/split/deploy', () => {
  test('default', async () => {
    const owner = await signIn(app)
    const partner = checksumAddress(aWallet())
    const merchant = checksumAddress(owner.wallet)
    const response = await post(owner, {
      chainId: 84_532,
      recipients: [
        { address: merchant, sharesBps: 9_000 },
        { address: partner, sharesBps: 950, label: 'Roaster' },
      ],
    })

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      ok: true,
      split: {
        address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        chainId: 84_532,
        kind: 'pull',
        recipients: [
          { address: merchant, sharesBps: 9_000, role: 'merchant' },
          { address: partner, sharesBps: 950, role: 'partner', label: 'Roaster' },
          { address: platform, sharesBps: 50, role: 'platform' },
        ],
        totalBps: 10_000,
        owner: merchant,
        deployedTx: null,
        status: 'planned',
        version: 1,
        createdAt: testNow,
      },
    })
  })

  test('behavior: deploys the contract at once on request', async () => {
    const owner = await signIn(app)
    const { split } = (await post(owner, aBody({ deploy: 'now' }))).json()
    expect(split).toMatchObject({ status: 'pending', deployedTx: null })
    expect((await get(owner.headers)).json()).toEqual({ ok: true, configured: true, split })
  })

  test('behavior: scales 15 recipients down for the platform', async () => {
    const recipients = Array.from({ length: 15 }, (_, index) => ({
      address: aWallet(),
      sharesBps: index < 10 ? 667 : 666,
    }))
    const { split } = (await post(await signIn(app), aBody({ recipients }))).json()
    const shares = split.recipients.map(({ sharesBps }: { sharesBps: number }) => sharesBps)
    expect(shares).toHaveLength(16)
    expect(shares.reduce((sum: number, share: number) => sum + share)).toBe(10_000)
    expect(shares.at(-1)).toBe(50)
  })

  test('behavior: sending the response back changes nothing', async () => {
    const owner = await signIn(app)
    const first = (await post(owner, aBody())).json()
    const repeatedResponse = await post(owner, first.split)
    expect(repeatedResponse.statusCode).toBe(200)
    expect(repeatedResponse.json()).toEqual(first)
  })

  test('behavior: another split becomes the next version', async () => {
    const owner = await signIn(app)
    await post(owner, aBody())
    const { split } = (await post(owner, aBody())).json()
    expect(split.version).toBe(2)
    expect((await get(owner.headers)).json().split).toEqual(split)
  })

  test('behavior: records the change', async () => {
    const owner = await signIn(app)
    const response = await post(owner, aBody())
    expect(response.json().split.owner).toBe(checksumAddress(owner.wallet))
    const { entries } = (await app.inject({ url: '/api/audit', headers: owner.headers })).json()
    expect(entries[0]).toMatchObject({
      action: 'split.deployed',
      actor: checksumAddress(owner.wallet),
      role: 'owner',
      before: null,
      after: { version: 1, chainId: 84_532 },
    })
  })

  test('error: refuses an admin, who could otherwise pay themselves', async () => {
    const owner = await signIn(app)
    const admin = await aMember(owner, 'admin')
    const response = await post(admin, aBody({ wallet: owner.wallet }))
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({
      error: 'forbidden',
      message: 'Your role admin does not include split:write. Ask for one of these roles: owner.',
      requiredRight: 'split:write',
      allowedRoles: ['owner'],
    })
    expect((await get(owner.headers)).json()).toEqual(none)
  })

  const recipientAddress = '0x52908400098527886E0F7030069857D2E4169EE7'
  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
  const shares = (...sharesBps: unknown[]) => ({
    recipients: sharesBps.map((share) => ({ address: aWallet(), sharesBps: share })),
  })
  const labeled = (label: unknown) => ({
    recipients: [{ address: recipientAddress, sharesBps: 9_950, label }],
  })
  const by = (owner: Address) => [{ address: owner, sharesBps: 9_950 }]

  test.each<[string, string, (owner: Address) => object]>([
    ['an address that is null', 'address', () => ({ address: null })],
    ['an address that is empty', 'address must be an address', () => ({ address: '' })],
    ['an address that is short', 'address must be an address', () => ({ address: '0x12' })],
    ['a wrong checksum', 'valid checksum', () => ({ address: platform.replace('AAf', 'aAf') })],
    ['the zero address', 'must not be the zero address', () => ({ address: zero })],
    ['the merchant as address', 'not the wallet of the owner', (owner) => ({ address: owner })],
    ['the platform as address', 'not the wallet of the owner', () => ({ address: platform })],
    [
      'a recipient as address',
      'or a recipient',
      () => ({ address: recipientAddress, ...labeled('A') }),
    ],
    [
      'the merchant, a recipient, as address',
      'not the wallet of the owner',
      (owner) => ({ address: owner, recipients: by(owner) }),
    ],
    ['a deployment later', 'deploy', () => ({ deploy: 'later' })],
    ['a deployment of null', 'deploy', () => ({ deploy: null })],
    ['another chain', 'chainId must be 84532', () => ({ chainId: 8_453 })],
    ['a chain in quotes', 'chainId', () => ({ chainId: '84532' })],
    ['no recipients', 'recipients', () => ({ recipients: undefined })],
    ['an empty list', '1 to 16', () => ({ recipients: [] })],
    ['17 recipients', '1 to 16', () => shares(...Array(16).fill(590), 510)],
    ['16 without the platform', 'at most 16', () => shares(...Array(15).fill(625), 575)],
    ['a recipient that is null', 'recipients', () => ({ recipients: [null] })],
    ['no share', 'sharesBps', () => ({ recipients: [{ address: recipientAddress }] })],
    ['no recipient address', 'address', () => ({ recipients: [{ sharesBps: 9_950 }] })],
    [
      'a recipient that is not an address',
      'entry 2: address must be an address',
      () => ({
        recipients: [
          { address: recipientAddress, sharesBps: 9_000 },
          { address: 'me.eth', sharesBps: 950 },
        ],
      }),
    ],
    [
      'a recipient that is zero',
      'entry 1: address must not be the zero address',
      () => ({ recipients: [{ address: zero, sharesBps: 9_950 }] }),
    ],
    [
      'the same recipient twice, in other letters',
      'must not contain duplicates',
      () => ({
        recipients: [
          { address: other, sharesBps: 9_000 },
          { address: other.toLowerCase(), sharesBps: 950 },
        ],
      }),
    ],
    ['a share of 0', 'whole number from 1 to 10000', () => shares(9_950, 0)],
    ['a share below 0', 'whole number from 1 to 10000', () => shares(9_951, -1)],
    ['a share above all', 'whole number from 1 to 10000', () => shares(10_001)],
    ['half a basis point', 'whole number from 1 to 10000', () => shares(9_949.5, 0.5)],
    ['a share in quotes', 'sharesBps', () => shares('9950')],
    ['too little', 'They sum to 9949', () => shares(9_949)],
    ['too much', 'They sum to 10001', () => shares(5_000, 5_001)],
    ['in between', 'They sum to 9975', () => shares(9_000, 975)],
    [
      'a platform with another share',
      'exactly 50',
      () => ({
        recipients: [
          { address: recipientAddress, sharesBps: 9_900 },
          { address: platform, sharesBps: 100 },
        ],
      }),
    ],
    [
      'a platform on top of it all',
      'exactly 50',
      () => ({
        recipients: [
          { address: recipientAddress, sharesBps: 10_000 },
          { address: platform, sharesBps: 50 },
        ],
      }),
    ],
    ['a label that is too long', 'label must have at most 80', () => labeled('x'.repeat(81))],
    ['a label with markup', 'label must be plain text', () => labeled('<b>')],
    ['a label that reverses text', 'label must not', () => labeled('\u202eevil')],
    ['a label that is a number', 'label', () => labeled(5)],
  ])('error: refuses %s and sets nothing', async (_name, message, fieldsFor) => {
    const owner = await signIn(app)
    const response = await post(owner, aBody(fieldsFor(owner.wallet)))
    expect(response.json()).toEqual({
      error: 'invalid_input',
      message: expect.stringContaining(message),
    })
    expect(response.statusCode).toBe(400)
    expect((await get(owner.headers)).json()).toEqual(none)
  })

  test('error: refuses without a platform wallet', async () => {
    const owner = await signIn(app)
    const config = { ...app.ctx.config, platformWallet: undefined }
    const { server } = await buildApp({ ...app.ctx, config })
    const { headers } = owner
    const response = await server.inject({ method: 'POST', url, headers, payload: aBody() })
    await server.close()
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: 'platform_recipient_not_configured' })
  })

  test.each(['cashier', 'viewer'])('error: refuses a %s', async (role) => {
    const owner = await signIn(app)
    const member = await aMember(owner, role)
    const response = await post(member, aBody({ wallet: owner.wallet }))
    expect(response.statusCode).toBe(403)
    expect((await get(owner.headers)).json()).toEqual(none)
  })

  test('error: refuses a person who is not a member', async () => {
    const [owner, thirdParty] = [await signIn(app), await signIn(app)]
    expect((await post(thirdParty, aBody({ wallet: owner.wallet }))).statusCode).toBe(403)
    expect((await get(owner.headers)).json()).toEqual(none)
  })

  test('error: refuses a developer key', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const headers = { 'x-api-key': apiKey }
    expect((await post({ headers }, aBody())).statusCode).toBe(403)
    expect((await get(headers)).json()).toEqual(none)
  })

  test('error: refuses a request without the CSRF token', async () => {
    const { cookie, headers } = await signIn(app)
    expect((await post({ headers: { cookie } }, aBody())).statusCode).toBe(403)
    expect((await get(headers)).json()).toEqual(none)
  })

  test('error: refuses an anonymous request', async () => {
    expect((await post({ headers: {} }, aBody())).statusCode).toBe(401)
  })
})

describe('POST /api/split/withdraw', () => {
  const withdraw = (headers: Headers) =>
    app.inject({ method: 'POST', url: '/api/split/withdraw', headers })

  test('default: returns 410 with the contract and its functions', async () => {
    const owner = await signIn(app)
    const { split } = (await post(owner, aBody())).json()
    const { apiKey } = await aDeveloper(app.ctx, { wallet: owner.wallet, scopes: [] })
    for (const headers of [owner.headers, { 'x-api-key': apiKey }]) {
      const response = await withdraw(headers)
      expect(response.statusCode).toBe(410)
      expect(response.headers).toMatchObject({
        deprecation: 'true',
        sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
      })
      expect(response.json()).toEqual({
        error: 'gone',
        message: 'Withdrawals through the API were removed. Call release on the split contract.',
        splitAddress: split.address,
        abi: expect.arrayContaining([expect.stringContaining('function release(')]),
      })
    }
  })

  test('behavior: returns 410 without a split too', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const response = await withdraw({ 'x-api-key': apiKey })
    expect(response.statusCode).toBe(410)
    expect(response.json().splitAddress).toBeNull()
  })

  test('error: refuses an anonymous request', async () => {
    expect((await withdraw({})).statusCode).toBe(401)
  })
})
